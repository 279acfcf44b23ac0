import { beforeEach, describe, expect, it } from 'vitest'
import type { TestLog } from './harness/event-log.ts'
import type { Trouble } from './harness/faulty-proxy.ts'
import { filesThatName } from './harness/files-that-name.ts'
import { LoadDriver } from './harness/load-driver.ts'
import { expectReconciled, expectTablesToMatch } from './harness/oracle.ts'
import { fullReport, SharedServers } from './harness/shared-servers.ts'
import { countStored } from './harness/stored-rows.ts'
import { until } from './harness/until.ts'
import { aSession } from './harness/session.ts'

const ERASED = 'session_1763632800000_erased'

let shared: SharedServers
let a: TestLog
let b: TestLog
let driver: LoadDriver

beforeEach(async () => {
  shared = await SharedServers.start()
  ;[a, b] = await Promise.all([shared.open('a'), shared.open('b')])
  driver = new LoadDriver({ oldSessions: false })
})

/** Some events at each of them, while PostgreSQL is as it may be. */
async function send(): Promise<void> {
  driver.start((beacon) => (beacon.session_id.charCodeAt(20) % 2 ? a : b).deliver(beacon))
  await driver.untilAcknowledged()
  await driver.stop()
  await Promise.all([a.idle(), b.idle()])
}

/** Everything acknowledged is stored once, according to both collectors. */
async function expectAllOnce(): Promise<void> {
  await fullReport(a.reconciliation, driver)
  for (const log of [a, b]) expectReconciled(await log.reconcile())
  await expectTablesToMatch(a.clickhouse.reader, driver.log)
}

describe('while PostgreSQL cannot be reached', () => {
  it.each<Trouble>(['refuse', 'black-hole'])(
    'events are acknowledged and loaded; what needs it waits, says so, and completes when it is back: %s',
    async (trouble) => {
      await send()
      await shared.postgres.make(trouble)
      await until('they notice', () => !a.reconciliation.coordination.isAvailable)
      await send()
      expect(driver.refusals).toEqual({})
      await a.deliver(aSession(ERASED))
      await a.idle()
      await a.reconciliation.erasures.request(ERASED)
      await expect(a.reconciliation.reconcile()).rejects.toThrow()
      expect(a.reconciliation.erasures.open).toBe(1)
      expect(await countStored(a.clickhouse.reader, `session_id = '${ERASED}'`)).toBe(7)
      expect(await a.deliver(aSession(ERASED))).toMatchObject({ accepted: 0 })

      await shared.postgres.make('none')
      await a.reconciliation.erasures.idle()
      expect(await countStored(a.clickhouse.reader, `session_id = '${ERASED}'`)).toBe(0)
      await until('all is as before', () => b.reconciliation.coordination.isAvailable)
      await expectAllOnce()
    },
  )

  it('a collector starts, accepts events and loads them', async () => {
    await b.close()
    await shared.postgres.make('refuse')
    b = await shared.open('b')
    await send()
    expect(driver.refusals).toEqual({})
    await shared.postgres.make('none')
    await until('it is known', () => b.reconciliation.coordination.isAvailable)
    await expectAllOnce()
  })
})

describe('PostgreSQL that fails during', () => {
  /** Cuts it off at the first ClickHouse query of some work. */
  async function cutOff(log: TestLog, work: () => Promise<unknown>): Promise<unknown> {
    const { migrator } = log.clickhouse
    const query = migrator.query.bind(migrator)
    migrator.query = async (...params: Parameters<typeof query>) => {
      migrator.query = query
      await shared.postgres.make('refuse')
      return query(...params)
    }
    return work().then(
      () => 'done',
      (error: unknown) => error,
    )
  }

  it.each<[string, (log: TestLog) => Promise<unknown>]>([
    ['a reconciliation', (log) => log.reconciliation.reconcile()],
    ['the nightly job', (log) => log.reconciliation.nightly()],
    ['a removal of duplicates', (log) => log.reconciliation.deduplicate()],
  ])('%s blocks nobody, and the next one finds everything in order', async (_, task) => {
    await send()
    const now = Date.now() - 120_000
    const repeated = aSession('session_1763632800000_repeated')
    driver.log.sending(repeated)
    driver.log.acknowledged(repeated, await a.deliver(repeated, now))
    driver.log.acknowledged(repeated, await b.deliver(repeated, now + 1_000))
    await Promise.all([a.idle(), b.idle()])
    await cutOff(a, () => task(a))
    await send()
    expect(driver.refusals).toEqual({})
    await shared.postgres.make('none')
    await until('it is back', () => a.reconciliation.coordination.isAvailable)
    for (const log of [a, b, a]) await log.reconciliation.coordination.heartbeat()
    await b.reconciliation.deduplicate()
    await expectAllOnce()
  })

  it('an erasure: the erasure completes when it is back, and counts once', async () => {
    await send()
    for (const log of [a, b]) await log.deliver(aSession(ERASED))
    await Promise.all([a.idle(), b.idle()])
    const before = await countStored(a.clickhouse.reader)
    await cutOff(a, async () => {
      await a.reconciliation.erasures.request(ERASED)
      await until('it is cut off', () => !a.reconciliation.coordination.isAvailable)
    })
    await send()
    await shared.postgres.make('none')
    await a.reconciliation.erasures.idle()
    await until('nothing names it', () =>
      ['a', 'b'].every((name) => filesThatName(shared.dataDir(name), ERASED).length === 0),
    )
    for (const log of [a, b, a]) await log.reconciliation.coordination.heartbeat()
    const report = await a.delivery()
    expect(report.erased).toBe(report.accepted - report.stored)
    expect(report.stored).toBeGreaterThan(before - 14)
    for (const log of [a, b]) expectReconciled(await log.reconcile())
  })

  it('a backup: the backup is discarded, since another collector may have removed rows meanwhile', async () => {
    await send()
    const read = a.reconciliation.whilePaused(async (lease) => {
      await shared.postgres.make('refuse')
      await until('its lease is lost', () => {
        try {
          lease.assertHeld()
          return undefined
        } catch {
          return true
        }
      })
      lease.assertHeld()
    })
    await expect(read).rejects.toMatchObject({ code: 'lease_lost' })
    await shared.postgres.make('none')
    await until('it is back', () => a.reconciliation.coordination.isAvailable)
    expect(await a.reconciliation.whilePaused(async () => 'read')).toBe('read')
  })
})
