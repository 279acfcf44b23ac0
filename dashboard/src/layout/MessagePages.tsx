import { publication } from '@half-measure/shared/publication.ts'
import { useRevalidator, useRouteError } from 'react-router-dom'
import { ApiError, NetworkError, ResponseShapeError } from '../api/errors.ts'
import { RetryButton } from '../ui/Loaded.tsx'

/**
 * When a page cannot even start: mostly a server that does not respond, or scripts that a newer version has replaced.
 * Part of the first script, so it is plain.
 */
export function ErrorPage() {
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  const isOfApi =
    error instanceof ApiError || error instanceof NetworkError || error instanceof ResponseShapeError
  return (
    <main className="auth stack">
      <title>{`Not available · ${publication.name}`}</title>
      <div>
        <h1>Not available</h1>
        <p className="subtitle">The dashboard is not available</p>
      </div>
      <p role="alert">
        {isOfApi
          ? error.message
          : 'This page could not be shown. The dashboard may have been updated, or the connection was lost.'}
      </p>
      <p>
        {/* Browsers remember that a script was missing; a new document names those of a newer version. */}
        <RetryButton
          retry={() => (isOfApi ? void revalidate() : location.reload())}
          retrying={state === 'loading'}
        />
      </p>
    </main>
  )
}

/** Blank while access is being checked; a word after two seconds. */
export function StartingPage() {
  return <output className="starting">Waiting for the server…</output>
}
