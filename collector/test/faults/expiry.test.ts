import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openClickHouse } from '../../src/clickhouse/open-clickhouse.ts'
import { EVENT_TABLES } from '../../src/event-tables.ts'
import { temporaryDirectory } from '../postgres/temporary-directory.ts'
import { TestLog } from './harness/event-log.ts'
import { expectAuditToBeClean } from './harness/oracle.ts'
import { NO_DIFFERENCES, rollupDifferences } from './harness/rollup-differences.ts'
import { figure } from './harness/stored-rows.ts'
import { aVisit } from './harness/visit.ts'
import { work } from './harness/work-until-killed-process.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const env = { EVENT_RETENTION_MONTHS: '1' }
/** While the tables are filled, so that their own TTL, which goes by the engine's clock, takes nothing. */
const enough = { EVENT_RETENTION_MONTHS: '13' }

const { year, month } = Temporal.Now.plainDateISO('UTC')
/** The oldest month that is kept begins here. */
const boundary = Date.UTC(year, month - 2, 1)

let dataDir: string

/** Visits of 7 events: three to expire, three to stay, two of them across the boundary. */
beforeEach(async () => {
  dataDir = join(temporaryDirectory(), 'data')
  const log = await TestLog.open(dataDir, { env: enough })
  const visits = [
    { happened: boundary - 40 * DAY_MS, arrived: boundary - 40 * DAY_MS },
    { happened: boundary - DAY_MS, arrived: boundary - DAY_MS + MINUTE_MS },
    // The reader's clock is ahead: in the month that is kept, and it goes.
    { happened: boundary + 2 * MINUTE_MS, arrived: boundary - MINUTE_MS },
    // Kept on a phone for three days: in the month that goes, and it stays.
    { happened: boundary - 2 * DAY_MS, arrived: boundary + DAY_MS },
    { happened: boundary + 30 * MINUTE_MS, arrived: boundary + 31 * MINUTE_MS },
    { happened: Date.now(), arrived: Date.now() },
  ]
  for (const [i, { happened, arrived }] of visits.entries()) {
    await log.deliver(aVisit(`session_${arrived}_reader${i}`, happened), arrived)
  }
  await log.idle()
  expect(await log.account.delivery()).toMatchObject({ accepted: 42, stored: 42 })
  await log.close()
})

/** What a server does by itself in months without a collector: the oldest visit's rows go. */
async function whileNobodyIsHere(...statements: readonly string[]): Promise<void> {
  const month = new Date(boundary - 40 * DAY_MS).toISOString().slice(0, 7).replace('-', '')
  const clickhouse = await openClickHouse({ kind: 'embedded', path: join(dataDir, 'clickhouse') })
  for (const query of [
    ...EVENT_TABLES.map((table) => `ALTER TABLE analytics.${table} DROP PARTITION ID '${month}'`),
    ...statements,
  ])
    await clickhouse.migrator.command({ query })
  await clickhouse.close()
}

async function expectExpired(log: TestLog): Promise<void> {
  const { reader } = log.clickhouse
  expect(await log.account.delivery()).toMatchObject({ accepted: 42, stored: 21, expired: 21, pending: 0 })
  expectAuditToBeClean(await log.account.audit())
  expect(await rollupDifferences(reader)).toEqual(NO_DIFFERENCES)
  expect(await figure(reader, 'SELECT sum(views) FROM analytics.page_views_1h')).toBe(9)
}

describe('months beyond their retention', () => {
  it('go at night, are counted, and leave rollups that agree with what stays', async () => {
    const log = await TestLog.open(dataDir, { env })
    await log.account.nightly()
    await expectExpired(log)
    await log.account.nightly()
    await expectExpired(log)
  })

  it('go in one of the next nights, though process after process dies over it', async () => {
    const failpoints = [
      'expire.after-rollups',
      'expire.after-boundary',
      'expire.counted',
      'expire.after-month:2',
      'expire.counted:3',
    ]
    for (const failpoint of failpoints) {
      expect(await work(dataDir, failpoint, ['nightly'], env), failpoint).toBe('killed')
    }
    const log = await TestLog.open(dataDir, { env })
    await log.account.nightly()
    await expectExpired(log)
  })

  it('are counted with what came into them after they had gone, as a dead letter does that is tried again', async () => {
    const log = await TestLog.open(dataDir, { env })
    await log.account.nightly()
    const late = boundary - DAY_MS + MINUTE_MS
    await log.deliver(aVisit('session_1763632800000_late', late), late)
    await log.idle()
    await log.account.nightly()
    expect(await log.account.delivery()).toMatchObject({ accepted: 49, stored: 21, expired: 28 })
    expectAuditToBeClean(await log.account.audit())
  })

  it('are not brought back by replay', async () => {
    const log = await TestLog.open(dataDir, { env })
    await log.account.nightly()
    expect(await log.account.replay(() => {})).toEqual({ read: 42, inserted: 0 })
    await expectExpired(log)
  })

  it('count as expired, though the database itself let go of them while nobody was here', async () => {
    await whileNobodyIsHere()
    const log = await TestLog.open(dataDir, { env })
    expect(await log.account.delivery()).toMatchObject({ accepted: 42, stored: 35, expired: 7, pending: 0 })
    expect(log.lines).toContain(
      'warn: rows beyond their retention were removed by the database while nobody was here',
    )
    await log.account.nightly()
    await expectExpired(log)
    await log.close()
    await expectExpired(await TestLog.open(dataDir, { env }))
  })

  it('hide no row that is missing for another reason', async () => {
    await whileNobodyIsHere(`ALTER TABLE analytics.click_events DELETE WHERE received_at > '${new Date(boundary).toISOString().slice(0, 10)}'
      SETTINGS mutations_sync = 2`)
    const log = await TestLog.open(dataDir, { env })
    expect(await log.account.delivery()).toMatchObject({ accepted: 42, stored: 32, expired: 7, pending: 0 })
    expect((await log.account.audit()).ok).toBe(false)
  })

  it('stay where nothing is old enough', async () => {
    const log = await TestLog.open(dataDir, { env: { EVENT_RETENTION_MONTHS: '4' } })
    await log.account.nightly()
    expect(await log.account.delivery()).toMatchObject({ accepted: 42, stored: 42, expired: 0 })
    expectAuditToBeClean(await log.account.audit())
  })
})
