import { publication } from '@half-measure/shared/publication.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, NavLink, useLocation, useNavigation } from 'react-router-dom'
import { paths, scopedHref, type Section, sectionOf, sectionsOf } from '../paths.ts'
import { useSession } from '../session/browser-session.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { useAdmin } from './admin-access.ts'
import { GoTo } from './GoTo.tsx'
import { useLastScope } from './last-scope.ts'
import { Wordmark } from './site.tsx'

// Rarely needed.
const CollectionNote = lazy(async () => ({ default: (await import('./CollectionNote.tsx')).CollectionNote }))
// Only the audience's pages need its schemas.
const UnreadMessages = lazy(async () => ({ default: (await import('./UnreadMessages.tsx')).UnreadMessages }))

interface PageProps {
  title: string
  subtitle: ReactNode
  /** Beside the title. */
  tools?: ReactNode
  children: ReactNode
}

/** The frame of every administrators' page. */
export function Page({ title, subtitle, tools, children }: PageProps) {
  const { email, role } = useAdmin()
  const navigation = useNavigation()
  const section = sectionOf(useLocation().pathname)
  const hasFigures = section?.label === 'Analytics' || section?.label === 'Content'
  return (
    <>
      <title>{`${title} · ${publication.name}`}</title>
      <SkipLink />
      <header>
        {navigation.state === 'loading' && (
          <progress className="page-on-its-way" aria-label="Loading the page" />
        )}
        <div className="top-bar">
          <Wordmark />
          <SectionNav section={section} />
          <GoTo />
        </div>
        <Masthead title={title} subtitle={subtitle} hasFigures={hasFigures}>
          {tools}
          <SignOutButton />
        </Masthead>
      </header>
      <main id="content" tabIndex={-1}>
        <Suspense>{hasFigures && <CollectionNote />}</Suspense>
        {children}
      </main>
      <footer className="colophon row spread note">
        <p>
          Signed in as {email}, {role}
        </p>
        <p>© 2025 {publication.name}. Drink responsibly.</p>
      </footer>
    </>
  )
}

/** Goes to the content without changing the address: the fragment of a share link is its secret. */
export function SkipLink() {
  return (
    <a
      className="skip"
      href="#content"
      onClick={(event) => {
        event.preventDefault()
        document.getElementById('content')?.focus()
      }}
    >
      Skip to the content
    </a>
  )
}

interface MastheadProps extends Omit<PageProps, 'tools'> {
  /** Says who is counted. */
  hasFigures?: boolean
}

export function Masthead({ title, subtitle, hasFigures = false, children }: MastheadProps) {
  return (
    <div className="masthead row spread">
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        <p className="subtitle">{subtitle}</p>
        {hasFigures && (
          <p className="note">
            Sessions of readers who accepted cookies. Unique visitors are not counted: no identifier outlives
            its tabs.
          </p>
        )}
      </div>
      <div className="masthead-tools row">{children}</div>
    </div>
  )
}

/** The role's sections, and the pages of the current one. Links keep the scope. */
function SectionNav({ section }: { section: Section | undefined }) {
  const { role } = useAdmin()
  const params = useLastScope()
  const included = sectionsOf(role)
  const current = included.find(({ label }) => label === section?.label)
  return (
    <nav className="nav" aria-label="Dashboard">
      <ul className="nav-sections">
        {included.map(({ label, pages, pages: [first] }) => (
          <li key={label}>
            <Link to={scopedHref(first, params)} aria-current={label === current?.label ? 'true' : undefined}>
              {label}
            </Link>
            {pages.some(({ path }) => path === paths.messages) && (
              <Suspense>
                <UnreadMessages />
              </Suspense>
            )}
          </li>
        ))}
      </ul>
      {current && (
        <ul className="nav-pages" ref={scrollToCurrent}>
          {current.pages.map((page) => (
            <li key={page.path}>
              <NavLink to={scopedHref(page, params)}>{page.label}</NavLink>
            </li>
          ))}
        </ul>
      )}
    </nav>
  )
}

/** On a phone the list is wider than the window. */
function scrollToCurrent(list: HTMLElement | null): void {
  const link = list?.querySelector<HTMLElement>('[aria-current]')
  if (list && link) list.scrollLeft = link.offsetLeft - (list.clientWidth - link.offsetWidth) / 2
}

/** Ends the session on the server; the session's listeners then leave the page. */
export function SignOutButton() {
  const session = useSession()
  const [state, setState] = useState<'idle' | 'leaving' | 'failed'>('idle')

  async function signOut() {
    setState('leaving')
    try {
      await session.signOut()
    } catch (error) {
      console.error('Failed to sign out', error)
      setState('failed')
    }
  }

  return (
    <>
      <Button busy={state === 'leaving'} onClick={() => void signOut()}>
        Sign Out
      </Button>
      {state === 'failed' && (
        <Alert tone="danger">You are still signed in: the server cannot be reached.</Alert>
      )}
    </>
  )
}
