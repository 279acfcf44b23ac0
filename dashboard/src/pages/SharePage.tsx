import type { OpenedShare, ShareOpening } from '@half-measure/shared/sharing/stats-key.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import { ApiProvider, createApi } from '../api/api.ts'
import { shareTokens } from '../api/share-tokens.ts'
import { openShare } from '../api/stats-key-calls.ts'
import { useExploreView } from '../filters/use-explore-view.ts'
import { paths } from '../paths.ts'
import { ShortcutHelp } from '../ui/ShortcutHelp.tsx'
import { useShortcuts } from '../ui/use-shortcuts.ts'
import { exploreShortcutList, exploreShortcuts } from './explore-shortcuts.ts'
import { ExploreBoard } from './ExploreBoard.tsx'
import { ShareDoor } from '../widgets/sharing/ShareDoor.tsx'

/** The figures as a share link shows them: to look at, without an account. */
export function SharePage() {
  const secret = useLocation().hash.slice(1)
  return (
    <>
      <title>{`Figures · ${publication.name}`}</title>
      <ShareDoor key={secret} secret={secret}>
        {(opening, share) => <OpenShare opening={opening} share={share} />}
      </ShareDoor>
    </>
  )
}

interface OpenShareProps {
  opening: ShareOpening
  share: OpenedShare
}

function OpenShare({ opening, share }: OpenShareProps) {
  const api = useMemo(() => createApi(shareTokens(opening, share, openShare)), [opening, share])
  const used = useExploreView((query) => paths.share(query, opening.secret))
  useShortcuts(exploreShortcuts(used.view, used.change))
  return (
    <ApiProvider value={api}>
      <a className="skip" href="#content">
        Skip to the figures
      </a>
      <header className="masthead">
        <div className="masthead-title">
          <h1>{share.name}</h1>
          <p className="subtitle">Figures of {publication.name}, to look at</p>
        </div>
        <div className="masthead-tools">
          <ShortcutHelp shortcuts={exploreShortcutList} />
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        <ExploreBoard used={used} isAdmin={false} />
      </main>
    </ApiProvider>
  )
}
