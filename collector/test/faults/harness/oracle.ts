import { join } from 'node:path'
import type { ClickHouseClient } from '@clickhouse/client'
import type { Reconciliation } from '@half-measure/shared/stats/reconciliation.ts'
import type { Delivery } from '@half-measure/shared/stats/delivery.ts'
import { aBeacon } from '@half-measure/shared/testing/events.ts'
import { expect } from 'vitest'
import { openClickHouse } from '../../../src/warehouse/clickhouse/open-clickhouse.ts'
import type { Admin } from './admin.ts'
import { type CollectorProcess, enginePid } from './collector-process.ts'
import { expectedRow } from './expected-row.ts'
import type { TestLog } from './event-log.ts'
import { type LoadDriver, overHttp } from './load-driver.ts'
import type { SentLog, SentRecord } from './sent-log.ts'
import { type StoredRow, storedRows } from './stored-rows.ts'
import { repeating, until } from './until.ts'

interface Problem {
  readonly problem: 'lost' | 'twice' | 'invented' | 'changed'
  readonly what: string
  readonly found?: StoredRow
}

/**
 * Compares the tables with what the senders know.
 *
 * - Conservation: every acknowledged event is stored. Of the assignments of one session in one test, one is.
 * - Uniqueness: none is there twice.
 * - No invention: what is stored was sent.
 * - Integrity: as it was sent.
 *
 * @param options.since only what was received from this moment on, milliseconds since 1970; what the senders sent is as new.
 * @param options.clocksDiffer an event too far from the collector's clock is stored with a time near it.
 */
export async function expectTablesToMatch(
  client: ClickHouseClient,
  log: SentLog,
  options: Comparing = {},
): Promise<void> {
  const problems = await repeating(() => findProblems(client, log, options))
  expect(problems.slice(0, 5), `${problems.length} problems with ${log.events.size} events`).toEqual([])
}

interface Comparing {
  readonly since?: number
  readonly clocksDiffer?: boolean
}

async function findProblems(
  client: ClickHouseClient,
  log: SentLog,
  { since = 0, clocksDiffer = false }: Comparing,
): Promise<Problem[]> {
  const problems: Problem[] = []
  const stored = new Set<string>()
  const condition = `received_at >= fromUnixTimestamp64Milli(${since})`
  for await (const { table, row } of storedRows(client, condition)) {
    const record = log.events.get(String(row['event_id']))
    if (!record) {
      problems.push({ problem: 'invented', what: table, found: row })
      continue
    }
    const key = keyOf(record)
    if (stored.has(key)) problems.push({ problem: 'twice', what: key, found: row })
    stored.add(key)
    const expected = expectedRow(record)
    const unlike = Object.entries(expected.columns).filter(
      ([column, value]) => row[column] !== value && !(clocksDiffer && TIMES.has(column)),
    )
    if (expected.table !== table || unlike.length > 0) {
      problems.push({ problem: 'changed', what: JSON.stringify(unlike), found: row })
    }
  }
  for (const record of log.events.values()) {
    if (record.acknowledged && !stored.has(keyOf(record)))
      problems.push({ problem: 'lost', what: keyOf(record) })
  }
  return problems
}

const TIMES = new Set(['created_at', 'assigned_at'])

/** What may be stored once: an event, or the assignment of a session in a test. */
function keyOf({ event, sessionId }: SentRecord): string {
  return event.type === 'ab_assignment' ? `${sessionId} in ${event.test_name}` : event.event_id
}

/** The same, for a data directory with the embedded engine that no process is using. */
export async function expectDirectoryToMatch(
  dataDir: string,
  log: SentLog,
  options: Comparing = {},
): Promise<void> {
  const clickhouse = await openClickHouse({ kind: 'embedded', path: join(dataDir, 'clickhouse') })
  try {
    await expectTablesToMatch(clickhouse.reader, log, options)
  } finally {
    await clickhouse.close()
  }
}

/** All of that of a collector with the embedded engine, once it has nothing to load. It is stopped, and ends well. */
export async function expectAllOnceInDirectory(
  collector: CollectorProcess,
  admin: Admin,
  log: SentLog,
  options: Comparing = {},
): Promise<void> {
  expectReportToAddUp(await admin.idle(), log)
  expectReconciled(await admin.reconcile())
  expect(await collector.stop()).toMatchObject({ code: 0 })
  expect(enginePid(collector.dataDir)).toBeUndefined()
  await expectDirectoryToMatch(collector.dataDir, log, options)
}

/** A fresh event goes through and is counted. */
export async function expectFreshEventToCount(
  collector: CollectorProcess,
  admin: Admin,
  driver: LoadDriver,
): Promise<void> {
  await admin.idle()
  const now = Date.now()
  const before = await admin.pageViewsAround(now)
  const beacon = aBeacon({ consent: { analytics: true, version: '2026-11', at: '2026-01-01T00:00:00.000Z' } })
  expect(await driver.deliver(beacon, overHttp(collector.site))).toBe(true)
  await until('the fresh event is counted', async () => (await admin.pageViewsAround(now)) === before + 1)
}

/** Both equations of a report in which nothing is pending, against the receipts that senders hold. */
export function expectReportToAddUp(delivery: Delivery, { receipts }: Pick<SentLog, 'receipts'>): void {
  const { received, accepted, duplicates, rejected, stored, pending, dead_letters, erased, expired } =
    delivery
  const refused = Object.values(rejected).reduce((sum, count) => sum + count, 0)
  expect({ received, accepted, pending }).toEqual({
    received: accepted + duplicates + refused,
    accepted: stored + dead_letters + erased + expired,
    pending: 0,
  })
  // Events whose response was lost in a crash are counted, but no sender holds a receipt for them. An event that was
  // acknowledged as new while the ids of earlier ones were still being read may turn out to be a duplicate when loaded.
  expect(accepted + duplicates).toBeGreaterThanOrEqual(receipts.accepted + receipts.duplicates)
  expect(duplicates).toBeGreaterThanOrEqual(receipts.duplicates)
  expect(refused).toBeGreaterThanOrEqual(receipts.rejected)
}

/** A reconciliation without a finding; the message of a failure names those that differ. */
export function expectReconciled({ ok, findings }: Reconciliation): void {
  expect(findings.filter(({ left, right }) => left !== right)).toEqual([])
  expect(findings.length).toBeGreaterThan(10)
  expect(ok).toBe(true)
}

/** All of that of a log, once everything is committed: every event that its senders know of is there, once and as sent. */
export async function expectAllOnce(log: TestLog, { log: sent }: LoadDriver): Promise<void> {
  await log.idle()
  expectReportToAddUp(await log.delivery(), sent)
  expectReconciled(await log.reconcile())
  await expectTablesToMatch(log.clickhouse.reader, sent)
}
