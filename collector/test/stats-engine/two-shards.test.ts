import { DAY_MS } from '@half-measure/shared/durations.ts'
import { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { expect, it } from 'vitest'
import { createLogger } from '../../src/platform/logger.ts'
import { SessionBuilder } from '../../src/warehouse/sessions/session-builder.ts'
import { startShards } from '../faults/harness/shards.ts'
import { figure } from '../faults/harness/stored-rows.ts'
import { EngineStack } from './engine-stack.ts'
import { randomEvents } from './random-events.ts'
import { randomQuery } from './random-query.ts'

const FROM = Date.UTC(2026, 9, 14)
const TO = Date.UTC(2026, 10, 4)

it('figures match the events, whichever shards their sessions are on', async () => {
  const events = randomEvents({ seed: 23, from: FROM, to: TO, sessions: 300 })
  const { config } = await startShards()
  // Finished sessions, open ones, and some that events came late for, on both.
  await using stack = await EngineStack.open(
    events,
    { from: FROM, to: TO },
    { finished: TO - 4 * DAY_MS, lateEvery: 50, freshMs: 20_000, config },
  )
  for (const { reader } of stack.clickhouse.shards)
    expect(await figure(reader, 'SELECT count() FROM analytics.sessions')).toBeGreaterThan(50)
  await stack.expectRight({ metrics: Metric.options })
  for (let seed = 1; seed <= 8; seed++) await stack.expectRight(randomQuery(seed, FROM))

  // One of them may be further than the other.
  const [{ migrator: client }] = stack.clickhouse.shards
  const [log, now] = [createLogger('silent'), () => TO - 2 * DAY_MS]
  await new SessionBuilder({ client, collectorId: 'this-collector', log, now }).finish()
  stack.statistics.invalidate()
  await stack.expectRight({ metrics: Metric.options })
  for (let seed = 1; seed <= 4; seed++) await stack.expectRight(randomQuery(seed, FROM))
})
