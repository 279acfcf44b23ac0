import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { describeEachPostgres } from '../../test/postgres/each-postgres.ts'
import { temporaryDirectory } from '../../test/postgres/temporary-directory.ts'
import { TestClock } from '../../test/postgres/test-clock.ts'
import { checkAuditLog } from './audit-chain.ts'
import { recordAudit } from './audit-log.ts'
import { expireIdentity } from './retention.ts'

describeEachPostgres('the chain of the audit log', (db) => {
  let clock: TestClock
  let heads: string

  beforeEach(() => {
    clock = new TestClock()
    heads = join(temporaryDirectory(), 'audit-log.json')
  })

  const record = (event: 'admin_created' | 'sign_in_failed' = 'admin_created') =>
    recordAudit(db(), clock.now(), null, { event })
  const check = async () => (await checkAuditLog(db(), heads, clock.now())).problems

  it('is intact as written, also by several collectors at once', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => record(n % 2 ? 'admin_created' : 'sign_in_failed')),
    )
    expect(await checkAuditLog(db(), heads, clock.now())).toEqual({ entries: 20, problems: [] })
    await record()
    expect(await check()).toEqual([])
  })

  it.each([
    [
      'an entry is changed',
      'update audit_log set details = \'{"by":"x"}\' where position = 2',
      'entry 2 was changed',
    ],
    [
      'an entry is dated back',
      "update audit_log set at = at - interval '1 day' where position = 2",
      'entry 2 was changed',
    ],
    [
      'an entry is removed',
      'delete from audit_log where position = 2',
      'entries are missing between 1 and 3',
    ],
    [
      'the newest are removed',
      'delete from audit_log where position >= 3',
      'entry 3, seen at the last check, was removed',
    ],
    ['all are removed', 'delete from audit_log', 'entry 3, seen at the last check, was removed'],
  ])('tells that %s, and again', async (_, change, problem) => {
    for (let n = 0; n < 3; n += 1) await record()
    expect(await check()).toEqual([])
    await sql.raw(change).execute(db())
    for (let time = 0; time < 2; time += 1) {
      expect(await check()).toContainEqual(expect.stringContaining(`administration: ${problem}`))
    }
  })

  it('tells that all but the newest are removed, before they expire', async () => {
    for (let n = 0; n < 3; n += 1) await record()
    expect(await check()).toEqual([])
    await record()
    await sql`delete from audit_log where position < 4`.execute(db())
    expect(await check()).toEqual([expect.stringContaining('entry 3, seen at the last check, was removed')])
  })

  it('loses nothing by retention to an entry with a wrong date', async () => {
    for (let n = 0; n < 5; n += 1) await record()
    await recordAudit(db(), new Date(0), null, { event: 'admin_created' })
    await record()
    expect(await expireIdentity(db(), clock.now())).toMatchObject({ security_events: 0 })
    expect(await checkAuditLog(db(), heads, clock.now())).toEqual({ entries: 7, problems: [] })
  })

  it('tells that everything was written again, hashes included', async () => {
    for (let n = 0; n < 3; n += 1) await record()
    expect(await check()).toEqual([])
    await db().deleteFrom('audit_log').execute()
    clock.advance({ minutes: 1 })
    for (let n = 0; n < 3; n += 1) await record()
    expect(await check()).toEqual([expect.stringContaining('was removed or replaced')])
  })

  it('is restored with the hashes that it had, in whatever order', async () => {
    for (let n = 0; n < 3; n += 1) await record()
    expect(await check()).toEqual([])
    const { rows } = await sql<{ row: string }>`select to_json(a)::text as row from audit_log a`.execute(db())
    await db().deleteFrom('audit_log').execute()
    const backup = `[${rows
      .map(({ row }) => row)
      .toReversed()
      .join(',')}]`
    await sql`insert into audit_log overriding system value
      select * from json_populate_recordset(null::audit_log, ${backup}::json)`.execute(db())
    await record()
    expect(await checkAuditLog(db(), heads, clock.now())).toEqual({ entries: 4, problems: [] })
  })

  it('stays whole as retention deletes its beginning, and all of it', async () => {
    for (let n = 0; n < 3; n += 1) {
      await record()
      await record('sign_in_failed')
      clock.advance({ days: 60 })
    }
    expect(await check()).toEqual([])
    await expireIdentity(db(), clock.now())
    expect(await checkAuditLog(db(), heads, clock.now())).toEqual({ entries: 4, problems: [] })
    clock.advance({ days: 1_000 })
    await expireIdentity(db(), clock.now())
    expect(await checkAuditLog(db(), heads, clock.now())).toEqual({ entries: 0, problems: [] })
  })
})
