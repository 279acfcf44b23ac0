import { beforeEach, expect, it } from 'vitest'
import { describePostgresServer } from '../../test/postgres/each-postgres.ts'
import { type IssueEditor, openIssueEditor } from '../../test/postgres/issue-editor.ts'
import { meetAtLock, untilWaiting } from '../../test/postgres/lock-waits.ts'
import { addSubscriber, tokenIn, writeMessage } from '../../test/postgres/test-audience.ts'
import { claimEmail, failEmail } from '../email/outbox.ts'
import { waitingEmails } from '../email/testing/test-outbox.ts'
import { lockMessage } from './contact/inbox.ts'
import { replyToMessage } from './contact/reply.ts'
import { recordEmailOutcome } from './email-outcomes.ts'
import { linkNotValid } from './errors.ts'
import { retryEmail } from './mail-log.ts'
import { removeSubscriber } from './newsletter/subscribers.ts'
import { confirmSubscription, subscribe, unsubscribe } from './newsletter/subscriptions.ts'
import { erasePerson } from './personal-data.ts'

describePostgresServer('no two changes wait for each other', (db) => {
  let editor: IssueEditor

  beforeEach(async () => {
    editor = await openIssueEditor(db())
  })

  const email = 'ada@b.test'
  const erase = () => erasePerson(db(), email, editor.clock.now())

  const writeAndReply = async () => {
    await writeMessage(editor.audience, email, 'Mild')
    await db().deleteFrom('outbox').execute()
    const { id } = await db().selectFrom('contact_messages').select('id').executeTakeFirstOrThrow()
    const { id: by } = await db().selectFrom('users').select('id').executeTakeFirstOrThrow()
    return { id, reply: () => replyToMessage(editor.audience, id, { text: 'In the cellar.', seen: 0 }, by) }
  }

  const queueIssue = async () => {
    await addSubscriber(editor.audience, email)
    const { id } = await editor.issue(editor.send(await editor.create()))
    await editor.queueOnce(60)
    return id
  }

  it('when a person is erased whose reply cannot be delivered', async () => {
    const { reply } = await writeAndReply()
    await reply()
    const claimed = await claimEmail(db(), editor.clock.now())
    if (!claimed) throw new Error('no email waits')
    const erasing = Promise.withResolvers<Awaited<ReturnType<typeof erase>>>()
    const failure = { at: editor.clock.now(), reason: '550 no such mailbox' }
    await failEmail(db(), claimed, failure, async (trx, ...outcome) => {
      erasing.resolve(erase())
      await untilWaiting(db(), 1)
      await recordEmailOutcome(trx, ...outcome)
    })
    expect(await erasing.promise).toMatchObject({ contact_messages: 1, emails: 1 })
  })

  it('when a person is erased just as an editor replies: that email is deleted too', async () => {
    const { id, reply } = await writeAndReply()
    const results = await meetAtLock(db(), (trx) => lockMessage(trx, id), [reply, erase])
    expect(results).toMatchObject([{ status: 'fulfilled' }, { value: { contact_messages: 1, emails: 1 } }])
    expect(await db().selectFrom('outbox').select('id').execute()).toEqual([])
  })

  it('when a person is erased just as they unsubscribe', async () => {
    await queueIssue()
    const [mail] = await editor.emails()
    const leave = () => unsubscribe(editor.audience, tokenIn(mail, '/newsletter/unsubscribe'))
    const results = await meetAtLock(
      db(),
      (trx) => trx.selectFrom('newsletter_tokens').select('subscriber_id').forUpdate().execute(),
      [leave, erase],
    )
    expect(results).toMatchObject([{ value: { status: 'unsubscribed' } }, { value: { subscriptions: 0 } }])
  })

  it.each([{ allows_opens: false }, { allows_opens: true }])(
    'when a person is erased just as they confirm, with %j: the link is no longer valid',
    async (preferences) => {
      await subscribe(editor.audience, { email, source: 'page' }, '203.0.113.9')
      const token = tokenIn((await waitingEmails(db()))[0], '/newsletter/confirm')
      const results = await meetAtLock(
        db(),
        (trx) => trx.selectFrom('newsletter_subscribers').select('id').forUpdate().execute(),
        [erase, () => confirmSubscription(editor.audience, token, preferences)],
      )
      expect(results).toMatchObject([
        { value: { subscriptions: 1 } },
        { reason: { code: 'link_not_valid', message: linkNotValid('confirm').message } },
      ])
    },
  )

  it('when a resumed issue releases an email just as its reader unsubscribes', async () => {
    const id = await queueIssue()
    const [mail] = await editor.emails()
    await editor.call('POST', `/${id}/pause`)
    await editor.call('POST', `/${id}/resume`)
    editor.clock.advance({ minutes: 1 })
    const results = await meetAtLock(
      db(),
      (trx) => trx.selectFrom('newsletter_deliveries').select('email_id').forUpdate().execute(),
      [
        () => unsubscribe(editor.audience, tokenIn(mail, '/newsletter/unsubscribe')),
        () => editor.queueOnce(60),
      ],
    )
    expect(results).toMatchObject([{ value: { status: 'unsubscribed' } }, { status: 'fulfilled' }])
    expect(await editor.emails()).toEqual([])
  })

  it('when an issue is stopped just as a reader leaves', async () => {
    const id = await queueIssue()
    await editor.call('POST', `/${id}/pause`)
    const ada = await db().selectFrom('newsletter_subscribers').select('id').executeTakeFirstOrThrow()
    const results = await meetAtLock(
      db(),
      (trx) => trx.selectFrom('newsletter_deliveries').select('email_id').forUpdate().execute(),
      [() => removeSubscriber(editor.audience, ada.id, id), () => editor.call('POST', `/${id}/stop`)],
    )
    expect(results).toMatchObject([{ status: 'fulfilled' }, { value: { status: 200 } }])
    const { progress } = await editor.issue(editor.call('GET', `/${id}`))
    expect(progress).toMatchObject({ recipients: 1, left: 1 })
  })

  it('when a failed email is retried just as its issue is resumed: it is sent', async () => {
    const id = await queueIssue()
    const failed = await failNext()
    await editor.call('POST', `/${id}/pause`)
    const results = await meetAtLock(
      db(),
      (trx) => trx.selectFrom('newsletter_deliveries').select('email_id').forUpdate().execute(),
      [() => retryEmail(editor.audience, failed.id, id), () => editor.call('POST', `/${id}/resume`)],
    )
    expect(results).toMatchObject([{ status: 'fulfilled' }, { value: { status: 200 } }])
    await editor.queueAll()
    expect(await editor.emails()).toMatchObject([{ is_paused: false, failed_at: null }])
  })

  it('when a person is erased just as a failed reply to them is retried', async () => {
    const { id, reply } = await writeAndReply()
    await reply()
    const { id: failed } = await failNext()
    const results = await meetAtLock(db(), (trx) => lockMessage(trx, id), [
      () => retryEmail(editor.audience, failed, id),
      erase,
    ])
    expect(results).toMatchObject([{ status: 'fulfilled' }, { value: { contact_messages: 1, emails: 1 } }])
  })

  /** The next email that waits, which the mail server refuses for good. */
  async function failNext() {
    const claimed = await claimEmail(db(), editor.clock.now())
    if (!claimed) throw new Error('no email waits')
    const failure = { at: editor.clock.now(), reason: '550 no such mailbox' }
    await failEmail(db(), claimed, failure, recordEmailOutcome)
    return claimed
  }
})
