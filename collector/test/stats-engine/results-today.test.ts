import { DAY_MS, HOUR_MS } from '@half-measure/shared/durations.ts'
import { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { BUCKETS } from '@half-measure/shared/stats/engine/stats-query.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EngineStack, iso, type TestQuery } from './engine-stack.ts'
import { randomEvents } from './random-events.ts'
import { randomQuery } from './random-query.ts'

/** The three weeks up to this hour: `npm run test:dates` moves it. */
const TO = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
const FROM = TO - 21 * DAY_MS
/** No event comes while they run: a snapshot of the open sessions serves several queries. */
const FRESH_MS = 20_000
/** Other queries each day. */
const SEED = TO / DAY_MS

let stack: EngineStack

beforeAll(async () => {
  const events = randomEvents({ seed: 12, from: FROM, to: TO, sessions: 300 })
  stack = await EngineStack.open(
    events,
    { from: FROM, to: TO },
    { finished: TO - 4 * DAY_MS, lateEvery: 50, freshMs: FRESH_MS },
  )
})
afterAll(() => stack[Symbol.asyncDispose]())

const expectRight = (query: TestQuery) => stack.expectRight(query)

it.each(BUCKETS)('by the %s up to now', async (interval) => {
  for (const tz of ['Europe/London', 'Pacific/Chatham', 'America/New_York']) {
    const { totals } = await expectRight({
      metrics: Metric.options,
      interval,
      compare: 'previous',
      range: { from: iso(TO - 9 * DAY_MS), to: iso(TO + HOUR_MS), tz },
    })
    expect(totals.figures['page_views']).toBeGreaterThan(0)
  }
})

it.each(Array.from({ length: 15 }, (_, i) => Math.floor(SEED) * 100 + i))('random query %i', async (seed) => {
  await expectRight(randomQuery(seed, FROM))
})
