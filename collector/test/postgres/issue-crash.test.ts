import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { PostgresConfig } from '../../src/config/config.ts'
import { createIssue } from '../../src/audience/issues/issues.ts'
import { sendIssue } from '../../src/audience/issues/send-issue.ts'
import { ATTEMPT_MS } from '../../src/email/outbox.ts'
import { readOutbox } from '../../src/email/testing/read-outbox.ts'
import { openPostgres } from '../../src/database/open-postgres.ts'
import { ownDatabase, ownEmbeddedDatabase } from './own-database.ts'
import { temporaryDirectory } from './temporary-directory.ts'
import { TestClock } from './test-clock.ts'
import { openTestAudience } from './test-audience.ts'

const READERS = 40
const emails = Array.from({ length: READERS }, (_, n) => `r${String(n).padStart(2, '0')}@b.test`)
const admin = { userId: '00000000-0000-4000-8000-000000000001', email: 'owner@halfmeasure.test' }
/** Ten emails a batch. */
const RATE = 600

let database: PostgresConfig
let directory: string

/** Confirmed subscribers, and an issue that is being sent to them. */
async function sendToSubscribers(clock: TestClock): Promise<void> {
  const { db, close } = await openPostgres(database)
  const audience = await openTestAudience(db, clock.now)
  const at = clock.now()
  await db
    .insertInto('newsletter_subscribers')
    .values(
      emails.map((email) => ({ email, source: 'page', created_at: at, requested_at: at, confirmed_at: at })),
    )
    .execute()
  const draft = await createIssue(audience, { subject: 'On halves', preheader: '', body: 'Half.' })
  await sendIssue(audience, draft.id, draft, admin)
  await close()
}

/** Runs the program to its end. @returns the signal that ended it, if any. */
async function send(clock: TestClock, failpoint = '') {
  const program = spawn(
    process.execPath,
    [
      fileURLToPath(new URL('send-until-killed.ts', import.meta.url)),
      JSON.stringify(database),
      directory,
      clock.now().toISOString(),
      String(RATE),
    ],
    { env: { ...process.env, FAILPOINT: failpoint }, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const [, signal] = (await once(program, 'exit')) as [number | null, NodeJS.Signals | null]
  return signal
}

describe('a process that is killed while it sends a newsletter issue', () => {
  it.each([
    'issue.before-commit:2',
    'issue.after-commit:2',
    'mail.before-delivery:13',
    'mail.after-delivery:13',
  ])('sends to every reader exactly once in the end: %s', async (failpoint) => {
    const clock = new TestClock()
    directory = temporaryDirectory()
    // The embedded one dies with the process.
    database = failpoint.startsWith('issue') ? await ownEmbeddedDatabase() : await ownDatabase()
    await sendToSubscribers(clock)
    expect(await send(clock, failpoint)).toBe('SIGKILL')
    clock.advance({ ms: ATTEMPT_MS + 1 })
    expect(await send(clock, failpoint.replace(/\d+$/, '1'))).toBe('SIGKILL')
    clock.advance({ ms: ATTEMPT_MS + 1 })
    expect(await send(clock)).toBeNull()

    const received = await readOutbox(join(directory, 'outbox'))
    expect(received.map(({ headers }) => headers.get('to') ?? '').toSorted()).toEqual(emails)
    const { db, close } = await openPostgres(database)
    const outcomes = await db.selectFrom('newsletter_deliveries').select('outcome').execute()
    const issues = await db.selectFrom('newsletter_issues').select('state').execute()
    await close()
    expect(outcomes).toEqual(emails.map(() => ({ outcome: 'delivered' })))
    expect(issues).toEqual([{ state: 'sent' }])
  })
})
