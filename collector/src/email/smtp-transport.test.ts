import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ATTEMPT_MS } from './outbox.ts'
import { createSmtpTransport } from './smtp-transport.ts'
import { anOutboxEmail } from './testing/an-email.ts'
import { readEml } from './testing/read-eml.ts'
import { startSmtpServer, type TestSmtpServer } from './testing/smtp-server.ts'
import type { EmailTransport } from './transport.ts'

const mail = anOutboxEmail({
  subject: 'A subject\r\nBcc: everybody@b.test',
  text: '.a line that begins with a full stop\n',
  headers: { 'List-Unsubscribe': '<https://halfmeasure.test/u?token=x>' },
})

describe('delivery to a mail server', () => {
  let server: TestSmtpServer

  beforeEach(async () => {
    server = await startSmtpServer()
  })
  afterEach(() => server.stop())

  const open = (url = server.url) =>
    createSmtpTransport(url, 'Half Measure <hello@halfmeasure.test>', 'halfmeasure.test')
  const deliver = () => open().deliver(mail)

  it('hands over the whole mail, with one recipient whatever its subject says', async () => {
    await deliver()
    expect(server.received.map(({ to }) => to)).toEqual(['hello@halfmeasure.test'])
    const { headers, subject, text } = readEml(server.received[0]?.source ?? '')
    expect(subject).toBe('A subject Bcc: everybody@b.test')
    expect(headers.get('bcc')).toBeUndefined()
    expect(headers.get('reply-to')).toBe('ada@b.test')
    expect(headers.get('list-unsubscribe')).toBe('<https://halfmeasure.test/u?token=x>')
    expect(headers.get('date')).toBe('Fri, 20 Nov 2026 10:00:00 +0000')
    expect(text).toBe('.a line that begins with a full stop\n')
  })

  it('greets the server with the name of the site', async () => {
    await deliver()
    expect(server.commands[0]).toBe('EHLO halfmeasure.test')
  })

  it.each([
    ['RCPT', '550 no such mailbox'],
    ['RCPT', '553 sorry, no mailbox here by that name (#5.1.1)'],
    ['RCPT', '552 5.2.2 mailbox full'],
    ['RCPT', '550-5.1.1 There is no such mailbox.\r\n550 5.1.1 https://provider.test/help'],
    ['END', '554 5.6.0 malformed message'],
  ] as const)('takes a refusal of the recipient or the message for final: %s %s', async (command, reply) => {
    server.replyTo(command, reply)
    await expect(deliver()).rejects.toMatchObject({ code: 'email_not_delivered', failure: 'refused' })
    expect(server.received).toEqual([])
  })

  it.each([
    ['RCPT', '451 greylisted, come again', 'deferred'],
    ['RCPT', '550 5.4.5 daily sending limit exceeded', 'deferred'],
    ['RCPT', '550 5.1.90 daily limit of recipients reached', 'deferred'],
    ['RCPT', '550 5.1.8 access denied, bad outbound sender', 'deferred'],
    ['RCPT', '554 5.7.1 relay access denied', 'deferred'],
    ['RCPT', '550 relay not permitted', 'deferred'],
    ['RCPT', '553 you must authenticate, 5.1.1.1', 'deferred'],
    ['END', '452 disk full', 'deferred'],
    ['END', '550 5.7.60 not permitted to send as this sender', 'deferred'],
    ['END', '554 looks like spam', 'deferred'],
    ['RCPT', '421 too many messages', 'interrupted'],
    ['END', 'close', 'interrupted'],
    ['CONNECT', '421 4.7.0 too many connections', 'unavailable'],
    ['CONNECT', '554 your network is blocked', 'unavailable'],
    ['CONNECT', 'close', 'unavailable'],
    ['AUTH', '535 5.7.8 wrong password', 'unavailable'],
    ['MAIL', '550 this sender may not send', 'unavailable'],
  ] as const)('takes everything else for passing: %s %s', async (command, reply, failure) => {
    server.replyTo(command, reply)
    const deliver = () => open(server.url.replace('smtp://', 'smtp://name:secret@')).deliver(mail)
    await expect(deliver()).rejects.toMatchObject({ code: 'email_not_delivered', failure })
    // One attempt is one: a mail that may have been taken is not sent again behind our back.
    expect(server.received).toHaveLength(command === 'END' && reply === 'close' ? 1 : 0)
    await deliver()
    const ids = server.received.map(({ source }) => readEml(source).headers.get('message-id'))
    expect(new Set(ids)).toEqual(new Set([`<${mail.id}@halfmeasure.test>`]))
  })

  describe('hands over one mail after the other through one connection', () => {
    let transport: EmailTransport

    beforeEach(async () => {
      transport = open()
      for (let n = 0; n < 5; n += 1) await transport.deliver(mail)
      expect([server.received.length, server.connections()]).toEqual([5, 1])
    })
    afterEach(() => transport.close())

    it.each([
      ['MAIL', '421 4.7.0 too many messages in this connection'],
      ['RCPT', '421 4.7.0 too many recipients in this connection'],
      ['MAIL', 'close'],
      ['DATA', 'close'],
    ] as const)('and at once through a new one where the server ends that: %s %s', async (command, reply) => {
      server.replyTo(command, reply)
      await transport.deliver(mail)
      expect([server.received.length, server.connections()]).toEqual([6, 2])
    })

    it('but not for ever where it ends the new one too', async () => {
      server.replyTo('MAIL', 'close', 'close')
      await expect(transport.deliver(mail)).rejects.toMatchObject({ failure: 'interrupted' })
      expect([server.received.length, server.connections()]).toEqual([5, 2])
    })

    it('and counts no attempt where the new one is refused', async () => {
      server.replyTo('MAIL', 'close')
      server.replyTo('CONNECT', '421 4.7.0 too many connections')
      await expect(transport.deliver(mail)).rejects.toMatchObject({ failure: 'unavailable' })
    })

    it('and sends nothing again that the server may have taken', async () => {
      server.replyTo('END', 'close')
      await expect(transport.deliver(mail)).rejects.toMatchObject({ failure: 'interrupted' })
      expect([server.received.length, server.connections()]).toEqual([6, 1])
    })
  })

  it('waits ten minutes for a server that has the message and is slow to accept it', async () => {
    const inactivity = vi.spyOn(Socket.prototype, 'setTimeout')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    server.replyTo('END', 'silence')
    const delivery = deliver()
    await expect.poll(() => server.commands).toContain('.')
    await vi.advanceTimersByTimeAsync(10 * 60_000 - 1_000)
    server.say('250 taken at last')
    await delivery
    expect(server.received).toHaveLength(1)
    // Timers of sockets cannot be replaced. The last one counts: the first bounds the connection.
    expect(inactivity.mock.lastCall?.[0]).toBeGreaterThan(10 * 60_000)
  })

  it.each([
    ['RCPT', 90_000, 'RCPT TO:<hello@halfmeasure.test>'],
    ['END', 10 * 60_000, '.'],
  ] as const)('does not wait for ever: %s', async (command, ms, last) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    server.replyTo(command, 'silence')
    const failure = deliver().catch((error: unknown) => error)
    await expect.poll(() => server.commands).toContain(last)
    await vi.advanceTimersByTimeAsync(ms)
    expect(await failure).toMatchObject({
      failure: 'interrupted',
      message: 'ETIMEDOUT: The mail server did not respond in time',
    })
    expect(ms).toBeLessThan(ATTEMPT_MS - 90_000)
  })

  it('waits for a server that is down', async () => {
    await server.stop()
    await expect(deliver()).rejects.toMatchObject({
      failure: 'unavailable',
      message: expect.stringMatching(/ECONNREFUSED|ESOCKET/),
    })
    server = await startSmtpServer()
  })

  it('sends a password to a distant server over an encrypted connection only', async () => {
    const distant = server.url.replace('127.0.0.1', '0.0.0.0').replace('smtp://', 'smtp://name:secret@')
    await expect(open(distant).deliver(mail)).rejects.toMatchObject({
      failure: 'unavailable',
      message: expect.stringContaining('ETLS'),
    })
  })
})
