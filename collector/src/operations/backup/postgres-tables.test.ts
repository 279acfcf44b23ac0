import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describePostgres } from '../../../test/postgres/each-postgres.ts'
import { temporaryDirectory } from '../../../test/postgres/temporary-directory.ts'
import { membersIn, readMember } from './archive.ts'
import { backUpPostgres, restorePostgres } from './postgres-tables.ts'

describePostgres('tables of PostgreSQL in a backup', (db) => {
  const commissions = async () => {
    const { rows } = await sql<{ rows: string; all: string }>`
      select count(*)::text as rows, md5(string_agg(t::text, ',' order by row_key)) as all
      from affiliate_commissions as t`.execute(db())
    return rows[0]
  }

  it('are written and restored some thousand rows at a time, each once', async () => {
    await sql`
      insert into affiliate_commissions (network, row_key, sub_id, occurred_at, commission, currency, status)
      select 'awin', n::text, 'Bière ' || n || E'\\n', now(), n * 0.0001, 'GBP', 'approved'
      from generate_series(1, 4100) as n`.execute(db())
    const before = await commissions()
    const folder = temporaryDirectory()
    const { tables } = await backUpPostgres(db(), membersIn(folder), () => {})
    expect(tables.find(({ table }) => table === 'affiliate_commissions')).toMatchObject({ rows: 4_100 })
    expect(tables.find(({ table }) => table === 'history_imports')).toMatchObject({ rows: 0 })

    await sql`truncate affiliate_commissions`.execute(db())
    const read = async (file: string) => readMember(await readFile(join(folder, file)))
    const restored = tables.filter(({ table }) =>
      ['affiliate_commissions', 'history_imports'].includes(table),
    )
    await restorePostgres(db(), restored, read)
    expect(await commissions()).toEqual(before)

    await sql`truncate affiliate_commissions`.execute(db())
    const missing = restored.map((table) => ({ ...table, rows: table.rows + 1 }))
    await expect(restorePostgres(db(), missing, read)).rejects.toThrow('has 4100 rows, not 4101')
    expect(await commissions()).toMatchObject({ rows: '0' })
  })
})
