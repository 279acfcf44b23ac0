import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { readRecord, RECORD, RecordBuffer } from './record.ts'
import { attempt, drain, eventsOf, eventsOnDisk, nextAttempt } from './testing/read-back.ts'
import { eventId, pageViews, row } from './testing/rows.ts'
import { TemporarySpool } from './testing/temporary-spool.ts'
import { noTotals } from './totals.ts'

const none = noTotals()

describe('refused rows', () => {
  it('stay out when the header of the segment after them fails too', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool, files } = await temporary.open()
    await spool.append(pageViews(1), none)
    await spool.flush()
    // The rows reach the disk, their sync fails.
    files.fail({ operation: 'datasync', code: 'EIO' })
    await expect(spool.append(pageViews(2), none)).rejects.toThrow('refused')
    // So does the header of the next segment.
    files.fail({ operation: 'write', code: 'ENOSPC' })
    await expect(spool.append(pageViews(2), none)).rejects.toThrow('refused')
    // Then the disk is well, and the browser's repetition is acknowledged.
    await spool.append(pageViews(2), none)

    const { spool: next } = await temporary.reopen()
    expect(await eventsOnDisk(next)).toEqual([1, 2])
    expect(next.totals.accepted).toBe(2)
    expect(eventsOf(await drain(next))).toEqual([1, 2])
  })
})

describe('close', () => {
  it('waits for the group that is being written, and seals it', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool, files } = await temporary.open()
    await spool.append(pageViews(1), none)
    await drain(spool)
    const write = files.hold('write')
    const appended = spool.append(pageViews(2), none).then(
      () => 'acknowledged',
      () => 'refused',
    )
    await write.reached
    const closed = spool.close()
    await setTimeout(20)
    write.release()
    await closed
    expect(await appended).toBe('acknowledged')
    expect(eventsOf(await drain(spool))).toEqual([2])
  })

  it('leaves no writing behind when recovered batches are being sealed', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open()
    await spool.append(pageViews(1), none)
    const { spool: next, files } = await temporary.reopen()
    await next.close()
    const created = files.calls.create
    const before = await readdir(temporary.directory)
    await setTimeout(50)
    expect(await readdir(temporary.directory)).toEqual(before)
    expect(files.calls.create).toBe(created)
  })

  it('of a segment file that reports an error refuses nothing that is synced', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool, files } = await temporary.open({ segmentBytes: 200 })
    files.fail({ operation: 'close', code: 'EIO' })
    await spool.append(pageViews(1, 2, 3), none).catch(() => spool.append(pageViews(1, 2, 3), none))
    expect(eventsOf(await drain(spool))).toEqual([1, 2, 3])
  })
})

describe('flush', () => {
  it('includes the rows of a group that is being written', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool, files } = await temporary.open()
    await spool.append(pageViews(1), none)
    await spool.flush()
    const write = files.hold('write')
    const appended = spool.append(pageViews(2), none)
    await write.reached
    const flushed = spool.flush()
    write.release()
    await flushed
    await appended
    const first = await nextAttempt(spool)
    await spool.settle(first.batch, first.counts, 0)
    expect(await Promise.race([nextAttempt(spool).then((next) => next.events), setTimeout(100)])).toEqual([2])
  })

  it('seals once, and batches grow again behind a busy writer', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool, files } = await temporary.open({ flushAfterMs: 1 })
    // Requests keep arriving while a group is being written, so that the queue never runs empty.
    let n = 0
    const datasync = files.hold('datasync')
    const all: Promise<void>[] = []
    let hold = datasync
    all.push(spool.append(pageViews(++n), none))
    const first = spool.nextBatch()
    for (let group = 0; group < 60; group++) {
      await hold.reached
      all.push(spool.append(pageViews(++n), none))
      const next = files.hold('datasync')
      await setTimeout(1)
      hold.release()
      hold = next
    }
    hold.release()
    await Promise.all(all)
    await first
    const batches = await drain(spool)
    expect(eventsOf(batches)).toEqual(Array.from({ length: n }, (_, i) => i + 1))
    expect(batches.length).toBeLessThan(10)
  })
})

