import { publication } from '@half-measure/shared/publication.ts'
import { useEffect } from 'react'
import { Link, useLocation, useRevalidator, useRouteError } from 'react-router-dom'
import { paths } from '../paths.ts'
import { RetryButton } from '../ui/Loaded.tsx'

/** When a page cannot even start: mostly a server that does not answer. */
export function ErrorPage() {
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  return (
    <main className="message-page stack">
      <title>{`Not available · ${publication.name}`}</title>
      <h1>The dashboard is not available</h1>
      <p role="alert">{error instanceof Error ? error.message : 'Something went wrong on this page.'}</p>
      <p>
        <RetryButton retry={() => void revalidate()} retrying={state === 'loading'} />
      </p>
    </main>
  )
}

export function NotFoundPage() {
  const { pathname } = useLocation()
  useEffect(() => {
    console.error('404: no page at', pathname)
  }, [pathname])
  return (
    <main className="message-page stack">
      <title>{`Page not found · ${publication.name}`}</title>
      <h1>404</h1>
      <p>Oops! Page not found</p>
      <Link to={paths.home}>Return to Home</Link>
    </main>
  )
}

/** Blank while access is being checked; a word after two seconds. */
export function StartingPage() {
  return <output className="starting">Waiting for the server…</output>
}
