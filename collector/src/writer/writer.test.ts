import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { temporaryDirectory } from '../../test/postgres/temporary-directory.ts'
import { eventIdsOf } from '../spool/row-block.ts'
import type { Spool, SpoolOptions } from '../spool/spool.ts'
import type { FaultyFiles } from '../spool/testing/faulty-files.ts'
import { eventId, overAllTables, pageViews } from '../spool/testing/rows.ts'
import { recordingLogger, TemporarySpool } from '../spool/testing/temporary-spool.ts'
import { noTotals } from '../spool/totals.ts'
import { DeadLetters } from './dead-letters.ts'
import { engineError, FakeDatabase } from './testing/fake-database.ts'
import { Writer } from './writer.ts'

let temporary: TemporarySpool
let spool: Spool
let files: FaultyFiles
let database: FakeDatabase
let deadLetters: DeadLetters
let writer: Writer
let lines: string[]
/** Whether batches are looked up before their first attempt. */
let unverified: boolean

async function openWriter(options: Partial<SpoolOptions> = {}, embedded = false): Promise<void> {
  const opened = await temporary.reopen({ flushAfterMs: 5, ...options })
  spool = opened.spool
  files = opened.files
  const recording = recordingLogger()
  lines = recording.lines
  const { client } = database
  writer = new Writer({
    spool,
    clickhouse: client,
    migrator: client,
    deadLetters,
    embedded,
    unverified: { includes: () => unverified, settle: async () => {} },
    log: recording.log,
  })
}

beforeEach(async () => {
  temporary = await TemporarySpool.make()
  database = new FakeDatabase()
  unverified = false
  deadLetters = await DeadLetters.open(temporaryDirectory())
  await openWriter()
})

afterEach(async () => {
  await spool.close()
  await writer.drain(0)
  await temporary[Symbol.asyncDispose]()
})

const append = (...events: number[]) => spool.append(pageViews(...events), noTotals())
const settled = () => vi.waitFor(() => expect(spool.pendingRows).toBe(0), 5_000)
const takenEvents = () => database.taken.flatMap(({ body }) => [...eventIdsOf(Buffer.from(body))])

