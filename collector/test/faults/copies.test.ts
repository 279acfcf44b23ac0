import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SentBeacon } from '@half-measure/shared/events/beacon.ts'
import { temporaryDirectory } from '../postgres/temporary-directory.ts'
import { ClickHouseServer } from './harness/clickhouse-server.ts'
import { CollectorProcess } from './harness/collector-process.ts'
import { TestLog } from './harness/event-log.ts'
import { overHttp } from './harness/load-driver.ts'
import { expectAuditToBeClean } from './harness/oracle.ts'
import { NO_DIFFERENCES, rollupDifferences } from './harness/rollup-differences.ts'
import { countStored, figure } from './harness/stored-rows.ts'
import { until } from './harness/until.ts'
import { aVisit } from './harness/visit.ts'
import { work } from './harness/work-until-killed-process.ts'

const REPEATED = 'session_1763632800000_repeated'
const ONCE = 'session_1763632800000_once'
const OTHER = 'session_1763632800000_other'

let directory: string
let server: ClickHouseServer

beforeEach(async () => {
  directory = temporaryDirectory()
  server = await ClickHouseServer.start(join(directory, 'clickhouse'))
})

const dataDir = (name: string) => join(directory, name, 'data')
/** They look at each other's books every second. */
const env = { COLLECTOR_SILENCE_SECONDS: '10' }
const open = (name: string) => TestLog.open(dataDir(name), { clickhouseUrl: server.url, env })

/** A visit that the first collector took, answered too late, and that its browser then sent to the second. */
async function failOver(first: TestLog, second: TestLog, beacon: SentBeacon): Promise<void> {
  const now = Date.now()
  await first.deliver(beacon, now)
  await second.deliver(beacon, now + 1_000)
  await Promise.all([first.idle(), second.idle()])
}

/** The account, once the books of the other collector say as much. */
function account(log: TestLog, accepted: number) {
  return until(`${accepted} are accepted`, async () => {
    const delivery = await log.account.delivery()
    return delivery.accepted === accepted ? delivery : undefined
  })
}

const distinctRows = (log: TestLog) =>
  figure(log.clickhouse.reader, 'SELECT uniqExact(event_id) FROM analytics.page_views')

describe('events that two collectors took', () => {
  it('are there twice until the night, which leaves the row that came first and counts the other as a duplicate', async () => {
    const [a, b] = await Promise.all([open('a'), open('b')])
    await failOver(a, b, aVisit(REPEATED))
    await a.deliver(aVisit(ONCE))
    await b.deliver(aVisit(OTHER))
    await Promise.all([a.idle(), b.idle()])
    const before = await account(a, 28)
    expect(before).toMatchObject({ duplicates: 0, stored: 28 })
    expect(before.late_duplicates).toBeUndefined()
    const found = await b.account.audit()
    expect(found.findings.filter(({ left, right }) => left !== right).map(({ name }) => name)).toEqual([
      'page_views: distinct event ids = rows',
      'click_events: distinct event ids = rows',
      'conversion_events: distinct event ids = rows',
      'ab_test_assignments: distinct event ids = rows',
      'engagement_events: distinct event ids = rows',
      'all tables: distinct event ids = rows',
      'ab_test_assignments: distinct session and test = rows',
    ])

    await b.account.nightly()
    for (const log of [a, b]) {
      expect(await account(log, 21)).toMatchObject({
        received: 28,
        duplicates: 7,
        late_duplicates: 7,
        stored: 21,
      })
    }
    expect(b.account.lastAudit?.ok).toBe(true)
    expectAuditToBeClean(await a.account.audit())
    expect(await rollupDifferences(a.clickhouse.reader)).toEqual(NO_DIFFERENCES)
    expect(await distinctRows(a)).toBe(9)
    expect(b.lines.filter((line) => line.includes('stored twice'))).toHaveLength(1)
    // What stayed is what the first one took, and nothing comes back from the other one's log.
    expect(await b.account.replay(() => {})).toMatchObject({ inserted: 0 })
    expectAuditToBeClean(await b.account.settleAndAudit())
    expect(await a.account.delivery()).toMatchObject({ accepted: 21, duplicates: 7, stored: 21 })
  })

  it.each(['copies.counted', 'copies.after-click_events'])(
    'are counted once, though the collector that takes them out dies on the way: %s',
    async (failpoint) => {
      const [a, b] = await Promise.all([open('a'), open('b')])
      await failOver(a, b, aVisit(REPEATED))
      await a.close()
      const other = { ...env, CLICKHOUSE_URL: server.url, ADMIN_PASSWORD: 'not-the-default' }
      expect(await work(dataDir('a'), failpoint, ['nightly'], other)).toBe('killed')
      const again = await open('a')
      await again.events.ready
      expectAuditToBeClean(await again.account.audit())
      expect(await again.account.delivery()).toMatchObject({ accepted: 7, duplicates: 7, stored: 7 })
      expect(await rollupDifferences(again.clickhouse.reader)).toEqual(NO_DIFFERENCES)
    },
  )

  it('stay where the account does not add up with them: a row that nobody accepted is for a person', async () => {
    const a = await open('a')
    await a.deliver(aVisit(ONCE))
    await a.idle()
    await a.clickhouse.migrator.command({
      query: `INSERT INTO analytics.page_views SELECT * REPLACE (generateUUIDv4() AS batch_id) FROM analytics.page_views LIMIT 1`,
    })
    expect((await a.account.settleAndAudit()).ok).toBe(false)
    await a.account.nightly()
    expect(await countStored(a.clickhouse.reader)).toBe(8)
    expect(await a.account.delivery()).toMatchObject({ accepted: 7, duplicates: 0, stored: 8 })
  })

  it('stay while another collector is silent, since what it accepted last is not known', async () => {
    const a = await open('a')
    const b = await CollectorProcess.start(dataDir('b'), {
      CLICKHOUSE_URL: server.url,
      ADMIN_PASSWORD: 'not-the-default',
      COLLECTOR_SILENCE_SECONDS: '5',
    })
    const beacon = aVisit(REPEATED)
    expect(await overHttp(b.site)(beacon)).toMatchObject({ accepted: 7 })
    await a.deliver(beacon)
    await a.idle()
    const { reader } = a.clickhouse
    await until('both have stored it', async () => (await countStored(reader)) === 14 || undefined)
    await b.kill()
    await until('it is silent', async () => {
      const { collectors } = await a.account.delivery()
      return collectors?.some(({ state }) => state === 'old') || undefined
    })
    const { ok, in_motion } = await a.account.settleAndAudit()
    expect({ ok, in_motion: in_motion?.length }).toEqual({ ok: false, in_motion: 1 })
    expect(await countStored(reader)).toBe(14)
  })
})
