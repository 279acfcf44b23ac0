import { DEFAULT_GOALS } from '@half-measure/shared/stats/goals.ts'
import { expect, it } from 'vitest'
import { createTestApp } from '../../../test/postgres/test-app.ts'
import { funnelStatsRoutes } from './funnel-routes.ts'

const app = createTestApp().route(
  '/api/stats/funnels',
  funnelStatsRoutes(
    {
      queryRows: async () => [],
      sessionsIn: () => Promise.reject(new Error('no query is expected')),
      goals: () => Promise.resolve(DEFAULT_GOALS),
      articles: [],
      countedSince: async () => undefined,
    },
    (_, next) => next(),
  ),
)

it.each([
  ['step=page:/', /"step: /],
  ['step=page:/&step=nothing', /"step: /],
  ['step=page:/&step=page:/a&window_minutes=0', /"window_minutes: /],
  ['step=page:/&step=page:/a&by=page', /"by: /],
  ['step=page:/&step=page:/a&f=is,shoe_size,44', /"f: /],
  ['step=page:/&step=page:/a&compare=yesterday', /"compare: /],
])('refuses a query that cannot be read, and says what is wrong: %s', async (query, detail) => {
  const range = 'from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z'
  const response = await app.request(`/api/stats/funnels/result?${range}&${query}`)
  expect(response.status).toBe(400)
  expect(await response.text()).toMatch(detail)
})
