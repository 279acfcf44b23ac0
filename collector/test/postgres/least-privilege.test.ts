import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createLogger } from '../../src/platform/logger.ts'
import { putMail, claimMail, mailDelivered } from '../../src/mail/outbox.ts'
import { aMail } from '../../src/mail/testing/a-mail.ts'
import { queueLetters } from '../../src/people/editions/queue-letters.ts'
import { reportLetter } from '../../src/people/editions/letter-outcomes.ts'
import { erasePerson } from '../../src/people/retention/erase-person.ts'
import { expirePeople } from '../../src/people/retention/expire-people.ts'
import { bringUpToDate, migratePostgres } from '../../src/database/migrate.ts'
import { openPostgres, type Postgres } from '../../src/database/open-postgres.ts'
import { noPostgresServer } from './postgres-server.ts'
import { createServerDatabase, type ServerDatabase } from './server-database.ts'
import { createTestAuth, owner as admin } from './test-auth.ts'
import { TestClock } from './test-clock.ts'
import { addReader, createTestPeople, origins } from './test-people.ts'

const log = createLogger('silent')
const note = noPostgresServer === undefined ? '' : ` (skipped: ${noPostgresServer})`

/** The accounts are made by the very file that production runs. */
describe.skipIf(noPostgresServer !== undefined)(`the collector’s account in PostgreSQL${note}`, () => {
  let database: ServerDatabase
  let postgres: Postgres
  let collectorUrl: string
  let ownerUrl: string

  beforeAll(async () => {
    // The name in the file.
    database = await createServerDatabase('empty', 'half_measure')
    const { url } = database
    await promisify(execFile)(
      'psql',
      ['-q', '-d', url, '-f', join(import.meta.dirname, '../../../infra/postgres/init/10-roles.sql')],
      { env: { ...process.env, POSTGRES_OWNER_PASSWORD: 'a', POSTGRES_COLLECTOR_PASSWORD: 'b' } },
    )
    collectorUrl = as(url, 'collector', 'b')
    ownerUrl = as(url, 'owner', 'a')
    const config = { kind: 'server', url: collectorUrl, migrationUrl: ownerUrl } as const
    postgres = await openPostgres(config)
    await Promise.all([bringUpToDate(config, postgres.db, log), bringUpToDate(config, postgres.db, log)])
  })

  afterAll(async () => {
    await postgres?.close()
    await database?.drop()
  })

  it.each([
    ['make a table', 'create table mine (n int)'],
    ['change one', 'alter table users add column note text'],
    ['drop one', 'drop table outbox'],
    ['empty one at once', 'truncate contact_messages'],
    ['index one', 'create index mine on users (email)'],
    ['make a function', "create function mine() returns int language sql as 'select 1'"],
    ['rewrite the log of security events', "update audit_log set event = 'signed_in'"],
    ['say that a migration was run', "insert into kysely_migration (name, timestamp) values ('x', 'y')"],
    ['become the owner', 'set role owner'],
    ['read the server’s files', "select pg_read_file('/etc/passwd')"],
  ])('cannot %s', async (_, statement) => {
    await expect(sql.raw(statement).execute(postgres.db)).rejects.toMatchObject({ code: '42501' })
  })

  it('can do all that the product does', async () => {
    const { db } = postgres
    const clock = new TestClock()
    const auth = await createTestAuth(db, clock.now)
    const { session, refreshToken } = await auth.signIn(admin, '203.0.113.7')
    const principal = await auth.authenticate(session.access_token)
    await auth.refresh(refreshToken)
    await auth.team.invite(principal, 'ada@b.test')
    await auth.auditLog.export(principal, {})

    const people = await createTestPeople(db, clock.now)
    const message = { name: 'Ada', email: 'ada@b.test', subject: 'A pint', message: 'Read it twice.' }
    await people.contact.send(message, '203.0.113.7')
    await people.consent.record({ id: 'a'.repeat(20), version: '1', granted: true }, '203.0.113.7')
    await addReader(people, db, 'bob@b.test')
    const draft = await people.editions.create({ subject: 'On halves', preheader: '', body: 'Half.' })
    await people.editions.send(draft.id, draft.version, principal)
    expect(await queueLetters({ db, now: clock.now, origins }, 60)).toBe('queued')
    await putMail(db, aMail(), clock.now())
    for (let mail = await claimMail(db, clock.now()); mail; mail = await claimMail(db, clock.now())) {
      await mailDelivered(db, mail, reportLetter)
    }
    expect(await queueLetters({ db, now: clock.now, origins }, 60)).toBe('finished')
    await erasePerson(db, 'bob@b.test', clock.now())
    clock.advance({ days: 1_000 })
    expect(await expirePeople(db, clock.now())).toMatchObject({ contact_messages: 1 })
  })

  it('starts by itself where nothing is to migrate, and says what is missing where something is', async () => {
    await migratePostgres(postgres.db, log)
    const empty = await createServerDatabase('empty')
    onTestFinished(() => empty.drop())
    const { db, close } = await openPostgres({
      kind: 'server',
      url: as(empty.url, 'collector', 'b'),
    })
    await expect(migratePostgres(db, log)).rejects.toMatchObject({
      name: 'MigrationError',
      message: expect.stringContaining('DATABASE_MIGRATION_URL'),
    })
    await close()
  })
})

function as(url: string, username: string, password: string): string {
  return Object.assign(new URL(url), { username, password }).href
}
