import { Link, parsePath } from 'react-router-dom'
import { scopeShortcuts } from '../../filters/scope-shortcuts.ts'
import { useScope } from '../../filters/use-scope.ts'
import { useMay } from '../../layout/admin-access.ts'
import { Page } from '../../layout/Page.tsx'
import { ShortcutHelp, useShortcuts } from '../../ui/Shortcuts.tsx'
import { href, paths } from '../../paths.ts'
import { ExploreBoard } from './ExploreBoard.tsx'
import { SavedViews } from './SavedViews.tsx'

export function ExplorePage() {
  const scope = useScope()
  const mayShare = useMay('administration')
  const shortcuts = scopeShortcuts(scope)
  useShortcuts(shortcuts)
  const query = parsePath(scope.hrefWith({})).search?.slice(1) ?? ''
  return (
    <Page
      title="Explore"
      subtitle="Any metric over any period, compared, split and filtered"
      tools={
        <>
          <SavedViews query={query} />
          {mayShare && (
            <Link to={href(paths.sharing, new URLSearchParams({ view: query }))}>Share this view</Link>
          )}
          <ShortcutHelp shortcuts={shortcuts} />
        </>
      }
    >
      <ExploreBoard scope={scope} isAdmin />
    </Page>
  )
}
