import { OPENS_VERSION } from '@half-measure/shared/audience/newsletter.ts'
import { beforeEach, expect, it } from 'vitest'
import { describePostgresServer } from '../../../test/postgres/each-postgres.ts'
import { type IssueEditor, openIssueEditor } from '../../../test/postgres/issue-editor.ts'
import { meetAtLock } from '../../../test/postgres/lock-waits.ts'
import { addSubscribers, tokenIn } from '../../../test/postgres/test-audience.ts'
import { claimEmail, failEmail } from '../../email/outbox.ts'
import { recordEmailOutcome } from '../email-outcomes.ts'
import { changePreferences } from './preferences.ts'

describePostgresServer('the permission to count opens', (db) => {
  let editor: IssueEditor

  beforeEach(async () => {
    editor = await openIssueEditor(db())
    await addSubscribers(db(), ['ada@b.test', 'bob@b.test'], editor.clock.now(), 2)
    editor.clock.advance({ minutes: 1 })
  })

  const choose = (token: string, allows_opens: boolean) =>
    changePreferences(editor.audience, token, { allows_opens })

  const sendIssue = async () => {
    const { id } = await editor.issue(editor.send(await editor.create()))
    await editor.queueOnce(120)
    const emails = await editor.emails()
    const [ada] = emails.filter(({ recipient }) => recipient === 'ada@b.test')
    return { id, token: tokenIn(ada, '/newsletter/preferences') }
  }

  /** Who would receive the picture. */
  const withPicture = async () =>
    (await editor.emails())
      .filter(({ html }) => html.includes('opened.gif'))
      .map(({ recipient }) => recipient)
      .toSorted()

  const counting = async () => {
    const rows = db().selectFrom('newsletter_deliveries').select('email_id').where('counts_opens', '=', true)
    return (await rows.execute()).length
  }

  it('once withdrawn, leaves no picture in emails that wait; those of other subscribers keep theirs', async () => {
    const { id, token } = await sendIssue()
    await editor.call('POST', `/${id}/pause`)
    expect(await withPicture()).toEqual(['ada@b.test', 'bob@b.test'])
    const before = (await editor.emails()).map(({ text }) => text)
    await choose(token, false)
    await editor.call('POST', `/${id}/resume`)
    expect(await withPicture()).toEqual(['bob@b.test'])
    expect(await counting()).toBe(1)
    const [ada] = (await editor.emails()).filter(({ recipient }) => recipient === 'ada@b.test')
    expect(ada?.html).toContain('/links/1"')
    expect((await editor.emails()).map(({ text }) => text)).toEqual(before)
  })

  it('once withdrawn, leaves no picture in failed emails, which may be retried', async () => {
    const { token } = await sendIssue()
    const failure = { at: editor.clock.now(), reason: '452 the mailbox is full' }
    for (let n = 0; n < 2; n += 1) {
      const claimed = await claimEmail(db(), editor.clock.now())
      if (claimed) await failEmail(db(), claimed, failure, recordEmailOutcome)
    }
    await choose(token, false)
    expect(await withPicture()).toEqual(['bob@b.test'])
  })

  it('once withdrawn, leaves no picture in an email that is being queued at that moment', async () => {
    const { token } = await sendIssue()
    await db().deleteFrom('outbox').execute()
    expect(await editor.queueAll()).toBe('finished')
    await editor.send(await editor.create())
    const results = await meetAtLock(
      db(),
      (trx) => trx.selectFrom('newsletter_subscribers').select('id').forUpdate().execute(),
      [() => editor.queueOnce(120), () => choose(token, false)],
    )
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(await withPicture()).toEqual(['bob@b.test'])
  })

  it('is kept with its time and the version of the words, and so is its withdrawal; repeating it changes nothing', async () => {
    const { token } = await sendIssue()
    const granted = new Date('2026-11-20T10:00:00Z')
    const [withdrawn, again] = [new Date('2026-11-21T10:01:00Z'), new Date('2026-11-23T10:01:00Z')]
    const version = { opens_version: OPENS_VERSION }
    const steps = [
      { choice: true, stored: { ...version, opens_allowed_at: granted, opens_withdrawn_at: null } },
      { choice: false, stored: { ...version, opens_allowed_at: granted, opens_withdrawn_at: withdrawn } },
      { choice: false, stored: { ...version, opens_allowed_at: granted, opens_withdrawn_at: withdrawn } },
      { choice: true, stored: { ...version, opens_allowed_at: again, opens_withdrawn_at: null } },
    ]
    for (const { choice, stored } of steps) {
      await choose(token, choice)
      const ada = db().selectFrom('newsletter_subscribers').selectAll().where('email', '=', 'ada@b.test')
      expect(await ada.executeTakeFirst()).toMatchObject({ allows_opens: choice, ...stored })
      editor.clock.advance({ days: 1 })
    }
  })
})
