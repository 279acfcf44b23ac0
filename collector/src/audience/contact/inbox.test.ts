import type { ContactForm } from '@half-measure/shared/audience/contact.ts'
import { EmailAddress } from '@half-measure/shared/audience/email-address.ts'
import { ContactMessage, MessagePage } from '@half-measure/shared/audience/contact-message.ts'
import { beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../../test/postgres/each-postgres.ts'
import { type AdminApp, openAdminApp } from '../../../test/postgres/open-admin-app.ts'
import { auditedEvents } from '../../../test/postgres/test-identity.ts'
import { waitingEmails } from '../../email/testing/test-outbox.ts'
import { inboxRoutes } from './contact-routes.ts'
import { submitMessage } from './submit-message.ts'

describePostgres('the inbox', (db) => {
  let owner: AdminApp

  beforeEach(async () => {
    owner = await openAdminApp(db(), (app, { audience, admin }) =>
      app.route('/api/messages', inboxRoutes(audience, admin)),
    )
  })

  const write = async (subject: string, part: Partial<ContactForm> = {}) => {
    owner.clock.advance({ minutes: 1 })
    const form = { name: 'Ada', email: 'ada@b.test', subject, message: 'A message.', ...part }
    // From all over the place, so that none counts as spam for coming too fast.
    await submitMessage(owner.audience, form, `203.0.113.${owner.clock.now().getUTCMinutes()}`)
  }
  const get = (query = '') => owner.call('GET', `/api/messages${query}`)
  const list = async (query = '') => MessagePage.parse((await get(query)).json)
  const subjects = async (query = '') => (await list(query)).messages.map((message) => message.subject)
  const idOf = async (subject: string) =>
    (await list('?folder=all')).messages.find((message) => message.subject === subject)?.id ?? ''
  const setStatus = (id: string, status: unknown) => owner.call('PATCH', `/api/messages/${id}`, { status })

  it('shows messages newest first, whole, with what waits', async () => {
    await write('First')
    await write('Second', { message: 'Two\nlines' })
    await write('Spam', { website: 'x' })
    const page = await list()
    expect(page.messages.map((message) => message.subject)).toEqual(['Second', 'First'])
    expect(page.messages[0]).toEqual({
      id: expect.any(String),
      name: 'Ada',
      email: 'ada@b.test',
      subject: 'Second',
      message: 'Two\nlines',
      mailbox: 'general',
      status: 'unread',
      is_spam: false,
      spam_reasons: [],
      may_print: false,
      letter: null,
      replies: [],
      created_at: '2026-11-20T10:02:00.000Z',
    })
    expect(page.counts).toEqual({ unread: 2, spam: 1 })
  })

  it('sorts messages into folders', async () => {
    for (const subject of ['Unread', 'Read', 'Replied', 'Archived']) await write(subject)
    await write('Spam', { website: 'x' })
    for (const status of ['read', 'replied', 'archived']) {
      const subject = status[0]?.toUpperCase() + status.slice(1)
      const { json } = await setStatus(await idOf(subject), status)
      expect(ContactMessage.parse(json)).toMatchObject({ subject, status })
    }
    expect(await subjects()).toEqual(['Replied', 'Read', 'Unread'])
    expect(await subjects('?folder=unread')).toEqual(['Unread'])
    expect(await subjects('?folder=replied')).toEqual(['Replied'])
    expect(await subjects('?folder=archived')).toEqual(['Archived'])
    expect(await subjects('?folder=spam')).toEqual(['Spam'])
    expect(await subjects('?folder=all')).toHaveLength(5)
  })

  it('marks a message as read only while it is unread, whatever an old list shows', async () => {
    await write('Hello')
    const id = await idOf('Hello')
    const open = async () =>
      ContactMessage.parse(
        (await owner.call('PATCH', `/api/messages/${id}`, { status: 'read', from: 'unread' })).json,
      )
    for (const status of ['replied', 'archived']) {
      await setStatus(id, status)
      expect(await open()).toMatchObject({ id, status })
    }
    await setStatus(id, 'unread')
    expect(await open()).toMatchObject({ id, status: 'read' })
  })

  it('finds text in any field, as it is written', async () => {
    await write('About hops')
    await write('100% proof', { message: 'under_score' })
    await write('Other', { name: 'Hopkins' })
    expect(await subjects('?q=HOP')).toEqual(['Other', 'About hops'])
    expect(await subjects('?q=%25')).toEqual(['100% proof'])
    expect(await subjects('?q=r_s')).toEqual(['100% proof'])
    expect(await subjects('?q=%5C')).toEqual([])
    expect(await subjects('?q=ada@b')).toHaveLength(3)
    expect(await subjects('?q=%20')).toHaveLength(3)
  })

  it('finds an international domain as people write it', async () => {
    await write('Grüße', { email: EmailAddress.parse('eve@münchen.de') })
    for (const q of ['eve@münchen.de', 'MÜNCHEN.de', 'eve@xn--mnchen-3ya.de', 'grüße'])
      expect(await subjects(`?q=${encodeURIComponent(q)}`), q).toEqual(['Grüße'])
  })

  it('comes in pages that neither repeat nor skip, though messages share a moment', async () => {
    for (let n = 0; n < 3; n += 1) await write(`Later ${n}`)
    const { id: _, ...row } = await db().selectFrom('contact_messages').selectAll().executeTakeFirstOrThrow()
    await db()
      .insertInto('contact_messages')
      .values(Array.from({ length: 4 }, () => row))
      .execute()
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: MessagePage = await list(`?limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.messages.map((message) => message.id))
      cursor = page.next
    }
    expect(seen).toHaveLength(7)
    expect(new Set(seen).size).toBe(7)
  })

  it('has an address for each message, whichever folder it is in', async () => {
    await write('Old')
    await write('New')
    await write('Spam', { website: 'x' })
    await setStatus(await idOf('Old'), 'archived')
    for (const message of (await list('?folder=all')).messages) {
      const { status, json } = await get(`/${message.id}`)
      expect([status, ContactMessage.parse(json)]).toEqual([200, message])
    }
  })

  it('is no spam once an administrator says so, and its mailbox gets it once', async () => {
    await write('Hold me', { website: 'x' })
    const id = await idOf('Hold me')
    expect(await waitingEmails(db())).toEqual([])
    for (let n = 0; n < 2; n += 1) {
      const { status, json } = await owner.call('POST', `/api/messages/${id}/release`)
      expect([status, json]).toMatchObject([200, { id, is_spam: false, spam_reasons: ['honeypot'] }])
    }
    expect(await waitingEmails(db())).toMatchObject([{ recipient: 'hello@halfmeasure.test' }])
    expect(await subjects()).toEqual(['Hold me'])
    expect((await auditedEvents(db())).filter((event) => event === 'message_released')).toHaveLength(1)
  })

  it('is spam once an administrator says so, and mailed no second time if that is undone', async () => {
    await write('Cheap barrels')
    const id = await idOf('Cheap barrels')
    for (let n = 0; n < 2; n += 1) {
      const { status, json } = await owner.call('POST', `/api/messages/${id}/spam`)
      expect([status, json]).toMatchObject([200, { id, is_spam: true, spam_reasons: [] }])
    }
    expect([await subjects(), await subjects('?folder=spam')]).toEqual([[], ['Cheap barrels']])
    expect((await auditedEvents(db())).filter((event) => event === 'message_marked_as_spam')).toHaveLength(1)
    await owner.call('POST', `/api/messages/${id}/release`)
    expect(await waitingEmails(db())).toHaveLength(1)
  })

  it('is mailed no second time though it arrived as spam, was released, and is marked and released by hand', async () => {
    await write('Hold me', { website: 'x' })
    const id = await idOf('Hold me')
    for (const verb of ['release', 'spam', 'release'])
      expect((await owner.call('POST', `/api/messages/${id}/${verb}`)).status).toBe(200)
    expect(await waitingEmails(db())).toHaveLength(1)
    expect((await list()).messages).toMatchObject([{ id, is_spam: false, spam_reasons: [] }])
  })

  it('deletes a message for good, and writes that down', async () => {
    await write('Delete me')
    const id = await idOf('Delete me')
    expect((await owner.call('DELETE', `/api/messages/${id}`)).status).toBe(204)
    expect(await subjects('?folder=all')).toEqual([])
    expect((await owner.call('DELETE', `/api/messages/${id}`)).code).toBe('message_not_found')
    expect(await auditedEvents(db())).toContain('message_deleted')
  })

  it.each([crypto.randomUUID(), 'x', "' or 1=1"])('knows no message %s', async (id) => {
    const path = `/api/messages/${encodeURIComponent(id)}`
    const responses = [
      await owner.call('GET', path),
      await setStatus(encodeURIComponent(id), 'read'),
      await owner.call('POST', `${path}/spam`),
      await owner.call('POST', `${path}/release`),
      await owner.call('POST', `${path}/replies`, { text: 'A', seen: 0 }),
      await owner.call('DELETE', path),
      await owner.call('PUT', `${path}/letter`, { title: 'A', text: 'B', name: 'C', seen: null }),
      await owner.call('DELETE', `${path}/letter`),
    ]
    expect(responses.map(({ status, code }) => [status, code])).toEqual(
      Array.from({ length: 8 }, () => [404, 'message_not_found']),
    )
  })

  it.each([
    '?folder=junk',
    '?limit=0',
    '?limit=101',
    '?cursor=x',
    '?cursor=1_x',
    '?cursor=1_1',
    `?q=${'x'.repeat(201)}`,
  ])('refuses %s', async (query) => {
    const { status, code } = await get(query)
    expect([status, code]).toEqual([400, 'invalid_query'])
  })

  it('takes no status that there is not', async () => {
    await write('Hello')
    expect((await setStatus(await idOf('Hello'), 'spam')).code).toBe('validation_failed')
  })
})
