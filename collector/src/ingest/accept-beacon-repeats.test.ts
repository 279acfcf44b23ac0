import { aClick } from '@half-measure/shared/testing/events.ts'
import { describe, expect, it } from 'vitest'
import { eventId } from '../spool/testing/rows.ts'
import { totalsOf } from '../spool/testing/totals.ts'
import { nthView } from '../testing/drafts.ts'
import { idsOf, TestIngest } from '../testing/test-ingest.ts'

describe('acceptBeacon and the same event again', () => {
  it('within a beacon: the first one counts', async () => {
    await using test = await TestIngest.open()
    const other = { ...nthView(1), page_path: '/elsewhere' }
    expect(await test.send({ events: [nthView(1), other, nthView(1)] })).toMatchObject({
      accepted: 1,
      duplicates: 2,
    })
    const rows = await test.takeRows()
    expect(rows.map(({ row }) => row['page_path'])).toEqual(['/articles/pine-beer'])
  })

  it('in capitals, in another session and as another kind: still the same', async () => {
    await using test = await TestIngest.open()
    const event_id = '0193a5c0-7f3e-7abc-8def-0123456789ab'
    await test.send({ events: [{ ...nthView(1), event_id }] })
    const again = await test.send({
      session_id: 'session_2_another',
      events: [{ ...nthView(1), event_id: event_id.toUpperCase() }, aClick({ event_id })],
    })
    expect(again).toEqual({ accepted: 0, duplicates: 2, rejected: [] })
    expect(await test.takeRows()).toHaveLength(1)
  })

  it('in a beacon with new ones: only those are kept', async () => {
    await using test = await TestIngest.open()
    await test.send({ events: [nthView(1), nthView(2)] })
    expect(await test.send({ events: [nthView(2), nthView(3), nthView(1)] })).toMatchObject({
      accepted: 1,
      duplicates: 2,
    })
    expect(idsOf(await test.takeRows())).toEqual([1, 2, 3].map(eventId))
  })

  it('five times at once: stored once, and every call gets a response', async () => {
    await using test = await TestIngest.open()
    const receipts = await Promise.all(
      Array.from({ length: 5 }, () => test.send({ events: [nthView(1), nthView(2)] })),
    )
    expect(receipts.map(({ accepted, duplicates }) => [accepted, duplicates])).toEqual([
      [2, 0],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 2],
    ])
    expect(test.spool.totals).toEqual(totalsOf({ accepted: 2, duplicates: 8, rejected: {} }))
    expect(await test.takeRows()).toHaveLength(2)
  })

  it('while the original is still on its way to the disk: not called a duplicate before that has arrived', async () => {
    await using test = await TestIngest.open()
    await test.send({ events: [nthView(1)] })
    const sync = test.files.hold('datasync')
    const original = test.send({ events: [nthView(2)] })
    await sync.reached
    let responded = false
    const again = test.send({ events: [nthView(2)] }).finally(() => (responded = true))
    await new Promise(setImmediate)
    expect(responded).toBe(false)
    sync.release()
    expect(await original).toMatchObject({ accepted: 1 })
    expect(await again).toMatchObject({ duplicates: 1 })
  })

  it('while the original is being refused: refused as well, and kept at the next try', async () => {
    await using test = await TestIngest.open()
    await test.send({ events: [nthView(1)] })
    test.files.fail({ operation: 'datasync', code: 'EIO' })
    const sync = test.files.hold('datasync')
    const original = test.send({ events: [nthView(2)] })
    await sync.reached
    const again = test.send({ events: [nthView(2)] })
    const results = Promise.allSettled([original, again])
    sync.release()
    for (const result of await results)
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'spool_io' } })
    expect(await test.send({ events: [nthView(2)] })).toMatchObject({ accepted: 1 })
    expect(idsOf(await test.takeRows())).toEqual([eventId(1), eventId(2)])
  })

  it('in the turn in which the original is refused: kept, and not called a duplicate of what is stored nowhere', async () => {
    await using test = await TestIngest.open({ maxBytes: 2_000 })
    const events = Array.from({ length: 100 }, (_, n) => nthView(n))
    // Pipelined requests on one connection, or two that were parsed in one turn.
    const [original, again] = await Promise.allSettled([
      test.send({ events }),
      test.send({ events: [nthView(0)] }),
    ])
    expect(original).toMatchObject({ status: 'rejected', reason: { code: 'spool_full' } })
    expect(again).toMatchObject({ value: { accepted: 1, duplicates: 0 } })
  })
})
