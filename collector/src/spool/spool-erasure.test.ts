import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { append } from './testing/append.ts'
import { damageEvent } from './testing/damage.ts'
import { nextAttempt } from './testing/read-back.ts'
import { pageViews, sessionId } from './testing/rows.ts'
import { openSpool } from './testing/temporary-spool.ts'

describe('erased rows', () => {
  it('are blanked in a damaged stretch and in a torn tail too', async () => {
    const { temporary, spool } = await openSpool()
    for (const n of [1, 2, 3]) await append(spool, pageViews(n))
    await spool.flush()
    const { batch } = await nextAttempt(spool)
    const path = spool.segments[0]?.path ?? ''
    const bytes = await readFile(path)
    // The session stays readable, and the record around it is not whole.
    bytes.writeUInt8(0, bytes.indexOf('pine-beer?2'))
    await writeFile(
      path,
      Buffer.concat([bytes, Buffer.from('a torn tail with "session_id":"session_2_aaaa"')]),
    )

    const { spool: next } = await temporary.reopen()
    await next.commit((await nextAttempt(next)).batch, { page_views: 2 }, 1)
    expect(batch.segment).toBe(next.cursor.segment)
    await next.rotate()
    await next.blankCommittedRows((session) => session === sessionId(2))
    const after = await readFile(path)
    expect(after.includes(sessionId(2))).toBe(false)
    expect(after.includes(sessionId(3))).toBe(true)
    expect(await temporary.reopen().then(({ spool: { totals } }) => totals.accepted)).toBe(3)
  })

  it('go with the quarantined damage; old quarantines are removed anyway', async () => {
    const { temporary, spool } = await openSpool()
    for (const n of [1, 2, 3]) await append(spool, pageViews(n))
    await spool.flush()
    await damageEvent(spool, 2)
    const { spool: next } = await temporary.reopen()
    const setAside = () => readdir(join(temporary.directory, 'quarantine'))
    expect(await setAside()).toHaveLength(1)
    await next.removeQuarantined(Date.now() - 60_000)
    expect(await setAside()).toHaveLength(1)
    await next.removeQuarantined()
    expect(await setAside()).toEqual([])
  })
})
