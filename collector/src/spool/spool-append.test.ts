import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { append, appendAll } from './testing/append.ts'
import { drain, eventsOf, nextAttempt } from './testing/read-back.ts'
import { overAllTables, pageViews, range, row } from './testing/rows.ts'
import { openSpool } from './testing/temporary-spool.ts'

describe('append', () => {
  it('resolves only after the rows are synced', async () => {
    const { spool, files } = await openSpool()
    await append(spool, pageViews(1))

    const datasync = files.hold('datasync')
    let acknowledged = false
    const appended = append(spool, pageViews(2)).then(() => {
      acknowledged = true
    })
    await datasync.reached
    await setTimeout(10)
    expect(acknowledged).toBe(false)
    expect(spool.totals.accepted).toBe(1)
    datasync.release()
    await appended
    expect(spool.totals.accepted).toBe(2)
  })

  it('shares one write and one sync with the appends that arrive together', async () => {
    const { spool, files } = await openSpool()
    await append(spool, pageViews(0))
    const { write, datasync } = files.calls
    await appendAll(spool, range(1, 50))
    expect(files.calls).toMatchObject({ write: write + 1, datasync: datasync + 1 })
  })

  it('shares the next sync with all that arrive during this one', async () => {
    const { spool, files } = await openSpool()
    await append(spool, pageViews(0))
    const before = files.calls.datasync
    const datasync = files.hold('datasync')
    const first = append(spool, pageViews(1))
    await datasync.reached
    const others = appendAll(spool, range(2, 50))
    datasync.release()
    await Promise.all([first, others])
    expect(files.calls.datasync).toBe(before + 2)
  })

  it('keeps the order of appends, within a table and over groups', async () => {
    const { spool } = await openSpool()
    for (const group of [range(1, 30), range(31, 31), range(32, 60)]) await appendAll(spool, group)
    expect(eventsOf(await drain(spool))).toEqual(range(1, 60))
  })

  it('keeps rows of every table, and counts them by table', async () => {
    const { spool } = await openSpool()
    await append(spool, overAllTables(...range(1, 12)))
    const [only] = await drain(spool)
    expect(only?.events.toSorted((a, b) => a - b)).toEqual(range(1, 12))
    expect(only?.counts).toEqual(only?.batch.rows)
    expect(spool.cursor.stored).toEqual({
      page_views: 2,
      click_events: 3,
      conversion_events: 3,
      ab_test_assignments: 2,
      engagement_events: 2,
    })
  })

  it('counts what was not stored in the totals, beside rows and alone, and over a restart', async () => {
    const { temporary, spool } = await openSpool()
    await append(spool, pageViews(1, 2), {
      received: 5,
      accepted: 0,
      duplicates: 1,
      rejected: { prefetch: 2 },
    })
    const rest = { received: 4, accepted: 3, duplicates: 0, rejected: { prefetch: 1, before_consent: 1 } }
    await append(spool, [], rest)
    const totals = { received: 9, accepted: 5, duplicates: 1, rejected: { prefetch: 3, before_consent: 1 } }
    expect(spool.totals).toEqual(totals)
    const { spool: next } = await temporary.reopen()
    expect(next.totals).toEqual(totals)
    await append(next, pageViews(3))
    expect((await temporary.reopen()).spool.totals).toEqual({ ...totals, accepted: 6 })
  })

  it('keeps more rows of one table than a record holds so that they can be read, or refuses them', async () => {
    const { spool } = await openSpool()
    const rows = Array.from({ length: 500 }, (_, n) => row(n, 'x'.repeat(10_000)))
    const kept = await append(spool, [{ table: 'page_views', rows }]).then(
      () => 500,
      () => 0,
    )
    expect(eventsOf(await drain(spool))).toHaveLength(kept)
  })

  it('costs its neighbours nothing where it has more rows than a record counts', async () => {
    const { spool } = await openSpool()
    const rows = Array.from({ length: 70_000 }, (_, n) => row(n))
    const big = append(spool, [{ table: 'page_views', rows }])
    const neighbour = append(spool, pageViews(99_999))
    await Promise.allSettled([neighbour, big])
    await expect(neighbour).resolves.toBeUndefined()
  })

  it('leaves no batch without an id after a crash where one of its blocks is empty', async () => {
    const { temporary, spool } = await openSpool()
    await append(spool, [{ table: 'page_views', rows: [] }, ...pageViews(1)])
    const { spool: next } = await temporary.reopen()
    const { batch } = await nextAttempt(next)
    expect(batch.id).toMatch(/^[0-9a-f-]{36}$/)
  })
})
