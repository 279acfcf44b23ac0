import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeEachPostgres } from '../../test/postgres/each-postgres.ts'
import { createLogger } from '../platform/logger.ts'
import { migratePostgres } from './migrate.ts'

const log = createLogger('silent')

describeEachPostgres('migratePostgres', (db) => {
  it('changes nothing the second time, nor if two collectors start at the same time', async () => {
    await db()
      .insertInto('users')
      .values({ email: 'a@b.test', password_hash: '', created_at: new Date() })
      .execute()
    await Promise.all([migratePostgres(db(), log), migratePostgres(db(), log)])
    expect(await db().selectFrom('users').select('email').execute()).toEqual([{ email: 'a@b.test' }])
  })

  it('refuses a database that a newer build has migrated, and says what to do', async () => {
    await sql`insert into kysely_migration (name, timestamp) values ('29991231T000000-later', 'x')`.execute(
      db(),
    )
    try {
      await expect(migratePostgres(db(), log)).rejects.toMatchObject({
        name: 'MigrationError',
        message: expect.stringMatching(
          /made by another version: it has 29991231T000000-later.*Start the version that wrote it, or restore/,
        ),
      })
    } finally {
      await sql`delete from kysely_migration where name like '2999%'`.execute(db())
    }
  })
})
