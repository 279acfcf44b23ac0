import { IssueReport } from '@half-measure/shared/audience/issue-report.ts'
import { IssueList } from '@half-measure/shared/audience/issue.ts'
import type { StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import type { Hono } from 'hono'
import { beforeEach, describe, expect, it } from 'vitest'
import { describePostgres } from '../../../../test/postgres/each-postgres.ts'
import { type IssueEditor, openIssueEditor } from '../../../../test/postgres/issue-editor.ts'
import { createTestApp, testClient } from '../../../../test/postgres/test-app.ts'
import { addSubscribers, tokenIn } from '../../../../test/postgres/test-audience.ts'
import { createLogger } from '../../../platform/logger.ts'
import { recordEmailOutcome } from '../../email-outcomes.ts'
import { unsubscribe } from '../../newsletter/subscriptions.ts'
import { completeEmail } from '../../../email/outbox.ts'
import { issueCountRoutes } from './count-routes.ts'
import { startStoringCounts } from './store-counts.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const BODY =
  'See [the stories](/stories), [a brewery](https://brewery.example/?a=1&b=2) or <friday@halfmeasure.test>.'

describePostgres('the results of a newsletter issue', (db) => {
  let editor: IssueEditor
  let site: Hono
  let queries: StatsQuery[]

  beforeEach(async () => {
    queries = []
    editor = await openIssueEditor(db(), async (query) => {
      queries.push(query)
      const figures = { sessions: 6, views_per_session: 2, engaged_time: 61.5, conversion_rate: 50 }
      return {
        rows: [],
        row_count: 0,
        totals: { figures },
        compared_range: null,
        incomplete_from: null,
        counted_since: null,
        provenance: { rows_read: 0, bytes_read: 0, took_ms: 0, cached: false, as_of: query.range.to },
      }
    })
    site = createTestApp().route(
      '/newsletter/issues',
      issueCountRoutes({ ...editor.audience, clientAddress: testClient }),
    )
  })

  /** Subscribers, of whom the first so many allow opens to be counted. */
  async function subscribers(count: number, allowing: number): Promise<void> {
    const emails = Array.from({ length: count }, (_, n) => `r${String(n).padStart(2, '0')}@b.test`)
    await addSubscribers(db(), emails, editor.clock.now(), allowing)
  }

  /** Writes an issue, sends it and delivers its emails. @returns its id and the emails. */
  async function send(body = BODY) {
    const { id } = await editor.issue(editor.send(await editor.create({ body })))
    await editor.queueAll()
    const emails = await editor.emails()
    for (const email of emails) await completeEmail(db(), email, recordEmailOutcome)
    editor.clock.advance({ minutes: 1 })
    return { id, emails: emails.toSorted((a, b) => a.recipient.localeCompare(b.recipient)) }
  }

  function get(
    url: string,
    { method = 'GET', client = '203.0.113.7', ...headers }: Record<string, string> = {},
  ) {
    const path = url.replace('https://halfmeasure.test', '')
    return site.request(path, {
      method,
      headers: { 'X-Test-Client': client, 'User-Agent': PHONE, ...headers },
    })
  }

  const store = () => startStoringCounts(editor.audience, createLogger('silent')).stop()
  const report = async (id: string) => IssueReport.parse((await editor.call('GET', `/${id}/report`)).json)

  it('come from addresses that name the issue and the link, the same for every reader', async () => {
    await subscribers(3, 1)
    const { id, emails } = await send()
    const [allowing, ...others] = emails
    const root = `https://halfmeasure.test/newsletter/issues/${id}`
    for (const { html } of emails) expect(linksOf(html)).toEqual([`${root}/links/1`, `${root}/links/2`])
    expect(picturesOf(allowing?.html)).toEqual([`${root}/opened.gif`])
    for (const { html } of others) expect(picturesOf(html)).toEqual([])
    expect(allowing?.text).toContain('(https://brewery.example/?a=1&b=2)')
    expect(await (await get(`${root}/opened.gif`)).text()).toMatch(/^GIF89a/)
  })

  it('redirect to where the text leads and nowhere else', async () => {
    const { id } = await send()
    const path = `/newsletter/issues/${id}/links`
    const targetOf = async (position: string) => (await get(`${path}/${position}`)).headers.get('Location')
    expect(await targetOf('1')).toBe(
      `https://halfmeasure.test/stories?utm_source=friday-edition&utm_medium=email&utm_campaign=friday-edition-2026-11-20-1000-${id.slice(0, 8)}`,
    )
    expect(await targetOf('2')).toBe('https://brewery.example/?a=1&b=2')
    for (const position of ['0', '3', '-1', '1.5', 'https://evil.example'])
      expect((await get(`${path}/${position}`)).status, position).toBe(404)
    const draft = await editor.create()
    for (const other of [draft.id, 'no-id']) {
      expect((await get(`/newsletter/issues/${other}/links/1`)).status).toBe(404)
      expect((await get(`/newsletter/issues/${other}/opened.gif`)).status).toBe(404)
    }
  })

  it('are of no test and no preview', async () => {
    const draft = await editor.create({ body: BODY })
    await editor.call('POST', `/${draft.id}/test`)
    const [test] = await db().selectFrom('outbox').select('kind').execute()
    expect(test).toEqual({ kind: 'issue-test' })
    const { html_url } = draft.preview
    expect((await editor.call('GET', `/${draft.id}/report`)).code).toBe('issue_not_sent')
    expect((await editor.app.call('GET', html_url)).text).not.toContain('/newsletter/issues/')
  })

  it('are counted as numbers: delivered, opened by those who allow it, clicks by link, left', async () => {
    await subscribers(14, 12)
    const { id, emails } = await send()
    for (const client of ['203.0.113.1', '203.0.113.2', '203.0.113.3'])
      await get(`/newsletter/issues/${id}/opened.gif`, { client })
    const link = `/newsletter/issues/${id}/links/2`
    await get(link)
    await get(link, { client: '203.0.113.1' })
    await get(link, { client: '203.0.113.9', method: 'HEAD' })
    await get(link, { client: '203.0.113.9', 'Sec-Purpose': 'prefetch' })
    await get(link, { client: '203.0.113.9', 'User-Agent': 'python-requests/2.32' })
    for (let n = 0; n < 2; n += 1)
      await unsubscribe(editor.audience, tokenIn(emails[3], '/newsletter/unsubscribe'))
    await store()
    const { counts, links } = await report(id)
    expect(counts).toEqual({
      delivered: 14,
      counting_opens: 12,
      opens: 3,
      clicks: 2,
      unsubscribes: 1,
      machine_opens: 0,
      machine_clicks: 1,
    })
    expect(links.map(({ clicks }) => clicks)).toEqual([0, 2])
    const list = IssueList.parse((await editor.call('GET')).json)
    expect(list.issues[0]?.counts).toEqual(counts)
    const { text } = await editor.call('GET', '/results.csv')
    expect(text.split('\r\n')[0]).toContain('Opens divided by the delivered emails that count them')
    expect(text.split('\r\n')[1]).toBe(
      '"2026-11-20T10:00:00.000Z","On halves","14","12","3","2","1","25","14.3","7.1"',
    )
  })

  it('have as many opens an hour as emails that count them, those queued since the first included', async () => {
    await subscribers(20, 14)
    const { id } = await editor.issue(editor.send(await editor.create({ body: BODY })))
    const loads = async (count: number) => {
      for (let n = 0; n < count; n += 1)
        await get(`/newsletter/issues/${id}/opened.gif`, { 'User-Agent': 'GoogleImageProxy' })
    }
    await editor.queueOnce(60)
    editor.clock.advance({ minutes: 1 })
    await loads(1)
    await editor.queueAll()
    for (const email of await editor.emails()) await completeEmail(db(), email, recordEmailOutcome)
    editor.clock.advance({ minutes: 1 })
    await loads(1)
    await expect.poll(async () => (await editor.audience.sentIssues.find(id))?.countingOpens).toBe(14)
    await loads(30)
    await store()
    expect((await report(id)).counts).toMatchObject({ opens: 14, machine_opens: 18 })
  })

  it('are stored beside one that is counted more often than an integer holds', async () => {
    await subscribers(3, 0)
    const older = await send()
    editor.clock.advance({ minutes: 20 })
    await editor.signInAgain()
    const newer = await send()
    const most = { issue_id: older.id, kind: 'machine_click' as const, link: 1, hour: 0, count: 2 ** 31 - 1 }
    await db().insertInto('newsletter_issue_counts').values(most).execute()
    await get(`/newsletter/issues/${older.id}/links/1`, { 'User-Agent': 'python-requests/2.32' })
    await get(`/newsletter/issues/${newer.id}/links/1`)
    await store()
    expect((await report(older.id)).counts.machine_clicks).toBe(2 ** 31)
    expect((await report(newer.id)).counts.clicks).toBe(1)
  })

  it('withhold opens that would say who opened it', async () => {
    await subscribers(12, 9)
    const { id } = await send()
    await get(`/newsletter/issues/${id}/opened.gif`)
    await store()
    expect((await report(id)).counts).toMatchObject({ counting_opens: 9, opens: null, machine_opens: null })
  })

  it('name the issue that a reader leaves by, and not the newest', async () => {
    await subscribers(3, 0)
    const older = await send()
    editor.clock.advance({ minutes: 20 })
    await editor.signInAgain()
    const newer = await send()
    await unsubscribe(editor.audience, tokenIn(older.emails[0], '/newsletter/unsubscribe'))
    expect((await report(older.id)).counts.unsubscribes).toBe(1)
    expect((await report(newer.id)).counts.unsubscribes).toBe(0)
  })

  describe('beside the issues before', () => {
    it('are those of as many hours', async () => {
      await subscribers(10, 0)
      const hours = async (hours: number) => {
        editor.clock.advance({ minutes: 60 * hours })
        await editor.signInAgain()
      }
      for (const late of [0, 0, 3, 3]) {
        const { id } = await send()
        await hours(late)
        await get(`/newsletter/issues/${id}/links/1`)
        await hours(24)
      }
      await store()
      const { id } = await send()
      await get(`/newsletter/issues/${id}/links/1`)
      await store()
      expect((await report(id)).scorecard).toMatchObject({ hours: 0, compared: 4 })
      await hours(2)
      queries = []
      const { hours: compared, figures } = (await report(id)).scorecard
      expect(compared).toBe(2)
      // Two of the four before had a click within two hours.
      expect(figures[1]).toEqual({ name: 'click_rate', value: 10, compared: 4, median: 5 })
      expect(figures.find(({ name }) => name === 'session_rate')).toMatchObject({ value: 60, median: 60 })
      const lengths = queries.map(({ range }) => Date.parse(range.to) - Date.parse(range.from))
      expect(lengths).toEqual(Array(5).fill(2 * 3_600_000))
    })
  })
})

const linksOf = (html = '') =>
  [...html.matchAll(/href="([^"]*)"/g)]
    .map(([, href = '']) => href)
    .filter((href) => !/mailto:|token=/.test(href))
const picturesOf = (html = '') => [...html.matchAll(/<img src="([^"]*)"/g)].map(([, src]) => src)
