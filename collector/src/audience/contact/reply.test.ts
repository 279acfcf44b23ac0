import { ContactMessage, MessagePage } from '@half-measure/shared/audience/contact-message.ts'
import { beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../../test/postgres/each-postgres.ts'
import { type AdminApp, openAdminApp } from '../../../test/postgres/open-admin-app.ts'
import { auditEntries } from '../../../test/postgres/test-identity.ts'
import { claimEmail, completeEmail, failEmail } from '../../email/outbox.ts'
import { testOutbox, waitingEmails } from '../../email/testing/test-outbox.ts'
import { messageOf } from '../../email/transport.ts'
import { recordEmailOutcome } from '../email-outcomes.ts'
import { holdEmail } from '../hold-email.ts'
import { deleteEmail, retryEmail } from '../mail-log.ts'
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
  /** @param seen replies that the editor saw; all of them unless given. */
  const reply = async (text: unknown, to = id, seen?: number) => {
    const replies = (await list()).find((message) => message.id === to)?.replies ?? []
    return owner.call('POST', `/api/messages/${to}/replies`, { text, seen: seen ?? replies.length })
  }
  const claim = async () => {
    const email = await claimEmail(db(), owner.clock.now())
    if (!email) throw new Error('no email waits')
    return email
  }
  const fail = async () => {
    const email = await claim()
    const failure = { at: owner.clock.now(), reason: '550 no such mailbox' }
    await failEmail(db(), email, failure, recordEmailOutcome)
    return email.id
  }

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
          outcome: 'waiting',
          failure: null,
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

  it('does not go out after one that its writer has not seen', async () => {
    await reply('In the cellar.')
    const second = await reply('In the attic.', id, 0)
    expect([second.status, second.code]).toEqual([409, 'message_replied'])
    expect(await waitingEmails(db())).toHaveLength(1)
    expect((await reply('In the attic.', id, 1)).status).toBe(201)
    expect((await owner.call('POST', `/api/messages/${id}/replies`, { text: 'Hello.' })).status).toBe(400)
  })

  it('says once it is delivered', async () => {
    await reply('In the cellar.')
    await completeEmail(db(), await claim(), recordEmailOutcome)
    expect(await list()).toMatchObject([{ status: 'replied', replies: [{ outcome: 'delivered' }] }])
  })

  it.each(['replied', 'archived'])(
    'brings its %s message back unread if it fails, with the reason',
    async (status) => {
      await reply('In the cellar.')
      await owner.call('PATCH', `/api/messages/${id}`, { status })
      const email = await fail()
      const failed = { outcome: 'failed', failure: '550 no such mailbox' }
      expect(await list()).toMatchObject([{ status: 'unread', replies: [failed] }])

      await retryEmail(owner.audience, email, id)
      expect(await list()).toMatchObject([
        { status: 'replied', replies: [{ outcome: 'waiting', failure: null }] },
      ])
      await fail()
      await deleteEmail(owner.audience, email, id)
      expect(await list()).toMatchObject([{ status: 'unread', replies: [failed] }])
    },
  )

  it('can be sent again once it has failed', async () => {
    await reply('In the cellar.')
    await fail()
    owner.clock.advance({ minutes: 1 })
    expect((await reply('In the cellar.')).status).toBe(201)
    expect(await list()).toMatchObject([
      { status: 'replied', replies: [{ outcome: 'failed' }, { outcome: 'waiting' }] },
    ])
  })

  it('is not retried once it was sent again: the reader would get it twice', async () => {
    await reply('In the cellar.')
    const older = await fail()
    owner.clock.advance({ minutes: 1 })
    await reply('In the cellar.')
    const retry = retryEmail(owner.audience, older, id)
    await expect(retry).rejects.toMatchObject({ status: 409, code: 'reply_superseded' })
    await completeEmail(db(), await claim(), recordEmailOutcome)
    await expect(retryEmail(owner.audience, older, id)).rejects.toMatchObject({ code: 'reply_superseded' })
    expect(await list()).toMatchObject([{ replies: [{ outcome: 'failed' }, { outcome: 'delivered' }] }])
  })

  it('leaves its message as it is, once a later reply is on its way', async () => {
    await reply('In the cellar.')
    const older = await claim()
    owner.clock.advance({ minutes: 1 })
    await reply('In the attic.')
    const failure = { at: owner.clock.now(), reason: '550 no such mailbox' }
    await failEmail(db(), older, failure, recordEmailOutcome)
    expect(await list()).toMatchObject([
      { status: 'replied', replies: [{ outcome: 'failed' }, { outcome: 'waiting' }] },
    ])
    await fail()
    expect(await list()).toMatchObject([{ status: 'unread' }])
    await retryEmail(owner.audience, older.id, id)
    expect(await list()).toMatchObject([{ status: 'replied' }])
  })

  it.each([
    ['unread', 'replied'],
    ['read', 'replied'],
    ['archived', 'archived'],
  ])('that is retried finds its message %s and leaves it %s', async (status, then) => {
    await reply('In the cellar.')
    const email = await fail()
    await owner.call('PATCH', `/api/messages/${id}`, { status })
    await retryEmail(owner.audience, email, id)
    expect(await list()).toMatchObject([{ status: then, replies: [{ outcome: 'waiting' }] }])
  })

  it('counts as failed while a restore holds it back', async () => {
    await reply('In the cellar.')
    await holdEmail(owner.audience)
    expect(await list()).toMatchObject([
      { status: 'unread', replies: [{ outcome: 'failed', failure: expect.stringMatching(/^Held because/) }] },
    ])
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

  it('is as long in any script, in the longest encoding', async () => {
    const body = `{"text":"${String.raw`\u0416`.repeat(10_000)}","seen":0}`
    expect((await owner.call('POST', `/api/messages/${id}/replies`, body)).status).toBe(201)
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
      { subject: 'Mild', text: 'In the cellar.', outcome: 'waiting', failure: null },
    ])
    await erasePerson(db(), 'ada@b.test', owner.clock.now())
    expect(await db().selectFrom('message_replies').selectAll().execute()).toEqual([])
    expect(await waitingEmails(db())).toEqual([])
  })
})
