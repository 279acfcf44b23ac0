import { writeExploreView } from '../filters/explore-view.ts'
import { readableQuery } from '../filters/readable-query.ts'
import { useExploreView } from '../filters/use-explore-view.ts'
import { paths } from '../paths.ts'
import { ShortcutHelp } from '../ui/ShortcutHelp.tsx'
import { useShortcuts } from '../ui/use-shortcuts.ts'
import { ExploreBoard } from './ExploreBoard.tsx'
import { SavedViews } from '../widgets/saved-views/SavedViews.tsx'
import { SignOutButton } from '../widgets/SignOutButton.tsx'
import { exploreShortcutList, exploreShortcuts } from './explore-shortcuts.ts'
import { Room } from './Room.tsx'

/** Everything that can be asked of the figures, on one page. */
export function ExplorePage() {
  const used = useExploreView()
  useShortcuts(exploreShortcuts(used.view, used.change))
  return (
    <Room
      title="Explore"
      subtitle="What readers do, over time and split any way"
      content="figures"
      tools={
        <>
          <SavedViews
            query={readableQuery(writeExploreView(used.view))}
            addressOf={(query) => paths.explore(new URLSearchParams(query))}
          />
          <ShortcutHelp shortcuts={exploreShortcutList} />
          <SignOutButton />
        </>
      }
    >
      <ExploreBoard used={used} isAdmin />
    </Room>
  )
}