describe('Writer', () => {
  it('inserts each table of a batch under a token of its own, and settles the batch last', async () => {
    await spool.append(overAllTables(0, 1, 2, 3, 4), noTotals())
    database.after = () => expect(spool.cursor.stored).toEqual({})
    writer.start()
    await settled()
    expect(database.inserts.map(({ table }) => table)).toEqual([
      'page_views',
      'click_events',
      'conversion_events',
      'ab_test_assignments',
      'engagement_events',
    ])
    expect(new Set(database.tokens).size).toBe(5)
    expect(spool.cursor.stored).toMatchObject({ page_views: 1, engagement_events: 1 })
    expect(lines).toEqual([])
  })

  it('has one insert under way at a time, in the order of arrival', async () => {
    let under = 0
    database.before = async () => {
      expect(++under).toBe(1)
      await sleep(10)
    }
    database.after = () => void under--
    writer.start()
    for (let n = 0; n < 12; n++) {
      await append(n)
      await sleep(5)
    }
    await settled()
    expect(takenEvents()).toEqual(Array.from({ length: 12 }, (_, n) => eventId(n)))
    expect(database.inserts.length).toBeGreaterThan(1)
  })

  it.each([
    ['before it is taken', 'before' as const],
    ['after it was taken', 'after' as const],
  ])('repeats an insert that failed %s with the same bytes and token', async (_, when) => {
    let failures = 3
    database[when] = () => {
      if (failures-- > 0) throw engineError('ECONNRESET', 'socket hang up')
    }
    await append(1, 2, 3)
    writer.start()
    await settled()
    expect(database.inserts).toHaveLength(4)
    expect(new Set(database.tokens).size).toBe(1)
    expect(new Set(database.inserts.map(({ body }) => body)).size).toBe(1)
    expect(takenEvents()).toEqual([1, 2, 3].map(eventId))
    expect(lines.filter((line) => line.startsWith('warn: writer: insert not confirmed'))).toHaveLength(3)
  })

  it('calls for a person after six failures in a row', async () => {
    let failures = 6
    database.before = () => {
      if (failures-- > 0) throw engineError('516', 'Authentication failed')
    }
    await append(1)
    writer.start()
    await vi.waitFor(() => expect(spool.pendingRows).toBe(0), 10_000)
    expect(lines.map((line) => line.split(':')[0])).toEqual(['warn', 'warn', 'warn', 'warn', 'warn', 'error'])
  })

  it.each([
    { what: 'takes a fresh token if none is there', when: 'before' as const, tokens: ['', ':1'] },
    { what: 'sends nothing if they are', when: 'after' as const, tokens: [''] },
  ])('asks for the rows after a restart of the engine, and $what', async ({ when, tokens }) => {
    database[when] = () => {
      if (database.inserts.length > 1) return
      database.startedAt += 60
      throw engineError('ECONNRESET')
    }
    await append(1, 2)
    writer.start()
    await settled()
    const [first = ''] = database.tokens
    expect(database.tokens).toEqual(tokens.map((generation) => first + generation))
    expect(takenEvents()).toEqual([1, 2].map(eventId))
  })

  it('keeps to the fresh token while the engine lives', async () => {
    database.before = () => {
      if (database.inserts.length === 1) database.startedAt += 60
      if (database.inserts.length < 4) throw engineError('ECONNRESET')
    }
    await append(1, 2)
    writer.start()
    await settled()
    const [first = ''] = database.tokens
    expect(database.tokens).toEqual([first, `${first}:1`, `${first}:1`, `${first}:1`])
  })

  it.each([
    ['the same token while the engine lives, which may still be busy with it', 1_000, false, ''],
    ['a fresh one after the engine was started anew, and had nothing of it', 2_000, false, ':1'],
    ['a fresh one where the engine was that process, however soon it follows', 1_000, true, ':1'],
  ])('takes over from a process that is gone with %s', async (_, startedAt, embedded, generation) => {
    const gate = Promise.withResolvers<void>()
    database.before = () => gate.promise
    await append(1, 2)
    writer.start()
    await vi.waitFor(() => expect(database.inserts).toHaveLength(1))
    const [first = ''] = database.tokens
    const busy = database.inserts.length

    database.before = () => {}
    database.startedAt = startedAt
    await openWriter({}, embedded)
    writer.start()
    await settled()
    expect(database.tokens.slice(busy)).toEqual([`${first}${generation}`])
    expect(takenEvents()).toEqual([1, 2].map(eventId))
  })

  it('doubles nothing when an insert of a process that is gone comes to its end after all', async () => {
    const gate = Promise.withResolvers<void>()
    database.before = () => gate.promise
    await append(1, 2)
    writer.start()
    await vi.waitFor(() => expect(database.inserts).toHaveLength(1))
    database.before = () => {}
    await openWriter()
    writer.start()
    await settled()
    gate.resolve()
    await sleep(20)
    expect(takenEvents()).toEqual([1, 2].map(eventId))
  })

  it('leaves out what the database has from an earlier batch, at every attempt and in the next process', async () => {
    const timed = (n: number) =>
      JSON.stringify({ event_id: eventId(n), received_at: '2026-11-20 10:00:00.000' })
    const appendTimed = (...events: number[]) =>
      spool.append([{ table: 'page_views', rows: events.map(timed) }], noTotals())
    await appendTimed(1)
    writer.start()
    await settled()
    await spool.close()
    unverified = true
    await openWriter()
    await appendTimed(1, 2)
    const gate = Promise.withResolvers<void>()
    database.before = () => gate.promise
    writer.start()
    await vi.waitFor(() => expect(database.inserts).toHaveLength(2))
    expect(spool.cursor.repeats).toEqual({ page_views: [eventId(1)] })

    database.before = () => {}
    await openWriter()
    writer.start()
    await settled()
    expect(new Set(database.inserts.slice(1).map(({ body }) => body)).size).toBe(1)
    expect(takenEvents()).toEqual([1, 2].map(eventId))
    expect(spool.totals).toMatchObject({ accepted: 2, duplicates: 1, rejected: {} })
  })

  it('asks for the rows once more where an insert was confirmed only in the end', async () => {
    database.before = (insert) => {
      if (database.inserts.length === 1) throw engineError('ECONNRESET')
      // As if an engine that restarted in between had used the token up in vain.
      if (database.inserts.length === 2) database.taken.push({ ...insert, body: '' })
    }
    await append(1, 2)
    writer.start()
    await settled()
    const [first = ''] = database.tokens
    expect(database.tokens).toEqual([first, first, `${first}:1`])
    expect(takenEvents()).toEqual([1, 2].map(eventId))
  })

  it('goes on with a batch when the disk could not move the cursor, and doubles nothing', async () => {
    // The first write tells which engine the batch goes to, the second that it is settled.
    files.fail({ operation: 'replace', code: 'ENOSPC', after: 1 })
    await append(1, 2)
    writer.start()
    await settled()
    expect(database.tokens).toHaveLength(2)
    expect(new Set(database.tokens).size).toBe(1)
    expect(takenEvents()).toEqual([1, 2].map(eventId))
    expect(lines).toContain('error: writer: the spool could not be read or moved; trying again')
  })

  it('ends while the disk is away, leaving the batch to the next process', async () => {
    files.fail({ operation: 'replace', code: 'EIO', times: 100 })
    await append(1)
    writer.start()
    await vi.waitFor(() => expect(lines).toHaveLength(1))
    await spool.close()
    await writer.drain(50)
    expect(spool.pendingRows).toBe(1)
  })

  it('runs a task between two batches, and no batch meanwhile', async () => {
    const gate = Promise.withResolvers<void>()
    database.before = () => gate.promise
    await append(1)
    writer.start()
    await vi.waitFor(() => expect(database.inserts).toHaveLength(1))
    const seen: number[] = []
    const task = writer.exclusively(async () => {
      seen.push(database.taken.length)
      await append(2)
      await sleep(50)
      seen.push(database.inserts.length)
    })
    gate.resolve()
    await task
    expect(seen).toEqual([1, 1])
    await settled()
  })
})

