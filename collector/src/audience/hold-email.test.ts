import { beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../test/postgres/each-postgres.ts'
import { type IssueEditor, openIssueEditor } from '../../test/postgres/issue-editor.ts'
import { addSubscriber } from '../../test/postgres/test-audience.ts'
import { auditedEvents } from '../../test/postgres/test-identity.ts'
import { claimEmail } from '../email/outbox.ts'
import { anEmail } from '../email/testing/an-email.ts'
import { queueEmail } from '../email/testing/test-outbox.ts'
import { holdEmail } from './hold-email.ts'
import { retryEmail } from './mail-log.ts'

const NOTHING = { unscheduled_issues: 0, paused_issues: 0, paused_emails: 0, emails_in_mail_log: 0 }

describePostgres('after a restore', (db) => {
  let editor: IssueEditor

  beforeEach(async () => {
    editor = await openIssueEditor(db())
    for (const name of ['ada', 'bob']) await addSubscriber(editor.audience, `${name}@b.test`)
  })

  const stateOf = async (id: string) => (await editor.issue(editor.call('GET', `/${id}`))).state
  const claim = () => claimEmail(db(), editor.clock.now())

  it('a scheduled issue is a draft again, even if its time has passed', async () => {
    const { id, version } = await editor.create()
    const at = new Date(editor.clock.now().getTime() + 60_000).toISOString()
    await editor.call('POST', `/${id}/send`, { version, at })
    editor.clock.advance({ minutes: 2 })
    expect(await holdEmail(editor.audience)).toEqual({ ...NOTHING, unscheduled_issues: 1 })
    expect(await stateOf(id)).toBe('draft')
    expect(await editor.queueAll()).toBe('idle')
    expect(await auditedEvents(db())).toContain('newsletter_issue_unscheduled')
  })

  it('an issue that was being sent is paused with its emails, until it is resumed', async () => {
    const { id } = await editor.issue(editor.send(await editor.create()))
    await editor.queueOnce(60)
    editor.clock.advance({ minutes: 1 })
    expect(await holdEmail(editor.audience)).toEqual({ ...NOTHING, paused_issues: 1, paused_emails: 1 })
    expect(await stateOf(id)).toBe('paused')
    expect(await editor.queueAll()).toBe('idle')
    expect(await claim()).toBeUndefined()

    expect((await editor.call('POST', `/${id}/resume`)).status).toBe(200)
    await editor.queueAll()
    expect(await editor.recipients()).toEqual(['ada@b.test', 'bob@b.test'])
  })

  it('an issue that was sent to the end after the backup can be stopped, and goes to nobody again', async () => {
    const { id } = await editor.issue(editor.send(await editor.create()))
    await editor.queueOnce(60)
    await holdEmail(editor.audience)
    const stopped = await editor.issue(editor.call('POST', `/${id}/stop`))
    expect(stopped).toMatchObject({ state: 'stopped', in_archive: false })
    expect(await editor.queueAll()).toBe('idle')
    expect(await editor.emails()).toEqual([])
    const shown = await editor.issue(editor.call('POST', `/${id}/show-in-archive`))
    expect(shown.in_archive).toBe(true)
  })

  it('every other email is in the mail log, where it can be retried', async () => {
    const { id } = await editor.issue(editor.send(await editor.create()))
    await editor.queueAll()
    expect(await stateOf(id)).toBe('sent')
    const other = await queueEmail(db(), anEmail({ kind: 'password-recovery' }), editor.clock.now())
    expect(await holdEmail(editor.audience)).toEqual({ ...NOTHING, emails_in_mail_log: 3 })
    expect(await claim()).toBeUndefined()
    const failed = await editor.issue(editor.call('GET', `/${id}`))
    expect(failed.progress).toMatchObject({ waiting: 0, failed: 2 })

    await retryEmail(editor.audience, other, id)
    expect(await claim()).toMatchObject({ id: other })
    expect(await claim()).toBeUndefined()
    // What failed or was paused before stays as it is.
    expect(await holdEmail(editor.audience)).toEqual({ ...NOTHING, emails_in_mail_log: 1 })
  })
})
