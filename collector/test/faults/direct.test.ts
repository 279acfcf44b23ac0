import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openClickHouse } from '../../src/clickhouse/open-clickhouse.ts'
import { ROLLUPS } from '../../src/clickhouse/rollups.ts'
import { temporaryDirectory } from '../postgres/temporary-directory.ts'
import { TestLog } from './harness/event-log.ts'
import { expectAuditToBeClean } from './harness/oracle.ts'
import { aDirectBatch } from './harness/raw-rows.ts'
import { work } from './harness/work-until-killed-process.ts'

let dataDir: string

beforeEach(() => {
  dataDir = join(temporaryDirectory(), 'data')
})

describe('rows that go into the tables past the log', () => {
  it('count as accepted and stored', async () => {
    const log = await TestLog.open(dataDir)
    await log.account.insertDirect(...aDirectBatch())
    expect(await log.account.delivery()).toMatchObject({ received: 5, accepted: 5, stored: 5 })
    expectAuditToBeClean(await log.account.audit())
  })

  it.each([
    ['direct.begun', 0],
    ['direct.after-table', 3],
    ['direct.after-table:2', 5],
  ])('count as they are where a process is killed over them: %s', async (failpoint, rows) => {
    expect(await work(dataDir, failpoint, ['direct'])).toBe('killed')
    const log = await TestLog.open(dataDir)
    expect(await log.account.delivery()).toMatchObject({ accepted: rows, stored: rows })
    expectAuditToBeClean(await log.account.audit())
    // And once, though more follow.
    await log.account.insertDirect(...aDirectBatch())
    await log.close()
    const next = await TestLog.open(dataDir)
    expect(await next.account.delivery()).toMatchObject({ accepted: rows + 5, stored: rows + 5 })
    expectAuditToBeClean(await next.account.audit())
  })

  it('reach the rollups too, where the engine died between a table and its views', async () => {
    expect(await work(dataDir, 'direct.after-table:2', ['direct'])).toBe('killed')
    const clickhouse = await openClickHouse({ kind: 'embedded', path: join(dataDir, 'clickhouse') })
    for (const rollup of ROLLUPS)
      await clickhouse.migrator.command({ query: `TRUNCATE TABLE analytics.${rollup}` })
    await clickhouse.close()
    const log = await TestLog.open(dataDir)
    expectAuditToBeClean(await log.account.audit())
    expect(log.account.staleDays).toEqual([])
  })

  it('count as they are where the database refuses a later table', async () => {
    const log = await TestLog.open(dataDir)
    const [batchId, [views, readings]] = aDirectBatch()
    if (!views || !readings) throw new Error('a direct batch has two tables')
    const bad = { ...readings, bytes: Buffer.from(readings.bytes.toString().replaceAll('5000', '"much"')) }
    await expect(log.account.insertDirect(batchId, [views, bad])).rejects.toThrow()
    expect(await log.account.delivery()).toMatchObject({ accepted: 3, stored: 3 })
    expectAuditToBeClean(await log.account.audit())
  })
})
