import { join } from 'node:path'
import { aBeacon, aPageView } from '@half-measure/shared/testing/events.ts'
import { expect, it } from 'vitest'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import { TestLog } from '../faults/harness/event-log.ts'
import { figure } from '../faults/harness/stored-rows.ts'
import { temporaryDirectory } from '../postgres/temporary-directory.ts'

it('forged session ids of the last ninety days cause no rebuilds: only events that happened late do', async () => {
  const log = await TestLog.open(join(temporaryDirectory(), 'data'))
  const now = Date.now()
  for (let day = 0; day < 90; day++) {
    const beacon = aBeacon({
      session_id: `session_${now - day * DAY_MS}_stranger${day}`,
      consent: { analytics: true, version: '2026-11', at: '2010-01-01T00:00:00.000Z' },
      events: [aPageView({ occurred_at: new Date(now).toISOString() })],
    })
    expect(await log.deliver(beacon, now)).toMatchObject({ accepted: 1 })
  }
  await log.idle()
  expect(await figure(log.clickhouse.reader, 'SELECT count() FROM analytics.page_views')).toBe(90)
  expect(await figure(log.clickhouse.reader, 'SELECT count() FROM analytics.late_sessions')).toBe(0)
  // What happened before the window of seven days is taken as of its beginning.
  await log.deliver(
    aBeacon({
      session_id: `session_${now - 80 * DAY_MS}_stranger`,
      consent: { analytics: true, version: '2026-11', at: '2010-01-01T00:00:00.000Z' },
      events: [aPageView({ occurred_at: new Date(now - 80 * DAY_MS).toISOString() })],
    }),
    now,
  )
  await log.idle()
  const oldest = 'SELECT toUnixTimestamp(min(first_at)) FROM analytics.late_sessions'
  expect(await figure(log.clickhouse.reader, oldest)).toBeGreaterThanOrEqual(
    Math.floor((now - 7 * DAY_MS) / 1_000),
  )
})
