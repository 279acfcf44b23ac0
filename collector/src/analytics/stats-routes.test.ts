import type { StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import type { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import { expect, it } from 'vitest'
import { aStatsResult } from '../testing/stats-result.ts'
import { runAsViewer } from './sharing/current-caller.ts'
import type { Statistics } from './statistics.ts'
import { statsRoutes } from './stats-routes.ts'

const PAGES = 60_000
const PERIOD = 'from=2026-06-01T00:00:00Z&to=2026-06-08T00:00:00Z'

/** An engine with more pages than any export has, a dozen sessions each. */
function run({ limit }: StatsQuery): Promise<StatsResult> {
  const figures = { page_views: 12, sessions: 12 }
  const rows = Array.from({ length: Math.min(limit, PAGES) }, (_, n) => ({ key: `/${n}`, figures }))
  return Promise.resolve(aStatsResult({ rows, row_count: PAGES, totals: { figures } }))
}

it.each([
  ['an administrator', undefined, 50_000],
  ['an API token or a share link', 'token', 5_000],
])('an export of figures for %s is bounded', async (_, viewer, limit) => {
  const app = statsRoutes(
    {
      statistics: { engine: { run }, titles: [] } as unknown as Statistics,
      delivery: () => Promise.reject(new Error('not for an export')),
      recordExport: () => Promise.resolve(),
      expectAdmin: () => Promise.resolve(),
    },
    (_, next) => runAsViewer(viewer, next),
  )
  const response = await app.request(`/export.csv?metrics=page_views&by=page&${PERIOD}`)
  expect(response.status).toBe(200)
  const lines = (await response.text()).trim().split('\r\n')
  expect(lines).toHaveLength(1 + limit)
})
