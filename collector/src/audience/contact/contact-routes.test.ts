import type { Hono } from 'hono'
import { beforeEach, describe, expect, it } from 'vitest'
import { describePostgres } from '../../../test/postgres/each-postgres.ts'
import { createTestApp, formPost, jsonPost, testClient } from '../../../test/postgres/test-app.ts'
import { TestClock } from '../../../test/postgres/test-clock.ts'
import { openTestAudience } from '../../../test/postgres/test-audience.ts'
import { waitingEmails } from '../../email/testing/test-outbox.ts'
import { createLogger } from '../../platform/logger.ts'
import { productionOrigins as origins } from '../../testing/origins.ts'
import type { Audience } from '../audience.ts'
import { contactRoutes } from './contact-routes.ts'

const form = {
  name: 'Ada Lovell',
  email: 'Ada@example.test',
  subject: 'A correction',
  message: 'Mild is <not> bitter.\nYours, Ada',
}

describePostgres('the contact form', (db) => {
  let clock: TestClock
  let app: Hono

  const build = (audience: Audience) =>
    createTestApp().route(
      '/api/contact',
      contactRoutes(audience, { origin: origins, clientAddress: testClient, log: createLogger('silent') }),
    )

  beforeEach(async () => {
    clock = new TestClock()
    app = build(await openTestAudience(db(), clock.now))
  })

  const send = (part: object = {}, headers = {}) =>
    app.request('/api/contact', jsonPost({ ...form, ...part }, headers))
  const messages = () => db().selectFrom('contact_messages').selectAll().orderBy('created_at').execute()

  it('stores the message and emails it to the right mailbox, where it can be replied to', async () => {
    const response = await send()
    expect([response.status, await response.json()]).toEqual([201, {}])
    expect(await messages()).toMatchObject([
      {
        ...form,
        email: 'ada@example.test',
        mailbox: 'editorial',
        status: 'unread',
        is_spam: false,
        spam_reasons: [],
        created_at: clock.now(),
      },
    ])
    const [mail, ...others] = await waitingEmails(db())
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      kind: 'contact-message',
      recipient: 'editorial@halfmeasure.test',
      reply_to: 'ada@example.test',
      about: 'ada@example.test',
      subject: 'Contact: A correction',
    })
    expect(mail?.text).toContain('> Mild is <not> bitter.\n> Yours, Ada')
    expect(mail?.html).toContain('Mild is &lt;not&gt; bitter.<br>Yours, Ada')
    expect(mail?.html).not.toContain('<not>')
    const [message] = await messages()
    expect(mail?.text).toContain(`/admin/messages?message=${message?.id}`)
  })

  it('takes it once, however often it is sent', async () => {
    for (let n = 0; n < 3; n += 1) expect((await send()).status).toBe(201)
    await Promise.all([send({ subject: 'Twice' }), send({ subject: 'Twice' })])
    expect(await messages()).toHaveLength(2)
    clock.advance({ minutes: 11 })
    await send()
    expect(await messages()).toHaveLength(3)
  })

  it('holds back what looks like spam, visibly, and says nothing of it', async () => {
    const response = await send({ website: 'https://pills.test', elapsed_ms: 200 })
    expect([response.status, await response.json()]).toEqual([201, {}])
    expect(await messages()).toMatchObject([{ is_spam: true, spam_reasons: ['honeypot', 'too_fast'] }])
    expect(await waitingEmails(db())).toEqual([])
  })

  it('holds back what comes too fast from one network, and refuses what comes in floods', async () => {
    for (let n = 0; n < 20; n += 1) expect((await send({ subject: `No. ${n}` })).status).toBe(201)
    const reasons = (await messages()).map((message) => message.spam_reasons)
    expect(reasons).toEqual([[], [], [], ...Array.from({ length: 17 }, () => ['rate'])])
    expect(await waitingEmails(db())).toHaveLength(3)

    const refused = await send({ subject: 'No. 21' })
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '3600'])
    expect(await messages()).toHaveLength(20)
    const elsewhere = await send({ subject: 'No. 21' }, { 'X-Test-Client': '198.51.100.7' })
    expect(elsewhere.status).toBe(201)
    clock.advance({ minutes: 61 })
    expect((await send({ subject: 'No. 21' })).status).toBe(201)
    expect((await messages()).at(-1)).toMatchObject({ is_spam: false })
  })

  it('says which fields are missing', async () => {
    const response = await app.request('/api/contact', jsonPost({ name: ' ', email: 'ada' }))
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        error: {
          code: 'validation_failed',
          message:
            'Please check the name, email address, subject and message: missing, too long or not valid.',
          details: {
            name: expect.any(String),
            email: expect.any(String),
            subject: expect.any(String),
            message: expect.any(String),
          },
        },
      },
    ])
    expect(await messages()).toEqual([])
  })

  it.each([
    ['by a mistake of ours', new Error('undefined is not a message'), 500, null],
    ['while the database is unavailable', new Error('Connection terminated unexpectedly'), 503, '5'],
  ])('says that it failed where the message could not be kept: %s', async (_, error, status, retryAfter) => {
    const audience = await openTestAudience(db(), clock.now)
    const limits = { ...audience.limits, attempt: () => Promise.reject(error) }
    app = build({ ...audience, limits })
    const response = await send()
    expect([response.status, await response.json()]).toEqual([
      status,
      { error: { code: 'message_not_sent', message: 'Failed to send message' } },
    ])
    expect(response.headers.get('Retry-After')).toBe(retryAfter)
  })

  it('takes text that databases and mail choke on', async () => {
    const odd = { name: "Robert'); drop table users;--", message: '=cmd|calc \0 \uD800 {{7*7}} __proto__' }
    expect((await send(odd)).status).toBe(201)
    expect(await messages()).toMatchObject([
      { name: odd.name, message: '=cmd|calc \uFFFD \uFFFD {{7*7}} __proto__' },
    ])
  })

  it('keeps no network address', async () => {
    await send({}, { 'X-Test-Client': '198.51.100.77' })
    const everything = [await messages(), await waitingEmails(db())]
    expect(JSON.stringify(everything)).not.toContain('198.51.100.77')
  })

  describe('without scripts', () => {
    it('leads to the page that says thank you', async () => {
      const response = await app.request('/api/contact', formPost(form))
      expect([response.status, response.headers.get('Location')]).toEqual([303, '/contact#sent'])
      expect(await messages()).toHaveLength(1)
    })

    it('shows a refusal as a page', async () => {
      const response = await app.request('/api/contact', formPost({ ...form, email: 'ada' }))
      expect([response.status, response.headers.get('Content-Type')]).toEqual([
        400,
        'text/html; charset=utf-8',
      ])
      expect(await response.text()).toContain('Back button')
    })
  })

  it.each([
    ['https://evil.test', 403],
    [origins.site, 201],
  ])('takes the form from its own pages only: %s', async (origin, status) => {
    expect((await send({}, { Origin: origin })).status).toBe(status)
  })
})
