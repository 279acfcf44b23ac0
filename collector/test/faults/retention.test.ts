import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '@half-measure/shared/durations.ts'
import { type TestLog, useEventLog } from './harness/event-log.ts'
import { expectReconciled } from './harness/oracle.ts'
import { rawPageView } from './harness/raw-rows.ts'
import { figure } from './harness/stored-rows.ts'
import { aSession } from './harness/session.ts'
import { repeating } from './harness/until.ts'
import { dateTime64 } from '../../src/events/date-time64.ts'
import { insertVariantSwitches } from '../../src/warehouse/variant-switches.ts'

const env = { EVENT_RETENTION_MONTHS: '1' }

/** Of every night: the month may turn while these tests run. */
const night = new Date()
/** The oldest month that is kept begins here. */
const boundary = Date.UTC(night.getUTCFullYear(), night.getUTCMonth() - 1, 1)

const eventLog = useEventLog()

/** Sessions of 7 events: three to expire, three to stay, two of them across the boundary. */
beforeEach(async () => {
  const log = await eventLog.open(env)
  const sessions = [
    { happened: boundary - 40 * DAY_MS, arrived: boundary - 40 * DAY_MS },
    { happened: boundary - DAY_MS, arrived: boundary - DAY_MS + MINUTE_MS },
    // The reader's clock is ahead: in the month that is kept, and it goes.
    { happened: boundary + 2 * MINUTE_MS, arrived: boundary - MINUTE_MS },
    // Kept on a phone for three days: in the month that goes, and it stays.
    { happened: boundary - 2 * DAY_MS, arrived: boundary + DAY_MS },
    { happened: boundary + 30 * MINUTE_MS, arrived: boundary + 31 * MINUTE_MS },
    { happened: night.getTime(), arrived: night.getTime() },
  ]
  for (const [i, { happened, arrived }] of sessions.entries()) {
    await log.deliver(aSession(`session_${arrived}_reader${i}`, happened), arrived)
  }
  await log.idle()
  const hour = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
  await log.clickhouse.writer.insert({
    table: 'analytics.coverage_counts',
    format: 'JSONEachRow',
    values: [boundary - DAY_MS, boundary].map((at, i) => ({ hour: hour(at), page_path: '/', loads: i + 1 })),
  })
  await insertVariantSwitches(
    log.clickhouse.writer,
    [boundary - DAY_MS, boundary].map((at) => ({
      sessionId: `session_${at}_switched`,
      testName: 'review_page_layout',
      variant: 'compact',
      at,
    })),
  )
  expect(await log.delivery()).toMatchObject({ accepted: 42, stored: 42 })
  await log.close()
})

async function expectExpired(log: TestLog): Promise<void> {
  const { reader } = log.clickhouse
  const report = { accepted: 42, stored: 21, expired: 21, pending: 0 }
  expect(await log.delivery()).toMatchObject(report)
  expectReconciled(await log.reconcile())
  expect(await figure(reader, 'SELECT count() FROM analytics.page_views')).toBe(9)
  expect(await figure(reader, 'SELECT sum(loads) FROM analytics.coverage_counts')).toBe(2)
  expect(await figure(reader, 'SELECT count() FROM analytics.variant_switches')).toBe(1)
}

describe('months beyond their retention', () => {
  it('are deleted by the nightly job, counted once, and not restored by replay', async () => {
    const log = await eventLog.open(env)
    for (let nights = 0; nights < 2; nights++) {
      await repeating(() => log.reconciliation.nightly(night))
      await expectExpired(log)
    }
    expect(await log.reconciliation.replay(() => {})).toEqual({ read: 42, inserted: 0 })
    await expectExpired(log)
  })

  it('are deleted in a later run even if process after process dies while doing so', async () => {
    const failpoints = ['retention.recorded', 'retention.after-month:2', 'retention.recorded:3']
    for (const failpoint of failpoints) {
      expect(await eventLog.work(failpoint, ['nightly', night.toISOString()], env), failpoint).toBe('killed')
    }
    const log = await eventLog.open(env)
    await repeating(() => log.reconciliation.nightly(night))
    await expectExpired(log)
  })

  it('are counted with rows inserted after their deletion, such as a retried dead letter', async () => {
    const log = await eventLog.open(env)
    await repeating(() => log.reconciliation.nightly(night))
    const late = boundary - DAY_MS + MINUTE_MS
    await log.deliver(aSession('session_1763632800000_late', late), late)
    await log.idle()
    await repeating(() => log.reconciliation.nightly(night))
    expect(await log.delivery()).toMatchObject({ accepted: 49, stored: 21, expired: 28 })
    expectReconciled(await log.reconcile())
  })

  it('go from the dead letters too, counted once even if the process dies', async () => {
    const first = await eventLog.open(env)
    const arrivals = [boundary - 40 * DAY_MS, boundary - DAY_MS, boundary + DAY_MS]
    await first.keep(arrivals.map((at) => rawPageView({ received_at: dateTime64(at), is_bot: 0.5 })))
    await first.idle()
    await first.close()
    const work = ['nightly', night.toISOString()]
    expect(await eventLog.work('retention.dead-letter-recorded', work, env)).toBe('killed')
    const log = await eventLog.open(env)
    for (let nights = 0; nights < 2; nights++) {
      await repeating(() => log.reconciliation.nightly(night))
      expect(await log.delivery()).toMatchObject({ stored: 21, expired: 23, dead_letters: 1 })
      expectReconciled(await log.reconcile())
    }
  })

  it('stay if nothing is old enough', async () => {
    const log = await eventLog.open({ EVENT_RETENTION_MONTHS: '4' })
    await repeating(() => log.reconciliation.nightly(night))
    expect(await log.delivery()).toMatchObject({ accepted: 42, stored: 42, expired: 0 })
    expectReconciled(await log.reconcile())
  })
})
