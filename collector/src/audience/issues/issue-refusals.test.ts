import { MAX_REFUSALS } from '@half-measure/shared/audience/issue.ts'
import { beforeEach, expect, it } from 'vitest'
import { describeEachPostgres } from '../../../test/postgres/each-postgres.ts'
import { type IssueEditor, openIssueEditor } from '../../../test/postgres/issue-editor.ts'
import { addSubscribers } from '../../../test/postgres/test-audience.ts'
import { auditEntries } from '../../../test/postgres/test-identity.ts'
import { createSender } from '../../email/mailer.ts'
import { ListTransport } from '../../email/testing/list-transport.ts'
import { testOutbox } from '../../email/testing/test-outbox.ts'
import { DeliveryError } from '../../email/transport.ts'
import { createLogger } from '../../platform/logger.ts'
import { recordEmailOutcome } from '../email-outcomes.ts'

const refused = new DeliveryError('EENVELOPE: 550 you have sent enough for today', { failure: 'refused' })

describeEachPostgres('an issue whose emails the mail server refuses', (db) => {
  let editor: IssueEditor
  let transport: ListTransport
  let sendDue: () => Promise<void>
  let id: string

  beforeEach(async () => {
    editor = await openIssueEditor(db())
    transport = new ListTransport()
    const now = editor.clock.now
    const log = createLogger('silent')
    sendDue = createSender({
      db: db(),
      outbox: testOutbox,
      log,
      now,
      transport,
      onOutcome: recordEmailOutcome,
    })
    const readers = Array.from({ length: 60 }, (_, n) => `r${String(n).padStart(2, '0')}@b.test`)
    await addSubscribers(db(), readers, now())
    id = (await editor.issue(editor.send(await editor.create()))).id
  })

  /** Ten emails a second. */
  const sendForAMinute = async () => {
    for (let second = 0; second < 60; second += 1) {
      editor.clock.advance({ seconds: 1 })
      await editor.queueOnce(600)
      await sendDue()
    }
  }
  const read = () => editor.issue(editor.call('GET', `/${id}`))

  it('pauses itself instead of failing for everybody, and reaches everybody once it is resumed', async () => {
    transport.refuse = () => refused
    await sendForAMinute()
    expect(await read()).toMatchObject({ state: 'paused', progress: { failed: MAX_REFUSALS, remaining: 40 } })
    expect(await auditEntries(db(), 'newsletter_issue_paused')).toMatchObject([{ details: { issue_id: id } }])

    transport.refuse = () => undefined
    await editor.call('POST', `/${id}/resume`)
    await sendForAMinute()
    expect(await read()).toMatchObject({ state: 'sent', progress: { delivered: 60, failed: 0 } })
    expect(new Set(transport.delivered.map(({ recipient }) => recipient)).size).toBe(60)
    expect(transport.delivered).toHaveLength(60)
  })

  it('pauses itself again if they are still refused', async () => {
    transport.refuse = () => refused
    await sendForAMinute()
    await editor.call('POST', `/${id}/resume`)
    await sendForAMinute()
    expect(await read()).toMatchObject({ state: 'paused', progress: { failed: 40, remaining: 20 } })
  })

  it('goes on where only those recipients do not exist, and where others are delivered in between', async () => {
    const first = new Set<string>()
    transport.refuse = ({ recipient }) => {
      if (first.size < MAX_REFUSALS) first.add(recipient)
      return first.has(recipient) || transport.attempts.length % 3 !== 0 ? refused : undefined
    }
    await sendForAMinute()
    expect((await read()).state).toBe('paused')
    await editor.call('POST', `/${id}/resume`)
    await sendForAMinute()
    const { state, progress } = await read()
    expect(state).toBe('sent')
    expect(progress?.delivered).toBeGreaterThan(10)
    expect(progress?.failed).toBeGreaterThan(30)
  })
})