describe('nextBatch', () => {
  it('delivers to a writer that was waiting when the seal failed', { timeout: 6000 }, async () => {
    await using temporary = await TemporarySpool.make()
    const { spool, files } = await temporary.open({ flushAfterMs: 20 })
    const waiting = spool.nextBatch()
    await spool.append(pageViews(1), none)
    files.fail({ operation: 'datasync', code: 'EIO' })
    const batch = await Promise.race([waiting, setTimeout(3000)])
    if (!batch) throw new Error('the acknowledged row was never handed out')
    expect((await attempt(spool, batch)).events).toEqual([1])
  })

  it('waits for the last seal of a spool that is closing', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool, files } = await temporary.open()
    await spool.append(pageViews(1), none)
    const seal = files.hold('datasync')
    const closing = spool.close()
    await seal.reached
    const last = spool.nextBatch()
    seal.release()
    await closing
    expect((await last)?.rows).toEqual({ page_views: 1 })
  })

  it('hands out batches whose seals stand while a later seal waits for the disk', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool, files } = await temporary.open()
    await spool.append(pageViews(1), none)
    await spool.flush()
    await spool.append(pageViews(2), none)
    files.fail({ operation: 'write', code: 'ENOSPC', times: 1000 })
    await expect(spool.append(pageViews(3), none)).rejects.toThrow('refused')
    const batch = await Promise.race([spool.nextBatch(), setTimeout(2500)])
    if (!batch) throw new Error('nothing was handed out')
    expect((await attempt(spool, batch)).events).toEqual([1])
  })
})

describe('the disk', () => {
  it('that fails to sync the directory after creating a segment is used again when it is well', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool, files } = await temporary.open()
    files.fail({ operation: 'create', code: 'EIO', effect: 'whole' })
    await expect(spool.append(pageViews(1), none)).rejects.toThrow('refused')
    await spool.append(pageViews(1), none)
    expect(eventsOf(await drain(spool))).toEqual([1])
  })

  it.each(['whole', undefined] as const)(
    'that fails to remove an expired segment (effect: %s) does not undo or stop settling',
    async (effect) => {
      await using temporary = await TemporarySpool.make()
      const { spool, files } = await temporary.open({ retentionHours: 0, segmentBytes: 1 })
      for (const n of [1, 2, 3]) await spool.append(pageViews(n), none)
      await setTimeout(2)
      files.fail({ operation: 'remove', code: 'EIO', ...(effect ? { effect } : {}) })
      expect(eventsOf(await drain(spool))).toEqual([1, 2, 3])
    },
  )
})

describe('the cap', () => {
  it('lets go of settled segments before it refuses', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open({ maxBytes: 10_000, segmentBytes: 1_000 })
    let n = 0
    while (spool.segments.reduce((sum, { bytes }) => sum + bytes, 0) < 7_000) {
      await spool.append(pageViews(++n, ++n), none)
      await drain(spool)
    }
    // The database goes away: room for replay copies is room for events.
    const settled = n
    while (n - settled < 30) await spool.append(pageViews(++n, ++n), none)
    expect(spool.pendingRows).toBe(30)
  })

  it('does not stay reached when everything is settled', async () => {
    await using temporary = await TemporarySpool.make()
    // As SPOOL_MAX_BYTES at its minimum: a segment may be as large as the cap.
    const { spool } = await temporary.open({ maxBytes: 4_000, segmentBytes: 4_000 })
    let n = 0
    for (; n < 200; n++) {
      await spool.append(pageViews(n), none)
      expect(eventsOf(await drain(spool))).toEqual([n])
    }
  })

  it('does not stay reached when a restart found it reached and everything is settled since', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open()
    for (let n = 0; n < 60; n++) await spool.append(pageViews(n), none)
    const { spool: next } = await temporary.reopen({ maxBytes: 5_000 })
    await drain(next)
    await expect(next.append(pageViews(100), none)).resolves.toBeUndefined()
  })

  it('does not stay reached after tallies alone have filled the spool', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open({ maxBytes: 10_000, segmentBytes: 1_000 })
    for (let n = 0; n < 300; n++) await spool.append([], { ...none, duplicates: 1 })
    await expect(spool.append(pageViews(1), none)).resolves.toBeUndefined()
  })

  it('is not passed by a group that is being written', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool, files } = await temporary.open({ maxBytes: 5_000 })
    const write = files.hold('write')
    const first = Promise.allSettled(Array.from({ length: 30 }, (_, n) => spool.append(pageViews(n), none)))
    await write.reached
    const second = Promise.allSettled(
      Array.from({ length: 30 }, (_, n) => spool.append(pageViews(100 + n), none)),
    )
    write.release()
    await Promise.all([first, second])
    expect(spool.segments.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(5_000)
  })

  it('counts bytes, not characters', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open({ maxBytes: 20_000 })
    await Promise.allSettled(
      Array.from({ length: 60 }, (_, n) =>
        spool.append([{ table: 'page_views', rows: [row(n, '麦'.repeat(200))] }], none),
      ),
    )
    expect(spool.segments.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(20_000)
  })
})

