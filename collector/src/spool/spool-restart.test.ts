import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { append } from './testing/append.ts'
import { readRecord, RECORD, RecordBuffer } from './record.ts'
import { damageEvent } from './testing/damage.ts'
import { drain, nextAttempt } from './testing/read-back.ts'
import { pageViews, range } from './testing/rows.ts'
import { openSpool } from './testing/temporary-spool.ts'

describe('a restart', () => {
  it('says that the first batch may be inserted, and those of this process are not', async () => {
    const { temporary, spool } = await openSpool({ maxBatchRows: 1 })
    for (const n of range(1, 3)) await append(spool, pageViews(n))
    expect((await nextAttempt(spool)).batch.mayBeInserted).toBe(false)
    const committed = await nextAttempt(spool)
    await spool.commit(committed.batch, committed.counts, 0)
    const { spool: next } = await temporary.reopen({ maxBatchRows: 1 })
    await append(next, pageViews(4))
    expect((await drain(next)).map(({ batch }) => batch.mayBeInserted)).toEqual([true, false, false])
  })

  it('never writes into a file of the process before', async () => {
    const { temporary, spool } = await openSpool()
    await append(spool, pageViews(1))
    const path = spool.segments[0]?.path ?? ''
    const before = await readFile(path)
    const { spool: next } = await temporary.reopen()
    await append(next, pageViews(2))
    await drain(next)
    expect((await readFile(path)).equals(before)).toBe(true)
  })
})

describe('recovery', () => {
  /** Events 1 and 2 in a segment, and 3 in one that has the length of the first written down. */
  async function withSuccessor() {
    const { temporary, spool, files } = await openSpool()
    await append(spool, pageViews(1))
    await append(spool, pageViews(2))
    files.fail({ operation: 'write', code: 'EIO' })
    await expect(append(spool, pageViews(3))).rejects.toThrow('refused')
    await append(spool, pageViews(3))
    return { temporary, spool }
  }

  it('keeps rows lost to damage in the totals', async () => {
    const { temporary, spool } = await openSpool()
    await append(spool, pageViews(1, 2, 3))
    await append(spool, pageViews(4))
    await spool.flush()
    await damageEvent(spool, 2)
    const { spool: next } = await temporary.reopen()
    expect(next.pendingRows).toBe(4)
    expect(next.totals.accepted).toBe(4)
  })

  it('keeps rows lost to damage before the cursor in the totals', async () => {
    const { temporary, spool } = await openSpool()
    await append(spool, pageViews(1, 2, 3))
    await drain(spool)
    await append(spool, pageViews(4))
    await spool.flush()
    await damageEvent(spool, 2)
    const { spool: next } = await temporary.reopen()
    expect(next.totals.accepted).toBe(4)
  })

  it('quarantines damage at the end of a segment whose length its successor knows', async () => {
    const { temporary, spool } = await withSuccessor()
    await damageEvent(spool, 2)
    const before = temporary.lines.length
    await temporary.reopen()
    expect(temporary.lines.slice(before)).toEqual([
      'error: spool: damaged bytes set aside; rows in them are lost',
    ])
    expect(await readdir(join(temporary.directory, 'quarantine'))).toHaveLength(1)
  })

  it('reports a segment that is shorter than its successor knows', async () => {
    const { temporary, spool } = await withSuccessor()
    const first = spool.segments[0]
    if (!first) throw new Error('there is a segment')
    await truncate(first.path, first.bytes - 10)
    const before = temporary.lines.length
    await temporary.reopen()
    expect(temporary.lines.slice(before).some((line) => line.startsWith('error'))).toBe(true)
  })

  it('numbers new segments after the cursor when the old ones are gone', async () => {
    const { temporary, spool } = await openSpool({ segmentBytes: 1 })
    for (const n of [1, 2, 3]) await append(spool, pageViews(n))
    await drain(spool)
    for (const { path } of spool.segments) await rm(path)
    const { spool: next } = await temporary.reopen()
    await append(next, pageViews(4))
    const { spool: third } = await temporary.reopen()
    expect(third.pendingRows).toBe(1)
  })

  it.each([1, 3])('refuses a segment of format %i', async (format) => {
    const { temporary, spool } = await openSpool()
    await append(spool, pageViews(1))
    const path = spool.segments[0]?.path ?? ''
    const bytes = await readFile(path)
    const header = readRecord(bytes, 0)
    if (!header) throw new Error('a segment begins with a header')
    const buffer = new RecordBuffer()
    buffer.addJson(RECORD.header, { ...(JSON.parse(header.payload.toString()) as object), format })
    await writeFile(path, Buffer.concat([buffer.bytes, bytes.subarray(header.end)]))
    await expect(temporary.reopen()).rejects.toThrow('another version')
  })
})
