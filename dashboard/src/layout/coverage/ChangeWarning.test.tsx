import { HOUR_MS } from '@half-measure/shared/durations.ts'
import { readDelivery } from '@half-measure/shared/routes/delivery.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { type Api, ApiProvider } from '../../api/client.ts'
import { queryKey } from '../../api/queries.ts'
import { ChangeWarning } from './ConsentCoverage.tsx'

const WORDS = 'Fewer readers accepted.'

/** What is shown of a period that ended so long ago, while the oldest pending event has waited so long. */
function shown(endedMs: number, oldest_pending_ms: number | null): string {
  const client = new QueryClient()
  const report = { received: 15, stored: 12, pending: 3, oldest_pending_ms }
  if (oldest_pending_ms !== null) client.setQueryData(queryKey(readDelivery), report)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ApiProvider value={{} as Api}>
        <ChangeWarning until={new Date(Date.now() - endedMs).toISOString()}>{WORDS}</ChangeWarning>
      </ApiProvider>
    </QueryClientProvider>,
  )
}

it('consent is not blamed for a fall while events of the period wait to be loaded', () => {
  expect(shown(HOUR_MS, 2 * HOUR_MS)).toBe('')
  expect(shown(-HOUR_MS, 2 * HOUR_MS)).toBe('')
})

it('a change in consent is named where all events of the period are loaded, or nothing is known', () => {
  expect(shown(3 * HOUR_MS, 2 * HOUR_MS)).toContain(WORDS)
  expect(shown(0, 2_000)).toContain(WORDS)
  expect(shown(0, null)).toContain(WORDS)
})
