import type * as timers from 'node:timers/promises'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { describeEachPostgres } from '../../test/postgres/each-postgres.ts'
import { temporaryDirectory } from '../../test/postgres/temporary-directory.ts'
import { TestClock } from '../../test/postgres/test-clock.ts'
import { createLogger } from '../platform/logger.ts'
import type { Email } from './email.ts'
import { createSender, createTransport, type MailerOptions, startMailer } from './mailer.ts'
import { createOutbox } from './outbox.ts'
import { queueEmail, testOutbox } from './testing/test-outbox.ts'
import { anEmail } from './testing/an-email.ts'
import { ListTransport } from './testing/list-transport.ts'
import { readOutbox } from './testing/read-outbox.ts'
import { startSmtpServer } from './testing/smtp-server.ts'
import { DeliveryError } from './transport.ts'

// The shutdown timeout, a tenth as long.
vi.mock('node:timers/promises', async (load) => {
  const real = await load<typeof timers>()
  const setTimeout: typeof real.setTimeout = (ms = 0, ...rest) => real.setTimeout(ms / 10, ...rest)
  return { ...real, setTimeout }
})

const never = new DeliveryError('EENVELOPE: no such mailbox <reader@example.test>', { failure: 'refused' })

describeEachPostgres('the mailer', (db) => {
  let clock: TestClock
  let transport: ListTransport

  beforeEach(() => {
    clock = new TestClock()
    transport = new ListTransport()
  })

  const log = createLogger('silent')
  const options = (part: Partial<MailerOptions> = {}): MailerOptions => ({
    db: db(),
    outbox: testOutbox,
    log,
    now: clock.now,
    transport,
    ...part,
  })
  const queue = (part: Partial<Email> = {}) => queueEmail(db(), anEmail(part), clock.now())
  /** Attempts everything that is due now. */
  const sendDue = (part?: Partial<MailerOptions>) => createSender(options(part))()
  const rows = () => db().selectFrom('outbox').selectAll().orderBy('recipient').execute()

  it('delivers what waited for it, and what comes while it runs', async () => {
    await queue({ to: 'before@b.test' })
    const mailer = startMailer(options())
    await expect.poll(() => transport.delivered.length).toBe(1)
    await queue({ to: 'after@b.test' })
    await expect
      .poll(() => transport.delivered.map((mail) => mail.recipient))
      .toEqual(['before@b.test', 'after@b.test'])
    await mailer.stop()
    expect(await rows()).toEqual([])
  })

  it('queues no email of a transaction that failed', async () => {
    const broken = db()
      .transaction()
      .execute(async (trx) => {
        await queueEmail(trx, anEmail(), clock.now())
        throw new Error('something else went wrong')
      })
    await expect(broken).rejects.toThrow('something else')
    await sendDue()
    expect(transport.attempts).toEqual([])
  })

  it('does not let one mail hold up the others', async () => {
    transport.refuse = ({ recipient }) => (recipient === 'bad@b.test' ? never : undefined)
    for (const to of ['bad@b.test', 'good@b.test']) {
      await queue({ to })
      clock.advance({ ms: 1 })
    }
    await sendDue()
    expect(transport.delivered.map((mail) => mail.recipient)).toEqual(['good@b.test'])
  })

  it('lets no account email wait for newsletter emails, however many were queued before it', async () => {
    for (const kind of ['newsletter-confirm', 'newsletter-issue', 'password-recovery', 'invitation']) {
      await queue({ kind, to: `${kind}@b.test` })
      clock.advance({ ms: 1 })
    }
    await sendDue()
    expect(transport.delivered.map((mail) => mail.kind)).toEqual([
      'password-recovery',
      'invitation',
      'newsletter-confirm',
      'newsletter-issue',
    ])
  })

  it('gives up what is refused for good, keeps it, and says so without the address', async () => {
    transport.refuse = () => never
    const lines: string[] = []
    const log = createLogger('silent')
    log.level = 'error'
    log.error = (...entry: unknown[]) => void lines.push(JSON.stringify(entry))
    await queue()
    await sendDue({ log })
    clock.advance({ days: 1 })
    await sendDue()
    expect(transport.attempts).toHaveLength(1)
    expect(await rows()).toMatchObject([{ failed_at: expect.any(Date), last_error: never.message }])
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('no such mailbox')
    expect(lines[0]).not.toContain('reader@')
  })

  it('leaves alone what is paused until it is resumed', async () => {
    await queue()
    await db().updateTable('outbox').set({ is_paused: true }).execute()
    await queue({ to: 'other@b.test' })
    await sendDue()
    expect(transport.attempts).toEqual(['other@b.test'])
    await db().updateTable('outbox').set({ is_paused: false }).execute()
    await sendDue()
    expect(transport.attempts).toEqual(['other@b.test', 'reader@example.test'])
  })

  it('attempts a mail in one of several collectors only', async () => {
    for (let n = 0; n < 30; n += 1) await queue({ to: `r${n}@b.test` })
    await Promise.all([sendDue(), sendDue(), sendDue()])
    expect(transport.delivered).toHaveLength(30)
    expect(new Set(transport.attempts).size).toBe(30)
  })

  it('does not deliver twice because the database failed after the delivery', async () => {
    await queue()
    let failures = 1
    const flaky = new Proxy(db(), {
      get(target, name) {
        if (name === 'transaction' && failures-- > 0) {
          return () => {
            throw new Error('connection lost')
          }
        }
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const send = createSender(options({ db: flaky }))
    await expect(send()).rejects.toThrow('connection lost')
    clock.advance({ minutes: 3 })
    await send()
    expect(await rows()).toEqual([])
    expect(transport.attempts).toHaveLength(1)
  })

  it.each([
    ['RCPT', 'RCPT TO:<reader@example.test>'],
    ['END', '.'],
  ] as const)(
    'does not wait for a silent mail server during shutdown, and loses no mail by it: %s',
    async (command, last) => {
      const server = await startSmtpServer()
      onTestFinished(() => server.stop())
      server.replyTo(command, 'silence')
      const config = {
        smtpUrl: server.url,
        outboxDir: temporaryDirectory(),
        from: 'a@b.test',
        hostname: 'b.test',
      }
      await queue()
      const mailer = startMailer(options({ transport: createTransport(config) }))
      await expect.poll(() => server.commands).toContain(last)
      // Waiting for the server would outlast the test's own limit.
      await mailer.stop()
      expect(await rows()).toMatchObject([{ failed_at: null, last_error: expect.stringContaining('EABORT') }])
    },
  )

  it('writes files where there is no mail server, and a repeated delivery writes none twice', async () => {
    const directory = temporaryDirectory()
    const config = {
      smtpUrl: undefined,
      outboxDir: `${directory}/outbox`,
      from: 'Half Measure <hello@half.test>',
      hostname: 'half.test',
    }
    await queue({ subject: 'Grüße & “quotes”', headers: { 'X-Note': 'one' } })
    const [row] = await rows()
    await sendDue({ transport: createTransport(config) })
    expect(await rows()).toEqual([])
    // The crash after a delivery: the row is still there at the next start.
    if (row) await db().insertInto('outbox').values(row).execute()
    await sendDue({ transport: createTransport(config) })
    expect(await rows()).toEqual([])

    const mails = await readOutbox(config.outboxDir)
    expect(mails).toHaveLength(1)
    const [mail] = mails
    expect(mail?.name).toBe(`20261120T100000000Z-newsletter-confirm-${row?.id}.eml`)
    expect(mail?.subject).toBe('Grüße & “quotes”')
    expect(mail?.text).toBe('Hello\n')
    expect(mail?.headers.get('from')).toBe('Half Measure <hello@half.test>')
    expect(mail?.headers.get('to')).toBe('reader@example.test')
    expect(mail?.headers.get('x-note')).toBe('one')
    expect(mail?.headers.get('message-id')).toBe(`<${row?.id}@half.test>`)
  })

  it('keeps what an email says sealed until it is delivered', async () => {
    const secret = 'token=Rm9yIG5vYm9keSBlbHNl'
    await queue({ html: secret, text: secret, headers: { 'List-Unsubscribe': secret } })
    const [row] = await rows()
    expect(row?.content.toString('latin1')).not.toContain(secret)
    expect(JSON.stringify({ ...row, content: '' })).not.toContain(secret)
    await sendDue()
    expect(transport.delivered).toMatchObject([
      { html: secret, text: secret, headers: { 'List-Unsubscribe': secret } },
    ])
  })

  it('gives up an email that was sealed with another key, or for another row', async () => {
    await createOutbox(Buffer.alloc(32)).queue(db(), anEmail(), clock.now())
    for (const to of ['ada@b.test', 'bob@b.test']) await queue({ to })
    const [ada] = await rows()
    await db()
      .updateTable('outbox')
      .set({ content: ada?.content ?? Buffer.of() })
      .where('recipient', '=', 'bob@b.test')
      .execute()
    await sendDue()
    expect(transport.delivered.map(({ recipient }) => recipient)).toEqual(['ada@b.test'])
    expect((await rows()).map(({ recipient, last_error }) => [recipient, last_error])).toEqual([
      ['bob@b.test', expect.stringContaining('outbox.key')],
      ['reader@example.test', expect.stringContaining('outbox.key')],
    ])
  })
})
