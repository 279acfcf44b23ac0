import { publication } from '@half-measure/shared/publication.ts'
import { useRevalidator, useRouteError } from 'react-router-dom'
import { RetryButton } from '../ui/Loaded.tsx'

/** When a page cannot even start: mostly a server that does not respond. Part of the first script, so it is plain. */
export function ErrorPage() {
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  return (
    <main className="auth stack">
      <title>{`Not available · ${publication.name}`}</title>
      <div>
        <h1>Not available</h1>
        <p className="subtitle">The dashboard is not available</p>
      </div>
      <p role="alert">
        {error instanceof Error ? error.message : 'Something went wrong on this page. Reload it.'}
      </p>
      <p>
        <RetryButton retry={() => void revalidate()} retrying={state === 'loading'} />
      </p>
    </main>
  )
}

/** Blank while access is being checked; a word after two seconds. */
export function StartingPage() {
  return <output className="starting">Waiting for the server…</output>
}
