import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { MINUTE_MS } from '@half-measure/shared/durations.ts'
import { createIssue } from '../src/audience/issues/issues.ts'
import { sendIssue } from '../src/audience/issues/send-issue.ts'
import { toConfig } from '../src/config/config.ts'
import { readEnv } from '../src/config/env.ts'
import { openPostgres } from '../src/database/open-postgres.ts'
import { anEmail } from '../src/email/testing/an-email.ts'
import { claimEmail } from '../src/email/outbox.ts'
import { backUp } from '../src/operations/backup/back-up.ts'
import { restoreStack } from '../src/operations/backup/restore-stack.ts'
import { createLogger } from '../src/platform/logger.ts'
import { type Context, openContext } from '../src/stack/context.ts'
import { issueText } from './postgres/issue-editor.ts'
import { putMigratedDatabase } from './postgres/migrated-database.ts'
import { temporaryDirectory } from './postgres/temporary-directory.ts'
import { addSubscribers } from './postgres/test-audience.ts'

const log = createLogger('silent')
const progress = () => {}
const configOf = (dataDir: string) =>
  toConfig(readEnv({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'not-the-default' }))

async function emailFiles(dataDir: string): Promise<string[]> {
  const outbox = join(dataDir, 'outbox')
  return existsSync(outbox) ? readdir(outbox) : []
}

/** A subscriber, an issue whose time has come, and a waiting email. Nothing of it is sent: the stack is a command's. */
async function leaveEmailWaiting({ services, postgres: { db } }: Context): Promise<void> {
  const { audience } = services
  const now = new Date()
  await addSubscribers(db, ['reader@example.org'], new Date(now.getTime() - MINUTE_MS))
  const { id, version } = await createIssue(audience, issueText)
  const at = new Date(now.getTime() + MINUTE_MS).toISOString()
  const { id: userId, email } = await db.selectFrom('users').select(['id', 'email']).executeTakeFirstOrThrow()
  await sendIssue(audience, id, { version, at }, { userId, email })
  await db.updateTable('newsletter_issues').set({ scheduled_for: now }).execute()
  await audience.outbox.queue(db, anEmail(), now)
}

it('neither a command nor a restore sends email, and what waited in the backup is held', async () => {
  const directory = temporaryDirectory()
  const [dataDir, backup] = [join(directory, 'data'), join(directory, 'backup.tar')]
  await putMigratedDatabase(join(dataDir, 'postgres'))
  const first = await openContext(configOf(dataDir), log)
  await leaveEmailWaiting(first)
  await backUp(first, backup, null, progress)
  await first.close()
  expect(await emailFiles(dataDir)).toEqual([])

  const restoredDir = join(directory, 'restored')
  const nothing = { sessions: [], addresses: [], consents: [] }
  const restored = await restoreStack(configOf(restoredDir), backup, null, nothing, log, progress)
  expect(restored.held).toEqual({
    unscheduled_issues: 1,
    paused_issues: 0,
    paused_emails: 0,
    emails_in_mail_log: 1,
  })
  expect(await emailFiles(restoredDir)).toEqual([])

  const postgres = await openPostgres(configOf(restoredDir).postgres)
  onTestFinished(() => postgres.close())
  expect(await postgres.db.selectFrom('newsletter_issues').select('state').execute()).toEqual([
    { state: 'draft' },
  ])
  expect(await claimEmail(postgres.db, new Date())).toBeUndefined()
})
