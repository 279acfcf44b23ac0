import { describe, expect, it } from 'vitest'
import type { PostgresConfig } from '../../src/config/config.ts'
import { createIssue } from '../../src/audience/issues/issues.ts'
import { sendIssue } from '../../src/audience/issues/send-issue.ts'
import { ATTEMPT_MS } from '../../src/email/outbox.ts'
import { readOutbox } from '../../src/email/testing/read-outbox.ts'
import { openPostgres } from '../../src/database/open-postgres.ts'
import { ownDatabase, ownEmbeddedDatabase } from './own-database.ts'
import { runSender } from './run-sender.ts'
import { temporaryDirectory } from './temporary-directory.ts'
import { TestClock } from './test-clock.ts'
import { addSubscribers, openTestAudience } from './test-audience.ts'

const READERS = 40
const emails = Array.from({ length: READERS }, (_, n) => `r${String(n).padStart(2, '0')}@b.test`)
const admin = { userId: '00000000-0000-4000-8000-000000000001', email: 'owner@halfmeasure.test' }

/** Confirmed subscribers, and an issue that is being sent to them. */
async function sendToSubscribers(database: PostgresConfig, clock: TestClock): Promise<void> {
  const { db, close } = await openPostgres(database)
  const audience = await openTestAudience(db, clock.now)
  await addSubscribers(db, emails, clock.now())
  const draft = await createIssue(audience, { subject: 'On halves', preheader: '', body: 'Half.' })
  await sendIssue(audience, draft.id, draft, admin)
  await close()
}

describe('a process that is killed while it sends a newsletter issue', () => {
  it.each([
    'issue.before-commit:2',
    'issue.after-commit:2',
    'mail.before-delivery:13',
    'mail.after-delivery:13',
  ])('sends to every reader exactly once in the end: %s', async (failpoint) => {
    const clock = new TestClock()
    const outboxDir = temporaryDirectory()
    // The embedded one dies with the process.
    const database = failpoint.startsWith('issue') ? await ownEmbeddedDatabase() : await ownDatabase()
    const send = (killedAt?: string) => runSender({ database, outboxDir, at: clock.now() }, killedAt)
    await sendToSubscribers(database, clock)
    expect(await send(failpoint)).toBe('SIGKILL')
    clock.advance({ ms: ATTEMPT_MS + 1 })
    expect(await send(failpoint.replace(/\d+$/, '1'))).toBe('SIGKILL')
    clock.advance({ ms: ATTEMPT_MS + 1 })
    expect(await send()).toBeNull()

    const received = await readOutbox(outboxDir)
    expect(received.map(({ headers }) => headers.get('to') ?? '').toSorted()).toEqual(emails)
    const { db, close } = await openPostgres(database)
    const outcomes = await db.selectFrom('newsletter_deliveries').select('outcome').execute()
    const issues = await db.selectFrom('newsletter_issues').select('state').execute()
    await close()
    expect(outcomes).toEqual(emails.map(() => ({ outcome: 'delivered' })))
    expect(issues).toEqual([{ state: 'sent' }])
  })
})
