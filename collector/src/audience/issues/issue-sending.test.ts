import { beforeEach, expect, it } from 'vitest'
import { describeEachPostgres } from '../../../test/postgres/each-postgres.ts'
import { type IssueEditor, issueText, openIssueEditor } from '../../../test/postgres/issue-editor.ts'
import { auditedEvents } from '../../../test/postgres/test-identity.ts'
import { addSubscriber, tokenIn } from '../../../test/postgres/test-audience.ts'
import { removeSubscriber } from '../newsletter/subscribers.ts'
import { subscribe, unsubscribe } from '../newsletter/subscriptions.ts'

describeEachPostgres('the issues of the newsletter are sent', (db) => {
  let editor: IssueEditor

  beforeEach(async () => {
    editor = await openIssueEditor(db())
  })

  it('to those who had confirmed when sending began, once each, with a link of their own to leave', async () => {
    await addSubscriber(editor.audience, 'ada@b.test')
    await addSubscriber(editor.audience, 'bob@b.test')
    await subscribe(editor.audience, { email: 'never@b.test', source: 'page' }, '203.0.113.9')
    editor.clock.advance({ minutes: 1 })
    const sending = await editor.issue(editor.send(await editor.create()))
    expect(sending).toMatchObject({ state: 'sending', started_at: editor.clock.now().toISOString() })
    expect(sending.progress).toMatchObject({ recipients: 2, remaining: 2 })
    editor.clock.advance({ minutes: 1 })
    await addSubscriber(editor.audience, 'late@b.test')

    await editor.queueAll()
    await editor.queueAll()
    expect(await editor.recipients()).toEqual(['ada@b.test', 'bob@b.test'])
    const [one, two] = await editor.emails()
    expect(one).toMatchObject({
      subject: 'On halves',
      reply_to: 'friday@halfmeasure.test',
      headers: {
        'List-Unsubscribe': expect.stringMatching(
          /^<https:\/\/halfmeasure\.test\/api\/newsletter\/unsubscribe\?token=[\w-]{43}>$/,
        ),
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'List-Id': 'The Friday Edition <friday-edition.halfmeasure.test>',
      },
    })
    expect(one?.headers).not.toEqual(two?.headers)
    const sent = await editor.issue(editor.call('GET', `/${sending.id}`))
    expect(sent).toMatchObject({ state: 'sent', finished_at: editor.clock.now().toISOString() })
    expect(sent.progress).toEqual({
      recipients: 2,
      remaining: 0,
      waiting: 2,
      deferred: 0,
      delivered: 0,
      failed: 0,
      left: 0,
    })
    expect(await auditedEvents(db())).toContain('newsletter_issue_sent')
  })

  it('later, at the time that was chosen, to those who have confirmed by then', async () => {
    const draft = await editor.create()
    const schedule = (at: string) => editor.call('POST', `/${draft.id}/send`, { version: draft.version, at })
    for (const at of [editor.clock.now().toISOString(), '2025-01-01T00:00:00Z', '2028-01-01T00:00:00Z'])
      expect((await schedule(at)).code, at).toBe('schedule_not_valid')
    const at = new Date(editor.clock.now().getTime() + 10 * 60_000).toISOString()
    expect(await editor.issue(schedule(at))).toMatchObject({
      state: 'scheduled',
      scheduled_for: at,
      started_at: null,
      progress: null,
    })
    expect((await editor.call('PATCH', `/${draft.id}`, { ...issueText, version: 1 })).code).toBe(
      'issue_frozen',
    )
    for (const refused of [await editor.call('DELETE', `/${draft.id}`), await editor.send(draft)]) {
      expect(refused.code).toBe('issue_frozen')
      expect(refused.json).toMatchObject({ error: { message: expect.stringMatching('“Back to the draft”') } })
    }

    editor.clock.advance({ minutes: 9 })
    await addSubscriber(editor.audience, 'ada@b.test')
    expect(await editor.queueOnce(60)).toBe('idle')
    // Later than chosen, as where no collector ran.
    editor.clock.advance({ minutes: 2 })
    await editor.queueAll()
    expect(await editor.recipients()).toEqual(['ada@b.test'])
    expect(await editor.issue(editor.call('GET', `/${draft.id}`))).toMatchObject({
      state: 'sent',
      scheduled_for: null,
      started_at: editor.clock.now().toISOString(),
    })
    expect((await editor.call('POST', `/${draft.id}/unschedule`)).code).toBe('issue_not_sending')
    expect(await auditedEvents(db())).toEqual(
      expect.arrayContaining(['newsletter_issue_scheduled', 'newsletter_issue_sent']),
    )
  })

  it('each with a campaign of its own, those of one moment too, so that their sessions are not counted together', async () => {
    await addSubscriber(editor.audience, 'ada@b.test')
    const at = new Date(editor.clock.now().getTime() + 10 * 60_000).toISOString()
    for (const subject of ['One', 'Other']) {
      const { id, version } = await editor.create({ subject })
      await editor.call('POST', `/${id}/send`, { version, at })
    }
    editor.clock.advance({ minutes: 11 })
    await editor.queueAll()
    const links = await db().selectFrom('newsletter_issue_links').select('url').execute()
    const campaigns = links.map(({ url }) => new URL(url).searchParams.get('utm_campaign'))
    expect(campaigns).toHaveLength(2)
    expect(new Set(campaigns).size).toBe(2)
  })

  it('not at all where the plan is taken back in time: it is a draft again', async () => {
    await addSubscriber(editor.audience, 'ada@b.test')
    const draft = await editor.create()
    const at = new Date(editor.clock.now().getTime() + 5 * 60_000).toISOString()
    await editor.call('POST', `/${draft.id}/send`, { version: draft.version, at })
    expect(await editor.issue(editor.call('POST', `/${draft.id}/unschedule`))).toMatchObject({
      state: 'draft',
      scheduled_for: null,
    })
    editor.clock.advance({ minutes: 6 })
    expect(await editor.queueOnce(60)).toBe('idle')
    expect((await editor.call('PATCH', `/${draft.id}`, { ...issueText, version: 1 })).status).toBe(200)
    expect(await auditedEvents(db())).toContain('newsletter_issue_unscheduled')
  })

  it('and stay as they are from then on', async () => {
    const draft = await editor.create()
    await editor.send(draft)
    await editor.queueAll()
    for (const state of ['sending', 'sent']) {
      expect((await editor.call('PATCH', `/${draft.id}`, { ...issueText, version: 1 })).code, state).toBe(
        'issue_frozen',
      )
      expect((await editor.call('DELETE', `/${draft.id}`)).code, state).toBe('issue_frozen')
      expect((await editor.send(draft)).code, state).toBe('issue_frozen')
      await editor.queueAll()
    }
  })

  it('once, however often and by however many the button is pressed', async () => {
    await addSubscriber(editor.audience, 'ada@b.test')
    const draft = await editor.create()
    const responses = await Promise.all([editor.send(draft), editor.send(draft), editor.send(draft)])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    await Promise.all([editor.queueAll(), editor.queueAll(), editor.queueAll()])
    expect(await editor.recipients()).toEqual(['ada@b.test'])
  })

  it('to nobody who unsubscribes while the email waits', async () => {
    const { id } = await editor.underWay(['ada', 'bob', 'eve'])
    expect(await editor.recipients()).toHaveLength(1)
    const [email] = await editor.emails()
    // One whose email waits, by the link in it, and one whose email is not queued yet.
    await unsubscribe(editor.audience, tokenIn(email, '/newsletter/unsubscribe'))
    expect(await editor.recipients()).toEqual([])
    const [next] = await db().selectFrom('newsletter_subscribers').select('id').limit(1).execute()
    await removeSubscriber(editor.audience, next?.id ?? '', id)
    editor.clock.advance({ minutes: 1 })
    await editor.queueAll()
    expect(await editor.recipients()).toHaveLength(1)
    expect((await editor.issue(editor.call('GET', `/${id}`))).progress).toMatchObject({
      recipients: 2,
      left: 1,
    })
  })

  it('no second time to who leaves and comes back', async () => {
    await addSubscriber(editor.audience, 'ada@b.test')
    await editor.send(await editor.create())
    await editor.queueAll()
    const [email] = await editor.emails()
    await unsubscribe(editor.audience, tokenIn(email, '/newsletter/unsubscribe'))
    editor.clock.advance({ minutes: 1 })
    await addSubscriber(editor.audience, 'ada@b.test')
    await editor.queueAll()
    expect(await editor.recipients()).toEqual([])
  })

  it('no faster than the rate, however often it is run', async () => {
    for (let n = 0; n < 9; n += 1) await addSubscriber(editor.audience, `r${n}@b.test`)
    await editor.send(await editor.create())
    const counts: number[] = []
    for (let minute = 0; minute < 3; minute += 1) {
      for (let n = 0; n < 10; n += 1) await editor.queueAll(4)
      counts.push((await editor.emails()).length)
      editor.clock.advance({ minutes: 1 })
    }
    expect(counts).toEqual([4, 8, 9])
  })

  it('and no faster than the mail goes out', async () => {
    for (let n = 0; n < 9; n += 1) await addSubscriber(editor.audience, `r${n}@b.test`)
    await editor.send(await editor.create())
    for (let n = 0; n < 9; n += 1) await editor.queueOnce(60)
    expect((await editor.emails()).length).toBeLessThan(5)
  })
})
