import { useRevalidator, useRouteError } from 'react-router-dom'
import { publication } from '@half-measure/shared/publication.ts'
import { RetryButton } from '../ui/RetryButton.tsx'

/** Shown when a page could not even begin: mostly a server that does not answer. */
export function ErrorPage() {
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  return (
    <main className="message-page">
      <title>{`Not available · ${publication.name}`}</title>
      <h1>The dashboard cannot be shown</h1>
      <p role="alert">{error instanceof Error ? error.message : 'Something in this page went wrong.'}</p>
      <RetryButton retry={() => void revalidate()} retrying={state === 'loading'} />
    </main>
  )
}
