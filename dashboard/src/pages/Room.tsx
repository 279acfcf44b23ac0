import type { ReactNode } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router-dom'
import { publication } from '@half-measure/shared/publication.ts'
import { sitePaths, wingAt } from '../paths.ts'
import { RoomNav } from '../ui/RoomNav.tsx'
import { EventsNote } from '../widgets/EventsNote.tsx'
import type { AdminData } from './admin-access.ts'
import { useSite } from './use-site.ts'

interface RoomProps {
  title: string
  subtitle: string
  /** What the skip link leads to, in a word or two. */
  content?: string
  /** Beside the title: what the page is set by, and the way out. */
  tools: ReactNode
  children: ReactNode
}

/** The frame of every page that only admins see. */
export function Room({ title, subtitle, content = 'content', tools, children }: RoomProps) {
  const admin = useRouteLoaderData<AdminData>('admin')
  const site = useSite()
  const wing = wingAt(useLocation().pathname)
  return (
    <>
      <title>{`${title} · ${publication.name}`}</title>
      <a className="skip" href="#content">
        Skip to the {content}
      </a>
      <header>
        <div className="rooms">
          <Wordmark site={site} />
          <RoomNav />
        </div>
        <div className="masthead">
          <div className="masthead-title">
            <h1>{title}</h1>
            <p className="subtitle">{subtitle}</p>
          </div>
          <div className="masthead-tools">{tools}</div>
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        {wing?.label === 'Figures' && <EventsNote site={site} />}
        {children}
      </main>
      <footer className="colophon">
        <p>Signed in as {admin?.email}</p>
        <p>© 2025 {publication.name}. Drink responsibly.</p>
      </footer>
    </>
  )
}

function Wordmark({ site }: { site: string | null }) {
  if (site === null) return <span className="wordmark">{publication.name}</span>
  return (
    <a className="wordmark" href={site + sitePaths.home}>
      {publication.name}
    </a>
  )
}
