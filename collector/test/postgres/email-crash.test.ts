import { describe, expect, it, onTestFinished } from 'vitest'
import type { PostgresConfig } from '../../src/config/config.ts'
import { ATTEMPT_MS } from '../../src/email/outbox.ts'
import { queueEmail } from '../../src/email/testing/test-outbox.ts'
import { anEmail } from '../../src/email/testing/an-email.ts'
import { readEml } from '../../src/email/testing/read-eml.ts'
import { readOutbox } from '../../src/email/testing/read-outbox.ts'
import { startSmtpServer } from '../../src/email/testing/smtp-server.ts'
import { openPostgres } from '../../src/database/open-postgres.ts'
import { ownDatabase, ownEmbeddedDatabase } from './own-database.ts'
import { runSender } from './run-sender.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const recipients = ['a@b.test', 'b@b.test', 'c@b.test']
const start = new Date('2026-11-20T10:00:00Z')

/** A mail to each recipient waits. */
async function queueAll(database: PostgresConfig): Promise<void> {
  const { db, close } = await openPostgres(database)
  for (const to of recipients) await queueEmail(db, anEmail({ to }), start)
  await close()
}

describe('a process that is killed while it sends', () => {
  const restart = new Date(start.getTime() + ATTEMPT_MS + 1)

  it.each(['mail.before-delivery:2', 'mail.after-delivery:2'])(
    'loses and duplicates no email written to a file: %s',
    async (failpoint) => {
      // It dies with the process.
      const sending = { database: await ownEmbeddedDatabase(), outboxDir: temporaryDirectory() }
      await queueAll(sending.database)
      expect(await runSender({ ...sending, at: start }, failpoint)).toBe('SIGKILL')
      expect(await runSender({ ...sending, at: restart })).toBeNull()
      const mails = await readOutbox(sending.outboxDir)
      expect(mails.map((mail) => mail.headers.get('to') ?? '').toSorted()).toEqual(recipients)
    },
  )

  it('loses no email sent to a server, and repeats one, with the same id, only if it was just accepted', async () => {
    const server = await startSmtpServer()
    onTestFinished(() => server.stop())
    const sending = { database: await ownDatabase(), outboxDir: '', smtpUrl: server.url }
    await queueAll(sending.database)
    expect(await runSender({ ...sending, at: start }, 'mail.before-delivery:2')).toBe('SIGKILL')
    expect(server.received).toHaveLength(1)
    expect(await runSender({ ...sending, at: restart }, 'mail.after-delivery:1')).toBe('SIGKILL')
    expect(server.received).toHaveLength(2)
    const later = new Date(restart.getTime() + ATTEMPT_MS + 1)
    expect(await runSender({ ...sending, at: later })).toBeNull()

    const ids = server.received.map(({ source }) => readEml(source).headers.get('message-id'))
    expect(new Set(server.received.map(({ to }) => to))).toEqual(new Set(recipients))
    expect(server.received).toHaveLength(4)
    expect(new Set(ids).size).toBe(3)
  })
})
