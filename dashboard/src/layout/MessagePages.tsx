import { useEffect } from 'react'
import { Link, useLocation, useRevalidator, useRouteError } from 'react-router-dom'
import { paths } from '../paths.ts'
import { RetryButton } from '../ui/Loaded.tsx'
import { AuthFrame } from './AuthFrame.tsx'

/** When a page cannot even start: mostly a server that does not answer. */
export function ErrorPage() {
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  return (
    <AuthFrame title="Not available" subtitle="The dashboard is not available">
      <p role="alert">{error instanceof Error ? error.message : 'Something went wrong on this page.'}</p>
      <p>
        <RetryButton retry={() => void revalidate()} retrying={state === 'loading'} />
      </p>
    </AuthFrame>
  )
}

export function NotFoundPage() {
  const { pathname } = useLocation()
  useEffect(() => {
    console.error('404: no page at', pathname)
  }, [pathname])
  return (
    <AuthFrame title="404" subtitle="Oops! Page not found">
      <Link to={paths.home}>Return to Home</Link>
    </AuthFrame>
  )
}

/** Blank while access is being checked; a word after two seconds. */
export function StartingPage() {
  return <output className="starting">Waiting for the server…</output>
}
