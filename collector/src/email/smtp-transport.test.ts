import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSmtpTransport } from './smtp-transport.ts'
import { anOutboxEmail } from './testing/an-email.ts'
import { readEml } from './testing/read-eml.ts'
import { startSmtpServer, type TestSmtpServer } from './testing/smtp-server.ts'

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

  const deliver = () => createSmtpTransport(server.url, 'Half Measure <hello@halfmeasure.test>').deliver(mail)

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

  it.each([
    ['RCPT', '550 no such mailbox'],
    ['END', '554 looks like spam'],
  ] as const)('takes a refusal of the recipient or the text for final: %s %s', async (command, reply) => {
    server.replyTo(command, reply)
    await expect(deliver()).rejects.toMatchObject({ code: 'email_not_delivered', final: true })
    expect(server.received).toEqual([])
  })

  it.each([
    ['RCPT', '451 greylisted, come again'],
    ['END', '452 disk full'],
    ['MAIL', '550 this sender may not send'],
    ['MAIL', 'close'],
    ['END', 'close'],
  ] as const)('takes everything else for passing: %s %s', async (command, reply) => {
    server.replyTo(command, reply)
    await expect(deliver()).rejects.toMatchObject({ code: 'email_not_delivered', final: false })
    // One attempt is one: a mail that may have been taken is not sent again behind our back.
    expect(server.received).toHaveLength(command === 'END' && reply === 'close' ? 1 : 0)
    await deliver()
    const ids = server.received.map(({ source }) => readEml(source).headers.get('message-id'))
    expect(new Set(ids)).toEqual(new Set([`<${mail.id}@halfmeasure.test>`]))
  })

  it('hands over one mail after the other through one connection, and a new one where that broke', async () => {
    const transport = createSmtpTransport(server.url, 'hello@halfmeasure.test')
    for (let n = 0; n < 5; n += 1) await transport.deliver(mail)
    expect([server.received.length, server.connections()]).toEqual([5, 1])
    server.replyTo('MAIL', 'close')
    await expect(transport.deliver(mail)).rejects.toMatchObject({ final: false })
    await transport.deliver(mail)
    expect([server.received.length, server.connections()]).toEqual([6, 2])
    transport.close()
  })

  it('waits for a server that is down', async () => {
    await server.stop()
    await expect(deliver()).rejects.toMatchObject({
      final: false,
      message: expect.stringMatching(/ECONNREFUSED|ESOCKET/),
    })
    server = await startSmtpServer()
  })

  it('sends a password to a distant server over an encrypted connection only', async () => {
    const distant = server.url.replace('127.0.0.1', '0.0.0.0').replace('smtp://', 'smtp://name:secret@')
    const transport = createSmtpTransport(distant, 'hello@halfmeasure.test')
    await expect(transport.deliver(mail)).rejects.toMatchObject({
      final: false,
      message: expect.stringContaining('ETLS'),
    })
  })
})
