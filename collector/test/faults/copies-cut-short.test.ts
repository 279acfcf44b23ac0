import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { temporaryDirectory } from '../postgres/temporary-directory.ts'
import { TestLog } from './harness/event-log.ts'
import { expectAuditToBeClean } from './harness/oracle.ts'
import { rawPageViews } from './harness/raw-rows.ts'
import { countStored } from './harness/stored-rows.ts'

const SESSION = 'session_1763632800000_repeated'

let log: TestLog

/** Three events that were accepted twice, and a removal of the later rows that ClickHouse has not confirmed. */
beforeEach(async () => {
  log = await TestLog.open(join(temporaryDirectory(), 'data'))
  const rows = rawPageViews(3, { session_id: SESSION })
  for (const batchId of [randomUUID(), randomUUID()]) {
    const bytes = Buffer.from(rows.map((row) => `{"batch_id":"${batchId}",${row.slice(1)}\n`).join(''))
    await log.account.insertDirect(batchId, [{ table: 'page_views', count: 3, bytes }])
  }
  const command = vi.spyOn(log.clickhouse.migrator, 'command')
  command.mockRejectedValueOnce(new Error('Timeout error.'))
  await expect(log.account.settleAndAudit()).rejects.toThrow('Timeout')
  command.mockRestore()
  expect(await countStored(log.clickhouse.reader)).toBe(6)
})

describe('copies whose removal was cut short', () => {
  it('go before the next audit, and are no finding of it', async () => {
    expectAuditToBeClean(await log.account.audit())
    expect(await log.account.delivery()).toMatchObject({ accepted: 3, duplicates: 3, stored: 3 })
  })

  it('count once where their session is erased next', async () => {
    await log.account.eraser.request(SESSION)
    await log.account.eraser.idle()
    expect(await log.account.delivery()).toMatchObject({ accepted: 3, duplicates: 3, stored: 0, erased: 3 })
    expectAuditToBeClean(await log.account.audit())
  })

  it('go before a backup is made, whose account would be another one after the restore', async () => {
    const stored = await log.account.whilePaused(() => countStored(log.clickhouse.reader))
    expect(stored).toBe(3)
  })
})
