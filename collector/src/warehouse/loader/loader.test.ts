import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { append } from '../../spool/testing/append.ts'
import { eventId, overAllTables, sessionId } from '../../spool/testing/rows.ts'
import { TestLoader } from './testing/test-loader.ts'

describe('Loader', () => {
  it('inserts each table of a batch under a token of its own, and commits the batch last', async () => {
    await using test = await TestLoader.open()
    const { database } = test
    await append(test.spool, overAllTables(0, 1, 2, 3, 4))
    database.after = () => expect(test.spool.cursor.stored).toEqual({})
    test.loader.start()
    await test.allCommitted()
    expect(database.inserts.map(({ table }) => table)).toEqual([
      'page_views',
      'click_events',
      'conversion_events',
      'ab_test_assignments',
      'engagement_events',
    ])
    expect(new Set(database.tokens).size).toBe(5)
    expect(test.spool.cursor.stored).toMatchObject({ page_views: 1, engagement_events: 1 })
    expect(test.lines).toEqual([])
  })

  it('marks the sessions of a batch as late that has waited for minutes, and of no other', async () => {
    await using test = await TestLoader.open()
    await test.load(1)
    expect(test.database.marked).toEqual([])
    const release = await (test.append(2), test.holdInserts())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 60_000 })
    onTestFinished(() => void vi.useRealTimers())
    release()
    await test.allCommitted()
    expect(test.database.marked).toEqual([`page_views ${test.database.tokens[1]?.split(':')[0]}`])
  })

  it('has one insert under way at a time, in the order of arrival', async () => {
    await using test = await TestLoader.open()
    const { database } = test
    let under = 0
    database.before = async () => {
      expect(++under).toBe(1)
      await sleep(10)
    }
    database.after = () => void under--
    test.loader.start()
    for (let n = 0; n < 12; n++) {
      await test.append(n)
      await sleep(5)
    }
    await test.allCommitted()
    expect(test.takenEvents()).toEqual(Array.from({ length: 12 }, (_, n) => eventId(n)))
    expect(database.inserts.length).toBeGreaterThan(1)
  })

  it('leaves out what the database has from an earlier batch, at every attempt and in the next process', async () => {
    await using test = await TestLoader.open()
    const { database } = test
    const timed = (n: number) => JSON.stringify([eventId(n), sessionId(n), '2026-11-20 10:00:00.000'])
    const appendTimed = (...events: number[]) =>
      append(test.spool, [{ table: 'page_views', rows: events.map(timed) }])
    await appendTimed(1)
    test.loader.start()
    await test.allCommitted()
    await test.spool.close()
    test.unverified = true
    await test.reopen()
    await appendTimed(1, 2)
    await test.holdInserts()
    expect(test.spool.cursor.duplicate_ids).toEqual({ page_views: [eventId(1)] })

    database.before = () => {}
    await test.reopen()
    test.loader.start()
    await test.allCommitted()
    expect(new Set(database.inserts.slice(1).map(({ body }) => body)).size).toBe(1)
    expect(test.takenEvents()).toEqual([1, 2].map(eventId))
    expect(test.spool.totals).toMatchObject({ accepted: 2, duplicates: 1, rejected: {} })
  })

  it('runs a task between two batches, and no batch meanwhile', async () => {
    await using test = await TestLoader.open()
    const { database } = test
    await test.append(1)
    const release = await test.holdInserts()
    const seen: number[] = []
    const task = test.loader.exclusively(async () => {
      seen.push(database.taken.length)
      await test.append(2)
      await sleep(50)
      seen.push(database.inserts.length)
    })
    release()
    await task
    expect(seen).toEqual([1, 1])
    await test.allCommitted()
  })
})
