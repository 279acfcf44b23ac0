import { expect, it } from 'vitest'
import { pageText } from '../../layout/testing/page-text.tsx'
import { IssueResults } from './IssueResults.tsx'

it('does not claim the coverage of the whole site for the sessions of an issue', async () => {
  const totals = { page_loads: 60_000, consented: 24_000, coverage: 40 }
  const text = await pageText(<IssueResults id="a" startedAt={new Date('2026-11-20T17:00:00Z')} />, {
    '/api/stats/coverage': { counted_since: '2026-01-01T00:00:00.000Z', totals, compared: null },
  })
  expect(text).toContain(
    'Before the filter on utm campaign, figures since it was sent cover about 40% of 60,000 page loads',
  )
})
