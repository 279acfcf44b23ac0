import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import { dateTime64 } from '../../src/events/date-time64.ts'
import { dateTime64Sql } from '../../src/warehouse/sessions/session-rows.ts'
import { uniqueness } from '../../src/reconciliation/uniqueness.ts'
import { type TestLog, useEventLog } from './harness/event-log.ts'
import { anImport, eventIdOf, rawPageView } from './harness/raw-rows.ts'
import { repeating } from './harness/until.ts'

const eventLog = useEventLog()
let log: TestLog

beforeEach(async () => {
  log = await eventLog.open()
})

const run = (query: string) => log.clickhouse.migrator.command({ query })

const VIEWS = 'page_views: distinct event ids = rows'
const ASSIGNMENTS = 'ab_test_assignments: distinct session and test = rows'
const ALL = 'all tables: distinct event ids = rows'

function found(): string[] {
  return (log.reconciliation.last?.findings ?? [])
    .filter(({ left, right }) => left !== right)
    .map(({ name }) => name)
}

describe('the check of ids', () => {
  it('finds every duplicate in a small part of the memory that the ids take', async () => {
    const rows = 1_000_000
    const assignment = `toUUID(concat('00000000-0000-4000-8000-', leftPad(hex(number % ${rows - 3}), 12, '0'))) AS event_id,
      concat('session_1763632800000_', toString(intDiv(number % ${rows - 5}, 2))) AS session_id,
      ['cta_button_text', 'review_page_layout'][number % 2 + 1] AS test_name`
    await run(`INSERT INTO analytics.ab_test_assignments (event_id, session_id, test_name, received_at, assigned_at)
      SELECT event_id, session_id, test_name, at, at FROM (SELECT ${assignment}, ${dateTime64Sql(Date.now())} AS at FROM numbers(${rows}))`)
    await run('OPTIMIZE TABLE analytics.ab_test_assignments FINAL')
    const limited = (of: { maxRows?: number }) => {
      const client = log.clickhouse.migrator
      return uniqueness(
        {
          query: (params: Parameters<typeof client.query>[0]) =>
            client.query({
              ...params,
              clickhouse_settings: { max_memory_usage: '70000000', group_by_two_level_threshold: '10000' },
            }),
        } as typeof client,
        { since: 0, memoryBytes: 10_000_000, ...of },
      )
    }
    for (const of of [{}, { maxRows: 400_000 }]) {
      const findings = await limited(of)
      expect(findings).toContainEqual({ name: ALL, left: rows - 3, right: rows })
      expect(findings).toContainEqual({ name: ASSIGNMENTS, left: rows - 5, right: rows })
    }
  })

  it('at night includes what arrived in the week before the last one; on request, every row', async () => {
    const now = Date.now()
    const [early, later, lately, latest] = [90, 50, 6, 0].map((days) => {
      const at = dateTime64(now - days * DAY_MS)
      return rawPageView({ received_at: at, created_at: at })
    })
    const rows = [early, later, lately, latest].map((row) => row ?? '')
    await log.reconciliation.importRows(...anImport(log.reconciliation.collectorId, rows))
    /** Gives a row the id of another: the figures of the delivery report stay the same. */
    const giveId = (from = '', to = '') =>
      run(`ALTER TABLE analytics.page_views UPDATE event_id = '${eventIdOf(from)}' WHERE event_id = '${eventIdOf(to)}'
        SETTINGS mutations_sync = 2`)
    await repeating(() => log.reconciliation.nightly())
    expect(found()).toEqual([])

    // Of two months, both before what is compared at night.
    await giveId(early, later)
    await repeating(() => log.reconciliation.nightly())
    expect(found()).toEqual([])
    await log.reconcile()
    expect(found()).toEqual([VIEWS, ALL])
    // It is found every night from then on.
    await repeating(() => log.reconciliation.nightly())
    expect(found()).toEqual([VIEWS, ALL])

    await run(`ALTER TABLE analytics.page_views UPDATE event_id = '${randomUUID()}' WHERE event_id = '${eventIdOf(early ?? '')}'
      AND received_at > subtractDays(now(), 60) SETTINGS mutations_sync = 2`)
    await repeating(() => log.reconciliation.nightly())
    expect(found()).toEqual([])
    await giveId(lately, latest)
    await repeating(() => log.reconciliation.nightly())
    expect(found()).toEqual([VIEWS, ALL])
  })
})
