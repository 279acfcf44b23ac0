import { describe, expect, it } from 'vitest'
import { append } from './testing/append.ts'
import { nextAttempt } from './testing/read-back.ts'
import { eventId, pageViews } from './testing/rows.ts'
import { openSpool } from './testing/temporary-spool.ts'
import { totalsOf } from './testing/totals.ts'

describe('events that turn out to be duplicates', () => {
  it('stay noted over a restart, and count as duplicates once their batch is committed', async () => {
    const { temporary, spool } = await openSpool()
    await append(spool, pageViews(1, 2, 3), { received: 3 })
    await spool.flush()
    await nextAttempt(spool)
    const duplicateIds = { page_views: [eventId(1), eventId(3)] }
    await spool.attempts.noteDuplicates(duplicateIds)
    expect(spool.totals).toEqual(totalsOf({ accepted: 3 }))

    const { spool: next } = await temporary.reopen()
    const { batch } = await nextAttempt(next)
    expect(next.cursor.duplicate_ids).toEqual(duplicateIds)
    await next.commit(batch, { page_views: 1 }, 0)
    expect(next.cursor).toMatchObject({ duplicate_ids: null, duplicates: 2, stored: { page_views: 1 } })
    expect(next.totals).toEqual(totalsOf({ accepted: 1, duplicates: 2 }))

    // Nor does the header of the next segment count them again.
    const { spool: last } = await temporary.reopen()
    await append(last, pageViews(4), { received: 1 })
    await last.flush()
    const { spool: reopened } = await temporary.reopen()
    expect(reopened.totals).toEqual(totalsOf({ accepted: 2, duplicates: 2 }))
  })
})
