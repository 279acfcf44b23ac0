import { ContactMessage, MessagePage } from '@half-measure/shared/audience/contact-message.ts'
import { beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../../test/postgres/each-postgres.ts'
import { type AdminApp, openAdminApp } from '../../../test/postgres/open-admin-app.ts'
import { auditEntries } from '../../../test/postgres/test-identity.ts'
import { testOutbox, waitingEmails } from '../../email/testing/test-outbox.ts'
import { messageOf } from '../../email/transport.ts'
import { erasePerson, recordsOfPerson } from '../personal-data.ts'
import { inboxRoutes } from './contact-routes.ts'
import { submitMessage } from './submit-message.ts'

describePostgres('a reply from the dashboard', (db) => {
  let owner: AdminApp
  let id: string

  beforeEach(async () => {
    owner = await openAdminApp(db(), (app, { audience, admin }) =>
      app.route('/api/messages', inboxRoutes(audience, admin)),
    )
    const form = { name: 'Ada', email: 'ada@b.test', subject: 'Mild', message: 'Where is\nthe <mild>?' }
    await submitMessage(owner.audience, form, '203.0.113.1')
    id = (await list())[0]?.id ?? ''
    await db().deleteFrom('outbox').execute()
  })

  const list = async () =>
    MessagePage.parse((await owner.call('GET', '/api/messages?folder=all')).json).messages
  const reply = (text: unknown, to = id) => owner.call('POST', `/api/messages/${to}/replies`, { text })

  it('is mailed to the person who wrote, kept with the message, and written down', async () => {
    owner.clock.advance({ minutes: 3 })
    const { status, json } = await reply('In the cellar.\n\nYours,\nthe editors')
    expect(status).toBe(201)
    expect(ContactMessage.parse(json)).toMatchObject({
      status: 'replied',
      replies: [
        {
          text: 'In the cellar.\n\nYours,\nthe editors',
          by: 'owner@halfmeasure.test',
          created_at: owner.clock.now().toISOString(),
        },
      ],
    })
    expect(await list()).toEqual([json])
    const [mail, ...others] = await waitingEmails(db())
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      kind: 'message-reply',
      recipient: 'ada@b.test',
      reply_to: 'hello@halfmeasure.test',
      about: 'ada@b.test',
      subject: 'Re: Mild',
    })
    expect(mail?.text).toContain(
      'In the cellar.\n\nYours,\nthe editors\n\nYou wrote:\n\n> Where is\n> the <mild>?',
    )
    expect(mail?.html).toContain('Yours,<br>the editors')
    expect(await auditEntries(db(), 'message_replied')).toMatchObject([{ details: { message_id: id } }])
  })

  it('is one thread with later replies, and triggers no automatic reply', async () => {
    await reply('First.')
    owner.clock.advance({ minutes: 1 })
    await reply('Second.')
    const rows = await db().selectFrom('outbox').selectAll().orderBy('created_at').execute()
    const [first, second] = rows.map((row) => messageOf(testOutbox.open(row), 'Half <hello@half.test>'))
    expect(first?.inReplyTo).toBeUndefined()
    expect(second?.inReplyTo).toBe(first?.messageId)
    expect(second?.references).toBe(first?.messageId)
    expect(second?.headers).toEqual({ 'Auto-Submitted': 'no' })
  })

  it('goes out once, however often it is sent', async () => {
    await Promise.all([reply('Once.'), reply('Once.')])
    owner.clock.advance({ minutes: 9 })
    await reply('Once.')
    expect(await waitingEmails(db())).toHaveLength(1)
    owner.clock.advance({ minutes: 2 })
    await reply('Once.')
    expect(await waitingEmails(db())).toHaveLength(2)
  })

  it.each([
    ['', 400],
    [' \n', 400],
    ['x'.repeat(10_001), 400],
    [7, 400],
  ])('is not %j', async (text, status) => {
    expect((await reply(text)).status).toBe(status)
    expect(await waitingEmails(db())).toEqual([])
  })

  it('goes neither to spam nor to a message that is gone', async () => {
    await db().updateTable('contact_messages').set({ is_spam: true }).execute()
    expect((await reply('Hello.')).json).toMatchObject({ error: { code: 'message_is_spam' } })
    expect((await reply('Hello.', '00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect(await waitingEmails(db())).toEqual([])
  })

  it('is the person’s data: found and erased with the message', async () => {
    await reply('In the cellar.')
    expect((await recordsOfPerson(db(), 'ada@b.test')).message_replies).toMatchObject([
      { subject: 'Mild', text: 'In the cellar.' },
    ])
    await erasePerson(db(), 'ada@b.test', owner.clock.now())
    expect(await db().selectFrom('message_replies').selectAll().execute()).toEqual([])
    expect(await waitingEmails(db())).toEqual([])
  })
})
