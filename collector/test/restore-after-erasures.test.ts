import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createAdmin, listAdmins, revokeAdmin } from '../src/identity/admins.ts'
import { issueAccountToken } from '../src/identity/account-links.ts'
import { openPostgres } from '../src/database/open-postgres.ts'
import { backUp } from '../src/operations/backup/back-up.ts'
import { eraseAddress, erasedPeople } from '../src/operations/erased-people.ts'
import { restoreStack } from '../src/operations/backup/restore-stack.ts'
import { createLogger } from '../src/platform/logger.ts'
import { type Context, openContext } from '../src/stack/context.ts'
import { auditEntries, addAccount } from './postgres/test-identity.ts'
import { putMigratedDatabase } from './postgres/migrated-database.ts'
import { temporaryDirectory } from './postgres/temporary-directory.ts'
import { configOf } from './take-session.ts'

const log = createLogger('silent')
const progress = () => {}
const password = 'a long and private one'
const [left, stays, once, wanted, mailed] = [
  'left@b.test',
  'stays@b.test',
  'once@b.test',
  'wanted@b.test',
  'mailed@b.test',
]

/** Two administrators, and addresses in places that are easily overlooked. */
async function addPeople({ config, postgres: { db }, services: { identity } }: Context): Promise<void> {
  for (const email of [left, stays]) await createAdmin(identity, { email, password })
  const at = identity.now()
  const id = await addAccount(db, 'now@b.test', { at, formerEmails: [once] })
  await issueAccountToken(db, id, { purpose: 'email_change', newEmail: wanted }, at)
  await mkdir(config.mail.outboxDir, { recursive: true })
  await writeFile(join(config.mail.outboxDir, '20261120T100000000Z-contact-1.eml'), `To: <${mailed}>\r\n\r\n`)
}

/** Two imports with one row each. The figures of the second one come after those of the backup. */
async function addImports({ postgres: { db }, clickhouse }: Context): Promise<void> {
  const values = { provider: 'plausible' as const, report: 'days', dimensions: ['total' as const], rows: 1 }
  const days = { first_day: '2026-01-01', last_day: '2026-01-01', imported_by: null }
  const [whole] = await db
    .insertInto('history_imports')
    .values(
      ['whole.csv', 'late.csv'].map((name) => {
        const state = 'stored' as const
        return { ...values, ...days, state, file_name: name, file_digest: name, imported_at: new Date(0) }
      }),
    )
    .returning('id')
    .execute()
  await clickhouse.migrator.command({
    query: `INSERT INTO analytics.imported_history (import_id, provider, dimension, day, page_views)
      VALUES ({id: UUID}, 'plausible', 'total', '2026-01-01', 1)`,
    query_params: { id: whole?.id },
  })
}

it('a restore erases again whom an erasure reached, a former administrator too, and says whose account stays', async () => {
  const directory = temporaryDirectory()
  const [dataDir, backup] = [join(directory, 'data'), join(directory, 'backup.tar')]
  await putMigratedDatabase(join(dataDir, 'postgres'))
  const first = await openContext(configOf(dataDir), log)
  await first.services.ready
  await addPeople(first)
  await addImports(first)
  await backUp(first, backup, null, progress)
  await revokeAdmin(first.services.identity, left)
  for (const address of [left, stays, once, wanted, mailed]) await eraseAddress(first, address)
  const addresses = await erasedPeople(first.config, 'addresses')
  await first.close()

  const restoredDir = join(directory, 'restored')
  const erasures = { sessions: [], addresses, consents: [] }
  const restored = await restoreStack(configOf(restoredDir), backup, null, erasures, log, progress)
  expect(restored).toMatchObject({
    addresses_erased_again: 5,
    still_administrators: [stays],
    interrupted_imports: 1,
  })
  expect(await readdir(join(restoredDir, 'outbox'))).toEqual([])

  const { db, close } = await openPostgres(configOf(restoredDir).postgres)
  onTestFinished(close)
  const admins = await listAdmins({ db })
  expect(admins.map(({ email }) => email)).toEqual(expect.not.arrayContaining([left]))
  expect(await auditEntries(db, 'admin_revoked')).toMatchObject([{ details: {} }])
  const accounts = await db.selectFrom('users').select(['email', 'former_emails']).execute()
  expect(JSON.stringify(accounts)).not.toMatch(/left@|once@/)
  expect(await db.selectFrom('account_tokens').select('new_email').execute()).toEqual([])
  expect(await db.selectFrom('history_imports').select(['file_name', 'state']).execute()).toEqual(
    expect.arrayContaining([
      { file_name: 'whole.csv', state: 'stored' },
      { file_name: 'late.csv', state: 'storing' },
    ]),
  )
})
