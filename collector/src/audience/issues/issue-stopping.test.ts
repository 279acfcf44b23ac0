import { IssueSummary } from '@half-measure/shared/audience/issue.ts'
import { IssueReport } from '@half-measure/shared/audience/issue-report.ts'
import { beforeEach, expect, it } from 'vitest'
import { describeEachPostgres } from '../../../test/postgres/each-postgres.ts'
import { type IssueEditor, openIssueEditor } from '../../../test/postgres/issue-editor.ts'
import { auditedEvents } from '../../../test/postgres/test-identity.ts'
import { addSubscriber } from '../../../test/postgres/test-audience.ts'
import { testOutbox } from '../../email/testing/test-outbox.ts'
import { createLogger } from '../../platform/logger.ts'
import { createSender } from '../../email/mailer.ts'
import { claimEmail, completeEmail, failEmail } from '../../email/outbox.ts'
import { DeliveryError } from '../../email/transport.ts'
import { recordEmailOutcome } from '../email-outcomes.ts'
import { retryEmail } from '../mail-log.ts'

describeEachPostgres('the issues of the newsletter are sent', (db) => {
  let editor: IssueEditor

  beforeEach(async () => {
    editor = await openIssueEditor(db())
  })

  it('with a pause in which nothing is sent, and continue where they stopped', async () => {
    const { id } = await editor.underWay(['ada', 'bob', 'eve'])
    const paused = IssueSummary.parse((await editor.call('POST', `/${id}/pause`)).json)
    expect(paused.state).toBe('paused')
    expect(await editor.emails()).toMatchObject([{ is_paused: true }])
    editor.clock.advance({ minutes: 1 })
    expect(await editor.queueAll()).toBe('idle')
    expect((await editor.call('POST', `/${id}/pause`)).code).toBe('issue_not_sending')

    expect((await editor.issue(editor.call('POST', `/${id}/resume`))).state).toBe('sending')
    await editor.queueOnce(60)
    expect(await editor.emails()).toMatchObject([{ is_paused: false }])
    await editor.queueAll()
    expect(await editor.recipients()).toEqual(['ada@b.test', 'bob@b.test', 'eve@b.test'])
    expect(await auditedEvents(db())).toEqual(
      expect.arrayContaining(['newsletter_issue_paused', 'newsletter_issue_resumed']),
    )
  })

  it('after a pause of a week too: one failed attempt does not fail the email', async () => {
    const { id } = await editor.underWay(['ada'])
    expect((await editor.call('POST', `/${id}/pause`)).status).toBe(200)
    editor.clock.advance({ days: 7 })
    await editor.signInAgain()
    expect((await editor.call('POST', `/${id}/resume`)).status).toBe(200)
    await editor.queueOnce(60)
    await createSender({
      db: db(),
      outbox: testOutbox,
      log: createLogger('silent'),
      now: editor.clock.now,
      onOutcome: recordEmailOutcome,
      transport: {
        deliver: () => Promise.reject(new DeliveryError('451 later, please', { failure: 'deferred' })),
        close() {},
      },
    })()
    expect((await editor.emails())[0]?.last_error).toMatch('later')
    expect(await editor.emails()).toMatchObject([{ failed_at: null }])
  })

  it('not during a pause, when one that was given up is tried again', async () => {
    const { id } = await editor.underWay(['ada'])
    const email = await failNext()
    await editor.call('POST', `/${id}/pause`)
    await retryEmail(editor.audience, email.id, id)
    expect(await claimEmail(db(), editor.clock.now())).toBeUndefined()
    await editor.call('POST', `/${id}/resume`)
    editor.clock.advance({ minutes: 1 })
    await editor.queueOnce(60)
    expect(await claimEmail(db(), editor.clock.now())).toMatchObject({ id: email.id })
  })

  it('also where one was given up while they were being paused, and is tried again once they were sent', async () => {
    const { id } = await editor.underWay(['ada'])
    const email = await failNext(() => editor.call('POST', `/${id}/pause`))
    await editor.call('POST', `/${id}/resume`)
    expect(await editor.queueAll()).toBe('finished')
    await retryEmail(editor.audience, email.id, id)
    expect(await claimEmail(db(), editor.clock.now())).toMatchObject({ id: email.id })
  })

  it('no faster than the rate when one that was given up is tried again', async () => {
    for (const name of ['ada', 'bob', 'eve']) await addSubscriber(editor.audience, `${name}@b.test`)
    await editor.send(await editor.create())
    for (let n = 0; n < 3; n += 1) await editor.queueOnce(2)
    const { id } = await failNext()
    await retryEmail(editor.audience, id, id)
    const isHeld = async () => (await editor.emails()).find((email) => email.id === id)?.is_paused
    expect(await editor.queueOnce(2)).toBe('later')
    expect(await isHeld()).toBe(true)
    editor.clock.advance({ minutes: 1 })
    expect(await editor.queueOnce(2)).toBe('queued')
    expect(await isHeld()).toBe(false)
    expect(await editor.emails()).toHaveLength(2)
  })

  it('no faster than the rate when they are resumed', async () => {
    const readers = Array.from({ length: 9 }, (_, n) => `r${n}`)
    const { id } = await editor.underWay(readers, 6_000)
    await editor.call('POST', `/${id}/pause`)
    editor.clock.advance({ minutes: 1 })
    await editor.call('POST', `/${id}/resume`)
    const released = async () => (await editor.emails()).filter(({ is_paused }) => !is_paused).length
    const counts: number[] = []
    for (let minute = 0; minute < 3; minute += 1) {
      for (let n = 0; n < 10; n += 1) await editor.queueAll(4)
      counts.push(await released())
      editor.clock.advance({ minutes: 1 })
    }
    expect(counts).toEqual([4, 8, 9])
  })

  it('to nobody else once they are stopped, and keep their figures', async () => {
    const { id } = await editor.underWay(['ada', 'bob', 'eve'])
    const delivered = await claimEmail(db(), editor.clock.now())
    if (!delivered) throw new Error('no email waits')
    await completeEmail(db(), delivered, recordEmailOutcome)
    editor.clock.advance({ minutes: 1 })
    await editor.queueOnce(60)
    expect((await editor.call('POST', `/${id}/stop`)).code).toBe('issue_not_sending')
    await editor.call('POST', `/${id}/pause`)

    const stopped = await editor.issue(editor.call('POST', `/${id}/stop`))
    expect(stopped).toMatchObject({ state: 'stopped', finished_at: editor.clock.now().toISOString() })
    const progress = {
      recipients: 3,
      remaining: 2,
      waiting: 0,
      deferred: 0,
      delivered: 1,
      failed: 0,
      left: 0,
    }
    expect(stopped.progress).toEqual(progress)
    expect(await editor.emails()).toEqual([])
    for (const action of ['pause', 'resume', 'stop'])
      expect((await editor.call('POST', `/${id}/${action}`)).code, action).toBe('issue_not_sending')
    editor.clock.advance({ minutes: 2 })
    expect(await editor.queueAll()).toBe('idle')
    await db().deleteFrom('newsletter_subscribers').execute()
    expect((await editor.issue(editor.call('GET', `/${id}`))).progress).toEqual(progress)
    const report = IssueReport.parse((await editor.call('GET', `/${id}/report`)).json)
    expect(report.counts.delivered).toBe(1)
    expect(await auditedEvents(db())).toContain('newsletter_issue_stopped')
  })

  it('to the person whose email is being delivered when they are stopped, which counts', async () => {
    const { id } = await editor.underWay(['ada', 'bob'], 6_000)
    const deliveries: string[] = []
    const sendDue = createSender({
      db: db(),
      outbox: testOutbox,
      log: createLogger('silent'),
      now: editor.clock.now,
      onOutcome: recordEmailOutcome,
      transport: {
        async deliver({ recipient }) {
          deliveries.push(recipient)
          await editor.call('POST', `/${id}/pause`)
          await editor.call('POST', `/${id}/stop`)
        },
        close() {},
      },
    })
    await sendDue()
    editor.clock.advance({ days: 1 })
    await sendDue()
    expect(deliveries).toHaveLength(1)
    await editor.signInAgain()
    const { state, progress } = await editor.issue(editor.call('GET', `/${id}`))
    expect(state).toBe('stopped')
    expect(progress).toEqual({
      recipients: 2,
      remaining: 1,
      waiting: 0,
      deferred: 0,
      delivered: 1,
      failed: 0,
      left: 0,
    })
  })

  it('to nobody whose email had failed, once they are stopped', async () => {
    const { id } = await editor.underWay(['ada'])
    const email = await failNext()
    await editor.call('POST', `/${id}/pause`)
    const { progress } = await editor.issue(editor.call('POST', `/${id}/stop`))
    expect(progress).toMatchObject({ remaining: 0, failed: 1 })
    await expect(retryEmail(editor.audience, email.id, id)).rejects.toMatchObject({ code: 'email_not_found' })
  })

  it('or are stopped, when one editor resumes them while others stop them', async () => {
    await addSubscriber(editor.audience, 'ada@b.test')
    const { id } = await editor.issue(editor.send(await editor.create()))
    await editor.call('POST', `/${id}/pause`)
    const responses = await Promise.all(
      ['stop', 'resume', 'stop'].map((action) => editor.call('POST', `/${id}/${action}`)),
    )
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(responses.filter(({ status }) => status === 409).map(({ code }) => code)).toEqual([
      'issue_not_sending',
      'issue_not_sending',
    ])
  })

  /** The next email that waits, which the mail server refuses for good. @param meanwhile before it does. */
  async function failNext(meanwhile?: () => Promise<unknown>) {
    const email = await claimEmail(db(), editor.clock.now())
    if (!email) throw new Error('no email waits')
    await meanwhile?.()
    const failure = { at: editor.clock.now(), reason: '550 no such mailbox' }
    await failEmail(db(), email, failure, recordEmailOutcome)
    return email
  }
})