describe('drain', () => {
  it('inserts what was acknowledged before the stop, sealed or not', async () => {
    const gate = Promise.withResolvers<void>()
    database.before = () => gate.promise
    await append(1)
    writer.start()
    await vi.waitFor(() => expect(database.inserts).toHaveLength(1))
    await append(2)
    // The writer comes back for more while the last batch's seal is still on its way to the disk.
    const seal = files.hold('datasync')
    const closed = spool.close()
    await seal.reached
    gate.resolve()
    await vi.waitFor(() => expect(spool.cursor.stored).toMatchObject({ page_views: 1 }))
    await sleep(10)
    seal.release()
    await closed
    await writer.drain(5_000)
    expect(spool.pendingRows).toBe(0)
    expect(takenEvents()).toEqual([1, 2].map(eventId))
  })

  it('gives up on a database that refuses, in the time given', async () => {
    database.before = () => {
      throw engineError('ECONNREFUSED')
    }
    await append(1, 2)
    writer.start()
    await spool.close()
    const begun = performance.now()
    await writer.drain(300)
    expect(performance.now() - begun).toBeLessThan(1_000)
    expect(spool.pendingRows).toBe(2)
  })

  it('settles nothing any more when an answer comes after it has given up', async () => {
    const gate = Promise.withResolvers<void>()
    database.before = () => gate.promise
    await append(1)
    writer.start()
    await vi.waitFor(() => expect(database.inserts).toHaveLength(1))
    await spool.close()
    const drained = writer.drain(20)
    await sleep(60)
    gate.resolve()
    await drained
    expect(spool.pendingRows).toBe(1)
    expect(spool.cursor.stored).toEqual({})
    // The next process asks first, and finds it there.
    await openWriter()
    writer.start()
    await settled()
    expect(takenEvents()).toEqual([eventId(1)])
  })
})
