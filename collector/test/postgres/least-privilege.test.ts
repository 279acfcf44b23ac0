import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createLogger } from '../../src/platform/logger.ts'
import { claimEmail, completeEmail } from '../../src/email/outbox.ts'
import { queueEmail } from '../../src/email/testing/test-outbox.ts'
import { anEmail } from '../../src/email/testing/an-email.ts'
import { queueBatch } from '../../src/audience/issues/issue-sender.ts'
import { recordEmailOutcome } from '../../src/audience/email-outcomes.ts'
import { recordConsent } from '../../src/audience/consent.ts'
import { submitMessage } from '../../src/audience/contact/submit-message.ts'
import { createIssue } from '../../src/audience/issues/issues.ts'
import { sendIssue } from '../../src/audience/issues/send-issue.ts'
import { erasePerson } from '../../src/audience/personal-data.ts'
import { expirePersonalData } from '../../src/audience/retention.ts'
import { exportAuditLog } from '../../src/identity/audit-log.ts'
import { authenticate } from '../../src/identity/authenticate.ts'
import { refresh, ROTATION_GRACE_MS } from '../../src/identity/refresh.ts'
import { signIn } from '../../src/identity/sign-in.ts'
import { inviteAdmin } from '../../src/identity/team.ts'
import { bringUpToDate, migratePostgres } from '../../src/database/migrate.ts'
import { openPostgres, type Postgres } from '../../src/database/open-postgres.ts'
import { noPostgresServer } from './postgres-server.ts'
import { createServerDatabase, type ServerDatabase } from './server-database.ts'
import { openTestIdentity, owner as admin } from './test-identity.ts'
import { TestClock } from './test-clock.ts'
import { addSubscriber, openTestAudience } from './test-audience.ts'

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

  it('can do everything the product does', async () => {
    const { db } = postgres
    const clock = new TestClock()
    const identity = await openTestIdentity(db, clock.now)
    const { session, refreshToken } = await signIn(identity, admin, '203.0.113.7')
    const principal = await authenticate(identity, session.access_token)
    await refresh(identity, refreshToken, ROTATION_GRACE_MS)
    await inviteAdmin(identity, principal, { email: 'ada@b.test', role: 'editor' })
    await exportAuditLog(identity, {}, principal.userId)

    const audience = await openTestAudience(db, clock.now)
    const message = { name: 'Ada', email: 'ada@b.test', subject: 'A pint', message: 'Read it twice.' }
    await submitMessage(audience, message, '203.0.113.7')
    await recordConsent(audience, { id: 'a'.repeat(20), version: '1', granted: true }, '203.0.113.7')
    await addSubscriber(audience, 'bob@b.test')
    const draft = await createIssue(audience, { subject: 'On halves', preheader: '', body: 'Half.' })
    await sendIssue(audience, draft.id, draft, principal)
    expect(await queueBatch(audience, 60)).toBe('queued')
    await queueEmail(db, anEmail(), clock.now())
    for (let mail = await claimEmail(db, clock.now()); mail; mail = await claimEmail(db, clock.now())) {
      await completeEmail(db, mail, recordEmailOutcome)
    }
    expect(await queueBatch(audience, 60)).toBe('finished')
    await erasePerson(db, 'bob@b.test', clock.now())
    clock.advance({ days: 1_000 })
    expect(await expirePersonalData(db, clock.now())).toMatchObject({ contact_messages: 1 })
  })

  it('starts on its own if no migration is pending, and otherwise says which one is missing', async () => {
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
