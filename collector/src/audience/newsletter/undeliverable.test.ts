import { beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../../test/postgres/each-postgres.ts'
import { type IssueEditor, openIssueEditor } from '../../../test/postgres/issue-editor.ts'
import { addSubscribers } from '../../../test/postgres/test-audience.ts'
import { claimEmail, completeEmail, failEmail } from '../../email/outbox.ts'
import { recordEmailOutcome } from '../email-outcomes.ts'
import { retryEmail } from '../mail-log.ts'
import { recordsOfPerson } from '../personal-data.ts'
import { ISSUE_EMAIL } from './deliveries.ts'
import { listSubscribers } from './subscribers.ts'
import { subscribe } from './subscriptions.ts'

const UNKNOWN = "EENVELOPE: Can't send mail - all recipients were rejected: 550 5.1.1 no such user"
const NO_CODE = "EENVELOPE: Can't send mail - all recipients were rejected: 550 no such mailbox"
const FULL = 'EMESSAGE: Message failed: 552 5.2.2 the mailbox is full'
const RELAY = "EENVELOPE: Can't send mail - all recipients were rejected: 550 relaying denied"

describePostgres('a subscriber whose address the mail server refuses', (db) => {
  let editor: IssueEditor

  beforeEach(async () => {
    editor = await openIssueEditor(db())
    await addSubscribers(db(), ['ada@b.test', 'bob@b.test'], editor.clock.now())
    editor.clock.advance({ minutes: 1 })
  })

  const both = ['ada@b.test', 'bob@b.test']
  /** Sends an issue that reaches everybody but those refused. @returns its recipients. */
  const sendIssue = async (reason?: string, refused = both.slice(0, 1)) => {
    const { id } = await editor.issue(editor.send(await editor.create()))
    await editor.queueAll()
    const recipients = await editor.recipients()
    for (;;) {
      const claimed = await claimEmail(db(), editor.clock.now())
      if (!claimed) break
      if (refused.includes(claimed.recipient) && reason !== undefined)
        await failEmail(db(), claimed, { at: editor.clock.now(), reason }, recordEmailOutcome)
      else await completeEmail(db(), claimed, recordEmailOutcome)
    }
    const failed = await db().selectFrom('outbox').select('id').executeTakeFirst()
    await editor.queueAll()
    const { progress } = await editor.issue(editor.call('GET', `/${id}`))
    editor.clock.advance({ days: 7 })
    await editor.signInAgain()
    return { recipients, progress, failed: failed?.id ?? '' }
  }

  const isUndeliverable = async () => {
    const { subscribers } = await listSubscribers(db(), { state: 'all', q: 'ada', limit: 10 })
    return subscribers[0]?.is_undeliverable
  }

  it('twice gets no further issues, and is listed as such', async () => {
    expect((await sendIssue(UNKNOWN)).recipients).toEqual(both)
    expect(await isUndeliverable()).toBe(false)
    await db().deleteFrom('outbox').execute()
    expect((await sendIssue(NO_CODE)).recipients).toEqual(both)
    await db().deleteFrom('outbox').execute()
    expect(await sendIssue()).toMatchObject({
      recipients: ['bob@b.test'],
      progress: { recipients: 1, delivered: 1, remaining: 0 },
    })
    expect(await isUndeliverable()).toBe(true)
    expect((await editor.call('GET')).json).toMatchObject({ subscribers: 1 })
    const { newsletter_deliveries } = await recordsOfPerson(db(), 'ada@b.test')
    expect(newsletter_deliveries).toMatchObject([{ address_refused: true }, { address_refused: true }])
  })

  it.each([FULL, RELAY, 'ETIMEDOUT: Connection timeout'])(
    'for another reason gets the next issue: %s',
    async (reason) => {
      for (let n = 0; n < 3; n += 1) {
        expect((await sendIssue(reason)).recipients).toEqual(both)
        await db().deleteFrom('outbox').execute()
      }
    },
  )

  it('with everybody else’s gets the next issue: the server refuses the sender', async () => {
    for (let n = 0; n < 2; n += 1) {
      await sendIssue(UNKNOWN, both)
      await db().deleteFrom('outbox').execute()
    }
    expect((await sendIssue()).recipients).toEqual(both)
  })

  it('gets issues again once one is delivered: a failed one that is retried', async () => {
    await sendIssue(UNKNOWN)
    await db().deleteFrom('outbox').execute()
    const { failed } = await sendIssue(UNKNOWN)
    const { id: by } = await db().selectFrom('users').select('id').executeTakeFirstOrThrow()
    await retryEmail(editor.audience, failed, by)
    await completeEmail(db(), { id: failed, kind: ISSUE_EMAIL, attempts: 1 }, recordEmailOutcome)
    expect(await isUndeliverable()).toBe(false)
    expect((await sendIssue()).recipients).toEqual(both)
  })

  it('gets issues again after signing up again', async () => {
    for (let n = 0; n < 2; n += 1) {
      await sendIssue(UNKNOWN)
      await db().deleteFrom('outbox').execute()
    }
    expect(await isUndeliverable()).toBe(true)
    await subscribe(editor.audience, { email: 'ada@b.test', source: 'page' }, '203.0.113.7')
    await db().deleteFrom('outbox').execute()
    expect((await sendIssue()).recipients).toEqual(both)
  })
})
