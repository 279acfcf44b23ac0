import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { temporaryDirectory } from '../../test/postgres/temporary-directory.ts'
import { pageViews } from '../spool/testing/rows.ts'
import { recordingLogger, TemporarySpool } from '../spool/testing/temporary-spool.ts'
import { noTotals } from '../spool/totals.ts'
import { DeadLetters } from './dead-letters.ts'
import { FakeDatabase } from './testing/fake-database.ts'
import { Writer } from './writer.ts'

let temporary: TemporarySpool
let database: FakeDatabase

beforeEach(async () => {
  temporary = await TemporarySpool.make()
  database = new FakeDatabase()
})

afterEach(() => temporary[Symbol.asyncDispose]())

/** A process that inserts what waits, or gives up after the milliseconds given. */
async function insertAll(settles = true): Promise<void> {
  const { spool } = await temporary.reopen({ flushAfterMs: 5 })
  const writer = new Writer({
    spool,
    clickhouse: database.client,
    migrator: database.client,
    replicated: true,
    deadLetters: await DeadLetters.open(temporaryDirectory()),
    unverified: { includes: () => false, settle: async () => {} },
    log: recordingLogger().log,
  })
  writer.start()
  const isDone = () => (settles ? spool.pendingRows === 0 : database.inserts.length > 0)
  await vi.waitFor(() => expect(isDone()).toBe(true), 5_000)
  await spool.close()
  await writer.drain(100)
}

describe('a writer whose tables are replicated', () => {
  it('keeps to the token of a batch, whatever a count says and whichever process it is', async () => {
    const { spool } = await temporary.open({ flushAfterMs: 5 })
    await spool.append(pageViews(1, 2, 3), noTotals())
    await spool.close()
    // It was taken, and the answer is lost; the replica that counts has not got it yet.
    database.after = () => {
      throw new Error('connection reset')
    }
    await insertAll(false)
    const first = database.inserts.length
    expect(first).toBeGreaterThan(0)
    database.startedAt += 60
    database.after = () => {}
    await insertAll()
    expect(database.inserts.length).toBeGreaterThan(first)
    expect(new Set(database.tokens).size).toBe(1)
    expect(database.taken).toHaveLength(1)
  })
})
