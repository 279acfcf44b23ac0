import { randomUUID } from 'node:crypto'
import { IssueList } from '@half-measure/shared/audience/issue.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { describePostgres } from '../../../test/postgres/each-postgres.ts'
import { type IssueEditor, issueText, openIssueEditor } from '../../../test/postgres/issue-editor.ts'
import { auditedEvents, owner } from '../../../test/postgres/test-identity.ts'
import { addSubscriber } from '../../../test/postgres/test-audience.ts'
import { waitingEmails } from '../../email/testing/test-outbox.ts'

describePostgres('the issues of the newsletter', (db) => {
  let editor: IssueEditor

  beforeEach(async () => {
    editor = await openIssueEditor(db())
  })

  describe('are written', () => {
    it('as drafts that may be empty, and say what they lack', async () => {
      const draft = await editor.create({ subject: '', preheader: '', body: '' })
      expect(draft).toMatchObject({ state: 'draft', version: 1, progress: null, started_at: null })
      expect(draft.preview.problems).toEqual(['It has no subject.', 'It has no text.'])
      const refused = await editor.send(draft)
      expect([refused.status, refused.code]).toEqual([422, 'issue_not_ready'])
      expect((await editor.issue(editor.call('GET', `/${draft.id}`))).state).toBe('draft')
    })

    it('although they cannot be read, and then do not count as empty', async () => {
      const draft = await editor.create({ body: '<?'.repeat(20_000) })
      expect(draft.preview.problems).toEqual([expect.stringMatching(/^Its text cannot be read: /)])
    })

    it('with a preview of both parts of the email', async () => {
      const draft = await editor.create()
      expect(draft.preview.problems).toEqual([])
      expect(draft.preview.text).toContain(
        'A half is _not_ less.\n\nRead on (https://halfmeasure.test/articles/pine-beer)',
      )
      const page = await editor.app.call('GET', draft.preview.html_url)
      expect(page.status).toBe(200)
      expect(page.text).toContain('A half is <em>not</em> less.')
      expect(page.text).toContain('The Friday Edition, 20 November 2026')
    })

    it('and changed by one editor at a time', async () => {
      const draft = await editor.create()
      const changed = await editor.issue(
        editor.call('PATCH', `/${draft.id}`, { ...issueText, subject: 'New', version: 1 }),
      )
      expect(changed).toMatchObject({ subject: 'New', version: 2 })
      const late = await editor.call('PATCH', `/${draft.id}`, { ...issueText, subject: 'Late', version: 1 })
      expect([late.status, late.code]).toEqual([409, 'issue_changed'])
      expect((await editor.send(draft)).code).toBe('issue_changed')
      expect((await editor.issue(editor.call('GET', `/${draft.id}`))).subject).toBe('New')
    })

    it('and deleted, which is written down', async () => {
      const { id } = await editor.create()
      expect((await editor.call('DELETE', `/${id}`)).status).toBe(204)
      expect((await editor.call('GET', `/${id}`)).code).toBe('issue_not_found')
      expect((await editor.call('DELETE', `/${id}`)).code).toBe('issue_not_found')
      expect((await editor.call('GET', '/x')).code).toBe('issue_not_found')
      expect(await auditedEvents(db())).toContain('newsletter_issue_deleted')
    })

    it('within bounds', async () => {
      expect((await editor.call('POST', '', { ...issueText, body: 'x'.repeat(50_001) })).code).toBe(
        'validation_failed',
      )
      expect((await editor.call('POST', '', { ...issueText, body: 'x'.repeat(400_000) })).code).toBe(
        'body_too_large',
      )
      expect((await editor.call('POST', '', { subject: 1 })).code).toBe('validation_failed')
      // Larger than other routes take.
      expect((await editor.create({ body: 'word '.repeat(9_000) })).body).toHaveLength(44_999)
    })
  })

  describe('in a frame', () => {
    it('can do nothing but be looked at, by the dashboard alone', async () => {
      const { headers } = await editor.app.call('GET', (await editor.create()).preview.html_url)
      const policy = headers.get('Content-Security-Policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'self'")
      expect(policy).toMatch(/sandbox(?!.*allow-(?:scripts|same-origin|forms))/)
      expect(headers.get('X-Frame-Options')).toBe('SAMEORIGIN')
      expect(headers.get('Cache-Control')).toBe('private, no-store')
    })

    it('open for ten minutes, with the ticket of exactly that version', async () => {
      const draft = await editor.create()
      const other = await editor.create()
      const url = draft.preview.html_url
      expect((await editor.app.call('GET', url.replace(draft.id, other.id))).code).toBe('preview_not_found')
      expect((await editor.app.call('GET', url.replace('version=1', 'version=2'))).code).toBe(
        'preview_not_found',
      )
      expect((await editor.app.call('GET', url.replace(/ticket=.*/, 'ticket=x'))).code).toBe(
        'preview_not_found',
      )
      expect((await editor.app.call('GET', `/api/issues/${draft.id}/preview`)).code).toBe('preview_not_found')
      editor.clock.advance({ minutes: 10 })
      expect((await editor.app.call('GET', url)).code).toBe('preview_not_found')
    })
  })

  describe('send a test', () => {
    it('to the administrator who requests it, and to nobody else', async () => {
      await addSubscriber(editor.audience, 'ada@b.test')
      const draft = await editor.create({ subject: '' })
      const { status, json } = await editor.call('POST', `/${draft.id}/test`)
      expect([status, json]).toEqual([202, { to: owner.email }])
      const mails = (await waitingEmails(db())).filter(({ kind }) => kind === 'issue-test')
      expect(mails).toMatchObject([{ recipient: owner.email, subject: '[Test] ', headers: {} }])
      expect(mails[0]?.text).toContain('/newsletter/unsubscribe?token=preview')
    })

    it('thirty times an hour', async () => {
      const { id } = await editor.create()
      for (let n = 0; n < 30; n += 1) expect((await editor.call('POST', `/${id}/test`)).status).toBe(202)
      expect((await editor.call('POST', `/${id}/test`)).code).toBe('over_request_rate_limit')
    })
  })

  it('are removed from the archive and shown there once they have ended, by one editor at a time', async () => {
    const draft = await editor.create()
    const change = (action: string) => editor.call('POST', `/${draft.id}/${action}`)
    expect((await change('remove-from-archive')).code).toBe('issue_not_sending')
    await editor.send(draft)
    expect((await change('remove-from-archive')).code).toBe('issue_not_sending')
    await editor.queueAll()
    expect((await editor.issue(editor.call('GET', `/${draft.id}`))).in_archive).toBe(true)
    expect((await change('show-in-archive')).code).toBe('issue_not_sending')

    const both = await Promise.all([change('remove-from-archive'), change('remove-from-archive')])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await editor.issue(editor.call('GET', `/${draft.id}`))).in_archive).toBe(false)
    expect((await editor.issue(change('show-in-archive'))).in_archive).toBe(true)
    expect((await editor.call('POST', `/${randomUUID()}/show-in-archive`)).code).toBe('issue_not_found')
    const events = (await auditedEvents(db())).filter((event) => event.endsWith('archive'))
    expect(events).toEqual(['newsletter_issue_removed_from_archive', 'newsletter_issue_shown_in_archive'])
  })

  it('are listed newest first, with how many subscribers the next one has', async () => {
    await addSubscriber(editor.audience, 'ada@b.test')
    await editor.create({ subject: 'First' })
    editor.clock.advance({ minutes: 1 })
    await editor.create({ subject: 'Second' })
    const page = async (query = '') => IssueList.parse((await editor.call('GET', query)).json)
    const first = await page('?limit=1')
    expect(first.issues.map(({ subject }) => subject)).toEqual(['Second'])
    expect(first.subscribers).toBe(1)
    const second = await page(`?limit=1&cursor=${first.next}`)
    expect(second.issues.map(({ subject }) => subject)).toEqual(['First'])
    expect(second.next).toBeNull()
  })
})
