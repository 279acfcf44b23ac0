import { StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import { expect, it, vi } from 'vitest'
import { QueryEngine, type QueryEngineOptions } from './query-engine.ts'

it('starts no query if it cannot plan them all: nobody would wait for the one that runs', async () => {
  const run = vi.fn(() => Promise.reject(new Error('must not run')))
  const engine = new QueryEngine({
    queries: { run } as unknown as QueryEngineOptions['queries'],
    readSessions: async () => ({ view: { finishedBefore: Infinity, snapshot: undefined }, asOf: 0 }),
    goals: async () => ({ event_types: ['newsletter_signup'], custom: [] }),
    articles: [],
    titles: [],
    countedSince: async () => undefined,
  })
  const query = StatsQuery.parse({
    range: { from: '2026-11-13T00:00:00Z', to: '2026-11-20T00:00:00Z' },
    metrics: ['page_views'],
    interval: 'day',
  })
  const range = { ...query.range, tz: 'Nowhere/Atlantis' }
  await expect(engine.run({ ...query, range }, new AbortController().signal)).rejects.toThrow(RangeError)
  expect(run).not.toHaveBeenCalled()
})