describe('an append', () => {
  it('of one table and more than a record holds is readable or refused', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open()
    const rows = Array.from({ length: 500 }, (_, n) => row(n, 'x'.repeat(10_000)))
    const kept = await spool.append([{ table: 'page_views', rows }], none).then(
      () => 500,
      () => 0,
    )
    expect(eventsOf(await drain(spool))).toHaveLength(kept)
  })

  it('with more rows than a record counts costs its neighbours nothing', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open()
    const rows = Array.from({ length: 70_000 }, (_, n) => `{"event_id":"${eventId(n)}"}`)
    const big = spool.append([{ table: 'page_views', rows }], none)
    const neighbour = spool.append(pageViews(99_999), none)
    await Promise.allSettled([neighbour, big])
    await expect(neighbour).resolves.toBeUndefined()
  })

  it('of an empty block leaves no batch without an id after a crash', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open()
    await spool.append([{ table: 'page_views', rows: [] }, ...pageViews(1)], none)
    const { spool: next } = await temporary.reopen()
    const { batch } = await nextAttempt(next)
    expect(batch.id).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('recovery', () => {
  it('keeps rows that damage took in the account', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open()
    await spool.append(pageViews(1, 2, 3), none)
    await spool.append(pageViews(4), none)
    await spool.flush()
    const path = spool.segments[0]?.path ?? ''
    const bytes = await readFile(path)
    bytes[bytes.indexOf('pine-beer?2')] = 0
    await writeFile(path, bytes)
    const { spool: next } = await temporary.reopen()
    expect(next.pendingRows).toBe(4)
    expect(next.totals.accepted).toBe(4)
  })

  it('keeps rows that damage took before the cursor in the account', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open()
    await spool.append(pageViews(1, 2, 3), none)
    await drain(spool)
    await spool.append(pageViews(4), none)
    await spool.flush()
    const path = spool.segments[0]?.path ?? ''
    const bytes = await readFile(path)
    bytes[bytes.indexOf('pine-beer?2')] = 0
    await writeFile(path, bytes)
    const { spool: next } = await temporary.reopen()
    expect(next.totals.accepted).toBe(4)
  })

  it('quarantines damage at the end of a segment whose length its successor knows', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool, files } = await temporary.open()
    await spool.append(pageViews(1), none)
    await spool.append(pageViews(2), none)
    files.fail({ operation: 'write', code: 'EIO' })
    await expect(spool.append(pageViews(3), none)).rejects.toThrow('refused')
    await spool.append(pageViews(3), none)
    const path = spool.segments[0]?.path ?? ''
    const bytes = await readFile(path)
    bytes[bytes.indexOf('pine-beer?2')] = 0
    await writeFile(path, bytes)
    const before = temporary.lines.length
    await temporary.reopen()
    expect(temporary.lines.slice(before)).toEqual([
      'error: spool: damaged bytes set aside; rows in them are lost',
    ])
    expect(await readdir(join(temporary.directory, 'quarantine'))).toHaveLength(1)
  })

  it('reports a segment that is shorter than its successor knows', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool, files } = await temporary.open()
    await spool.append(pageViews(1), none)
    await spool.append(pageViews(2), none)
    files.fail({ operation: 'write', code: 'EIO' })
    await expect(spool.append(pageViews(3), none)).rejects.toThrow('refused')
    await spool.append(pageViews(3), none)
    const first = spool.segments[0]
    if (!first) throw new Error('there is a segment')
    await truncate(first.path, first.bytes - 10)
    const before = temporary.lines.length
    await temporary.reopen()
    expect(temporary.lines.slice(before).some((line) => line.startsWith('error'))).toBe(true)
  })

  it('numbers new segments after the cursor when the old ones are gone', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open({ segmentBytes: 1 })
    for (const n of [1, 2, 3]) await spool.append(pageViews(n), none)
    await drain(spool)
    for (const { path } of spool.segments) await rm(path)
    const { spool: next } = await temporary.reopen()
    await next.append(pageViews(4), none)
    const { spool: third } = await temporary.reopen()
    expect(third.pendingRows).toBe(1)
  })

  it('refuses a segment of a newer format', async () => {
    await using temporary = await TemporarySpool.make()
    const { spool } = await temporary.open()
    await spool.append(pageViews(1), none)
    const path = spool.segments[0]?.path ?? ''
    const bytes = await readFile(path)
    const header = readRecord(bytes, 0)
    if (!header) throw new Error('a segment begins with a header')
    const buffer = new RecordBuffer()
    buffer.addJson(RECORD.header, { ...(JSON.parse(header.payload.toString()) as object), format: 2 })
    await writeFile(path, Buffer.concat([buffer.bytes, bytes.subarray(header.end)]))
    await expect(temporary.reopen()).rejects.toThrow('newer')
  })
})
