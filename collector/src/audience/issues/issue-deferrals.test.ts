import { beforeEach, expect, it } from 'vitest'
import { describeEachPostgres } from '../../../test/postgres/each-postgres.ts'
import { type IssueEditor, openIssueEditor } from '../../../test/postgres/issue-editor.ts'
import { addSubscribers } from '../../../test/postgres/test-audience.ts'
import { createSender } from '../../email/mailer.ts'
import { ListTransport } from '../../email/testing/list-transport.ts'
import { testOutbox } from '../../email/testing/test-outbox.ts'
import { DeliveryError } from '../../email/transport.ts'
import { createLogger } from '../../platform/logger.ts'
import { recordEmailOutcome } from '../email-outcomes.ts'

const deferred = new DeliveryError('EENVELOPE: 450 4.1.2 Domain not found', { failure: 'deferred' })

describeEachPostgres('emails of an issue that the mail server puts off', (db) => {
  let editor: IssueEditor
  let transport: ListTransport
  let sendDue: () => Promise<void>

  beforeEach(async () => {
    editor = await openIssueEditor(db())
    transport = new ListTransport()
    sendDue = createSender({
      db: db(),
      outbox: testOutbox,
      log: createLogger('silent'),
      now: editor.clock.now,
      transport,
      onOutcome: recordEmailOutcome,
    })
  })

  const addReaders = (count: number, domain: string) =>
    addSubscribers(
      db(),
      Array.from({ length: count }, (_, n) => `r${n}@${domain}`),
      editor.clock.now(),
    )
  const sendBoth = async () => {
    const ids: string[] = []
    for (const subject of ['One', 'Other']) {
      editor.clock.advance({ seconds: 1 })
      ids.push((await editor.issue(editor.send(await editor.create({ subject })))).id)
    }
    return ids
  }
  /** One email a second. */
  const sendFor = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      editor.clock.advance({ seconds: 1 })
      await editor.queueOnce(60)
      await sendDue()
    }
  }
  const read = (id = '') => editor.issue(editor.call('GET', `/${id}`))

  it('delay nobody else', async () => {
    await addReaders(55, 'gone.test')
    await addReaders(15, 'b.test')
    transport.refuse = ({ recipient }) => (recipient.endsWith('@gone.test') ? deferred : undefined)
    const ids = await sendBoth()
    await sendFor(160)
    for (const id of ids) {
      const { state, progress } = await read(id)
      expect({ state, progress }).toMatchObject({
        state: 'sent',
        progress: { delivered: 15, waiting: 55, deferred: 55 },
      })
    }
  })

  it('delay nobody else after a pause either, when they are released first', async () => {
    await addReaders(90, 'gone.test')
    await addReaders(30, 'b.test')
    transport.refuse = ({ recipient }) => (recipient.endsWith('@gone.test') ? deferred : undefined)
    const { id } = await editor.issue(editor.send(await editor.create()))
    await sendFor(100)
    await editor.call('POST', `/${id}/pause`)
    await editor.call('POST', `/${id}/resume`)
    await sendFor(150)
    expect(await read(id)).toMatchObject({ state: 'sent', progress: { delivered: 30, waiting: 90 } })
  })

  it('all of them, let the next issue go first', async () => {
    await addReaders(60, 'b.test')
    transport.refuse = ({ subject }) => (subject === 'One' ? deferred : undefined)
    const [one, other] = await sendBoth()
    await sendFor(180)
    expect(await read(other)).toMatchObject({ state: 'sent', progress: { delivered: 60, deferred: 0 } })
    expect(await read(one)).toMatchObject({ state: 'sending', progress: { delivered: 0 } })
  })

  it('all of them, are no more than one a minute from then on', async () => {
    await addReaders(200, 'b.test')
    await editor.send(await editor.create())
    const queueFor = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 1) {
        editor.clock.advance({ minutes: 1 })
        await editor.queueAll(60)
      }
      return (await db().selectFrom('newsletter_deliveries').select('email_id').execute()).length
    }
    expect(await queueFor(1)).toBe(51)
    expect(await queueFor(30)).toBe(51 + 30)
    // The server takes one of them at last.
    const [{ id } = { id: '' }] = await db()
      .deleteFrom('outbox')
      .where('created_at', '=', editor.clock.now())
      .returning('id')
      .execute()
    await recordEmailOutcome(db(), { id, kind: 'newsletter-issue' }, 'delivered')
    expect(await queueFor(1)).toBe(51 + 30 + 51)
  })
})
