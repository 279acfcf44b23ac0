import { readdir } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { append } from './testing/append.ts'
import { attempt, drain, eventsOf, eventsOnDisk } from './testing/read-back.ts'
import { pageViews, range } from './testing/rows.ts'
import { openSpool } from './testing/temporary-spool.ts'

describe('close', () => {
  it('seals what is open, hands it out until all is committed, then ends', async () => {
    const { temporary, spool } = await openSpool({ maxBatchRows: 2 })
    for (const n of range(1, 5)) await append(spool, pageViews(n))
    await spool.close()
    const events: number[] = []
    for (let batch = await spool.nextBatch(); batch; batch = await spool.nextBatch()) {
      const next = await attempt(spool, batch)
      events.push(...next.events)
      await spool.commit(batch, next.counts, 0)
    }
    expect(events).toEqual(range(1, 5))
    expect((await temporary.reopen()).spool.pendingRows).toBe(0)
  })

  it('keeps what was appended before it, and refuses what comes after', async () => {
    const { spool } = await openSpool()
    const appended = append(spool, pageViews(1))
    const closed = spool.close()
    await expect(append(spool, pageViews(2))).rejects.toMatchObject({ code: 'spool_closed' })
    await Promise.all([appended, closed])
    expect(await eventsOnDisk(spool)).toEqual([1])
  })

  it('lets a loader that waits go', async () => {
    const { spool } = await openSpool()
    const waiting = spool.nextBatch()
    await spool.close()
    expect(await waiting).toBeUndefined()
    expect(await spool.nextBatch()).toBeUndefined()
  })

  it('waits for the group that is being written, and seals it', async () => {
    const { spool, files } = await openSpool()
    await append(spool, pageViews(1))
    await drain(spool)
    const write = files.hold('write')
    const appended = append(spool, pageViews(2)).then(
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
    const { temporary, spool } = await openSpool()
    await append(spool, pageViews(1))
    const { spool: next, files } = await temporary.reopen()
    await next.close()
    const created = files.calls.create
    const before = await readdir(temporary.directory)
    await setTimeout(50)
    expect(await readdir(temporary.directory)).toEqual(before)
    expect(files.calls.create).toBe(created)
  })

  it('of a segment file that reports an error refuses nothing that is synced', async () => {
    const { spool, files } = await openSpool({ segmentBytes: 200 })
    files.fail({ operation: 'close', code: 'EIO' })
    await append(spool, pageViews(1, 2, 3)).catch(() => append(spool, pageViews(1, 2, 3)))
    expect(eventsOf(await drain(spool))).toEqual([1, 2, 3])
  })
})
