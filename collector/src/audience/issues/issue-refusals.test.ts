import { IssueList, MAX_REFUSALS } from '@half-measure/shared/audience/issue.ts'
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
import { deleteEmail, retryEmail } from '../mail-log.ts'

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
  const resumeUnrefused = async () => {
    transport.refuse = () => undefined
    await editor.call('POST', `/${id}/resume`)
    await sendForAMinute()
  }
  const read = () => editor.issue(editor.call('GET', `/${id}`))
  const failedEmails = async () => {
    const failed = await db().selectFrom('outbox').select('id').where('failed_at', 'is not', null).execute()
    return failed.map((email) => email.id)
  }
  const subscribersOfNext = async () => IssueList.parse((await editor.call('GET')).json).subscribers
  /** The recipients tried first do not exist. */
  const refuseFirst = (count: number) => {
    const unknown = new Set<string>()
    transport.refuse = ({ recipient }) => {
      if (unknown.size < count) unknown.add(recipient)
      return unknown.has(recipient) ? refused : undefined
    }
  }

  it('pauses itself instead of failing for everybody, and reaches everybody once it is resumed', async () => {
    transport.refuse = () => refused
    await sendForAMinute()
    expect(await read()).toMatchObject({ state: 'paused', progress: { failed: MAX_REFUSALS, remaining: 40 } })
    expect(await auditEntries(db(), 'newsletter_issue_paused')).toMatchObject([{ details: { issue_id: id } }])

    await resumeUnrefused()
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

    await resumeUnrefused()
    expect(await read()).toMatchObject({ state: 'sent', progress: { delivered: 60, failed: 0 } })
  })

  it.each([
    ['everybody although one of the refused emails was retried by itself', retryEmail, 60],
    ['everybody but the reader whose email was deleted', deleteEmail, 59],
  ])('reaches %s meanwhile', async (_, change, delivered) => {
    transport.refuse = () => refused
    await sendForAMinute()
    await change(editor.audience, (await failedEmails())[0] ?? '', id)
    await resumeUnrefused()
    expect(await read()).toMatchObject({ state: 'sent', progress: { delivered, failed: 60 - delivered } })
  })

  it('tries the refused emails again although an editor paused it before it did so itself', async () => {
    transport.refuse = () => refused
    for (let second = 0; second < 2; second += 1) {
      await editor.queueOnce(600)
      await sendDue()
    }
    await editor.call('POST', `/${id}/pause`)
    await resumeUnrefused()
    expect(await read()).toMatchObject({ state: 'sent', progress: { delivered: 60, failed: 0 } })
  })

  it('gives the refused emails all their attempts again', async () => {
    transport.refuse = () => refused
    await sendForAMinute()
    await db().updateTable('outbox').set({ attempts: 1_000 }).where('failed_at', 'is not', null).execute()
    transport.refuse = () => new DeliveryError('451 later, please', { failure: 'deferred' })
    await editor.call('POST', `/${id}/resume`)
    await sendForAMinute()
    expect((await read()).progress).toMatchObject({ failed: 0, waiting: 60 })
  })

  it('leaves failed emails alone where an editor paused it for another reason', async () => {
    refuseFirst(3)
    await editor.queueOnce(600)
    await sendDue()
    await editor.call('POST', `/${id}/pause`)
    await editor.call('POST', `/${id}/resume`)
    await sendForAMinute()
    expect(await read()).toMatchObject({ state: 'sent', progress: { delivered: 57, failed: 3 } })
  })

  it.each([
    [5, 'paused'],
    [50, 'sent'],
  ])(
    'holds nothing against its readers where the server refuses all after %s emails',
    async (quota, state) => {
      for (let n = 0; n < 2; n += 1) {
        if (n > 0) id = (await editor.issue(editor.send(await editor.create()))).id
        transport.attempts.length = 0
        transport.refuse = () => (transport.attempts.length > quota ? refused : undefined)
        await sendForAMinute()
        expect(await read()).toMatchObject({ state, progress: { delivered: quota } })
        await editor.call('POST', `/${id}/stop`)
      }
      expect(await subscribersOfNext()).toBe(60)
    },
  )

  it('learns which addresses do not exist once it is resumed', async () => {
    refuseFirst(MAX_REFUSALS)
    for (let n = 0; n < 2; n += 1) {
      if (n > 0) id = (await editor.issue(editor.send(await editor.create()))).id
      await sendForAMinute()
      expect((await read()).state).toBe('paused')
      await editor.call('POST', `/${id}/resume`)
      await sendForAMinute()
      expect(await read()).toMatchObject({ state: 'sent', progress: { delivered: 40, failed: MAX_REFUSALS } })
    }
    expect(await subscribersOfNext()).toBe(60 - MAX_REFUSALS)
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
