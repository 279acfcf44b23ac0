import { AlertRule, AlertRules } from '@half-measure/shared/reports/alert-rule.ts'
import { ReportSettings } from '@half-measure/shared/reports/report-settings.ts'
import type { StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import type { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import type { Delivery } from '@half-measure/shared/stats/delivery.ts'
import { testOutbox, waitingEmails } from '../email/testing/test-outbox.ts'
import { beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../test/postgres/each-postgres.ts'
import { openAdminApp } from '../../test/postgres/open-admin-app.ts'
import type { AuthApp } from '../../test/postgres/test-auth-app.ts'
import type { TestClock } from '../../test/postgres/test-clock.ts'
import { checkAlerts } from './alerts/check-alerts.ts'
import type { MetricSources } from './alerts/measure-alert.ts'
import { weeklyFigures } from './weekly-report/weekly-figures.ts'
import { reportWeek } from './weekly-report/report-week.ts'
import { pendingRecipients, sendWeekly } from './weekly-report/send-weekly.ts'
import { reportRoutes } from './report-routes.ts'

const dashboard = 'https://admin.halfmeasure.test'
const MONDAY = new Date('2026-11-16T08:00:00Z')

const delivery: Delivery = {
  received: 10,
  accepted: 9,
  duplicates: 1,
  rejected: {},
  stored: 9,
  pending: 0,
  dead_letters: 0,
  erased: 0,
  expired: 0,
  last_reconciliation: null,
}

/** Answers every question with what its split would have. */
async function runQuery(question: {
  dimension?: string | undefined
  compare?: string | undefined
}): Promise<StatsResult> {
  const rows: Record<string, StatsResult['rows']> = {
    page: [{ key: '/articles/pine-beer', figures: { sessions: 70 } }],
    channel: [{ key: 'search', figures: { sessions: 80 } }],
    event_type: [{ key: 'newsletter_signup', figures: { conversions: 3 } }],
  }
  return {
    rows: rows[question.dimension ?? ''] ?? [],
    row_count: 1,
    totals: {
      figures: { sessions: 120, page_views: 300, conversion_rate: 2.5, revenue: 12 },
      ...(question.compare && { compared: { sessions: 100, page_views: 300, conversion_rate: 2 } }),
    },
    compared_range: null,
    incomplete_from: null,
    provenance: {
      rows_read: 0,
      bytes_read: 0,
      took_ms: 0,
      cached: false,
      as_of: MONDAY.toISOString(),
    },
  }
}

const covered = (coverage: number | null) => ({
  page_loads: 1_000,
  page_views: (coverage ?? 0) * 10,
  unique_sessions: 400,
  coverage,
})

/** Sources in which every metric of an alert has the same value, and had another until `MONDAY`. */
function valued(value: number | null, before: number | null = value): MetricSources {
  return {
    async runQuery(query) {
      const answer = await runQuery(query)
      const one = Date.parse(query.range.to) < MONDAY.getTime() ? before : value
      return { ...answer, totals: { figures: Object.fromEntries(query.metrics.map((name) => [name, one])) } }
    },
    delivery: async () => ({ ...delivery, dead_letters: value ?? 0 }),
  }
}

describePostgres('what is mailed', (db) => {
  let app: AuthApp
  let bearer: string
  let clock: TestClock

  beforeEach(async () => {
    ;({ clock, app, bearer } = await openAdminApp(db(), (app, { audience, admin }) =>
      app.route('/api/reports', reportRoutes(audience, { ...valued(4), webhooks: {} }, admin)),
    ))
  })

  const settings = async () =>
    ReportSettings.parse((await app.call('GET', '/api/reports/settings', { bearer })).json)
  const set = (body: object) => app.call('PATCH', '/api/reports/settings', { bearer, body })
  const mails = async () =>
    (await waitingEmails(db())).map(({ kind, subject, text, recipient }) => ({
      kind,
      subject,
      text,
      recipient,
    }))

  it('is nothing until it is asked for, and each administrator asks for themselves', async () => {
    expect(await settings()).toEqual({ weekly: false, alerts: false })
    expect((await set({ weekly: true })).json).toEqual({ weekly: true, alerts: false })
    expect((await set({ alerts: true })).json).toEqual({ weekly: true, alerts: true })
    expect((await set({})).json).toEqual({ weekly: true, alerts: true })
    expect((await set({ weekly: 'yes' })).status).toBe(400)
    expect((await set({ monthly: true })).status).toBe(400)
  })

  it('the weekly report is mailed once to each subscriber of it, however often it is tried', async () => {
    const week = reportWeek(MONDAY)
    if (!week) throw new Error('it is Monday morning')
    expect(await pendingRecipients(db(), week)).toEqual([])
    await set({ weekly: true })
    const articles = [
      {
        path: '/articles/pine-beer',
        title: 'The Trouble with Drinking a Christmas Tree',
        category: 'The Review',
        author: 'Callum Frew',
        published: '2026-10-19',
        read_minutes: 6,
      },
    ]
    const coverage = async () => ({ totals: covered(62.4), compared: covered(54.4) })
    const figures = await weeklyFigures(
      { runQuery, delivery: async () => delivery, coverage, articles },
      week,
    )
    const recipients = await pendingRecipients(db(), week)
    expect(recipients).toMatchObject([{ email: 'owner@halfmeasure.test' }])
    for (const recipient of [...recipients, ...recipients]) {
      await sendWeekly(db(), recipient, figures, { outbox: testOutbox, dashboard, at: MONDAY })
    }
    expect(await pendingRecipients(db(), week)).toEqual([])
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ kind: 'weekly-report', subject: 'The week: 120 sessions, up 20%' })
    for (const words of [
      'Monday 9 November to Sunday 15 November',
      '2.50%, up 0.50 points',
      '300, unchanged',
      'The Trouble with Drinking a Christmas Tree',
      'newsletter signup',
      'readers who accepted',
      'These figures see 62% of 1,000 page loads, up 8.00 points. So part of the change',
      'Delivery adds up',
      `${dashboard}/admin/reports`,
    ]) {
      expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(words)
    }
  })

  it('says so when the account does not add up or cannot be told, and when no page load was counted', async () => {
    await set({ weekly: true })
    const tell = async (account: () => Promise<Delivery>, monday: string) => {
      const week = { monday, from: `${monday}T00:00:00.000Z`, to: MONDAY.toISOString() }
      const coverage = async () => ({ totals: covered(null), compared: null })
      const figures = await weeklyFigures({ runQuery, delivery: account, coverage, articles: [] }, week)
      const [recipient] = await pendingRecipients(db(), week)
      if (recipient)
        await sendWeekly(db(), recipient, figures, { outbox: testOutbox, dashboard, at: clock.now() })
      clock.advance({ seconds: 1 })
      return (await mails()).at(-1)?.text
    }
    const report = await tell(async () => ({ ...delivery, stored: 8 }), '2026-11-09')
    expect(report).toContain('does NOT add up')
    expect(report).toContain('No page loads were counted')
    expect(await tell(() => Promise.reject(new Error('away')), '2026-11-02')).toContain(
      'not available at the moment',
    )
  })

  const rule = { metric: 'page_views', comparison: 'below', threshold: 10, window_minutes: 60 }
  const makeRule = async (draft: object) =>
    AlertRule.parse((await app.call('POST', '/api/reports/alerts', { bearer, body: draft })).json)
  const check = async (value: number | null) => {
    const at = clock.now()
    const before = new Date(at.getTime() - 5 * 60_000)
    await checkAlerts(db(), valued(value), { at, before, outbox: testOutbox, dashboard, webhooks: {} })
    clock.advance({ minutes: 5 })
  }

  it('an alert is mailed once, and so is its end', async () => {
    await set({ alerts: true })
    const { id } = await makeRule(rule)
    for (const value of [50, 9, 3, null, 10.5, 11, 12, 9]) await check(value)
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'Alert: Page views below 10 in the last hour',
      'Resolved: Page views below 10 in the last hour',
      'Alert: Page views below 10 in the last hour',
    ])
    bearer = (await app.signIn()).access_token
    const { rules } = AlertRules.parse((await app.call('GET', '/api/reports/alerts', { bearer })).json)
    expect(rules).toMatchObject([{ ...rule, id, last_value: 9 }])
    expect(rules[0]?.raised_since).not.toBeNull()
    expect((await app.call('DELETE', `/api/reports/alerts/${id}`, { bearer })).status).toBe(204)
    expect((await app.call('DELETE', `/api/reports/alerts/${id}`, { bearer })).status).toBe(404)
  })

  it('an alert can be about a change since a week before, of the sessions that filters keep', async () => {
    await set({ alerts: true })
    const filters = [{ operator: 'is', dimension: 'country', values: ['JP'] }]
    await makeRule({ ...rule, comparison: 'down', threshold: 30, filters })
    const asked: unknown[] = []
    const checkBoth = async (value: number, before: number) => {
      const at = clock.now()
      const { runQuery: answer, ...rest } = valued(value, before)
      const watched = { ...rest, runQuery: (query: StatsQuery) => (asked.push(query), answer(query)) }
      await checkAlerts(db(), watched, { at, before: at, outbox: testOutbox, dashboard, webhooks: {} })
      clock.advance({ minutes: 5 })
    }
    await checkBoth(71, 100)
    // Nothing to compare with says nothing.
    await checkBoth(0, 0)
    expect(await mails()).toEqual([])
    await checkBoth(69, 100)
    await checkBoth(72, 100)
    await checkBoth(74, 100)
    const words =
      'Page views down by more than 30% in the last hour, compared with a week before, where Country is Japan'
    expect((await mails()).map(({ subject }) => subject)).toEqual([`Alert: ${words}`, `Resolved: ${words}`])
    const text = (await mails())[0]?.text.replaceAll(/\s+/g, ' ')
    expect(text).toContain('Page views in the last hour: 69, down 31% (100 a week before).')
    expect(text).toContain(`${dashboard}/admin/explore?period=today&metric=page_views&f=is%2Ccountry%2CJP`)
    expect(asked.slice(0, 2)).toMatchObject([{ filters }, { filters }])
  })

  it('a test mails what the rule finds now to who asked, and changes nothing', async () => {
    const { id } = await makeRule(rule)
    const tested = await app.call('POST', `/api/reports/alerts/${id}/test`, { bearer })
    expect(tested.json).toEqual({ met: true, value: 4, sent_to: 'owner@halfmeasure.test', webhooks: [] })
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      subject: 'Test: Page views below 10 in the last hour',
      recipient: 'owner@halfmeasure.test',
    })
    expect(mail?.text).toContain('Page views in the last hour: 4. The alert is met.')
    const { rules } = AlertRules.parse((await app.call('GET', '/api/reports/alerts', { bearer })).json)
    expect(rules).toMatchObject([{ raised_since: null, checked_at: null }])
    await app.call('DELETE', `/api/reports/alerts/${id}`, { bearer })
    expect((await app.call('POST', `/api/reports/alerts/${id}/test`, { bearer })).status).toBe(404)
  })

  it('a rule whose figure cannot be had keeps no other from being looked at', async () => {
    await set({ alerts: true })
    for (const metric of ['sessions', 'page_views', 'conversions']) await makeRule({ ...rule, metric })
    const at = clock.now()
    const sources: MetricSources = {
      ...valued(3),
      runQuery: async (query) => {
        if (query.metrics[0] !== 'conversions') throw new Error(`no ${query.metrics[0]} today`)
        return valued(3).runQuery(query)
      },
    }
    await expect(
      checkAlerts(db(), sources, { at, before: at, outbox: testOutbox, dashboard, webhooks: {} }),
    ).rejects.toMatchObject({
      errors: [{ message: 'no sessions today' }, { message: 'no page_views today' }],
    })
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Alert: Goals below 10 in the last hour'])
  })

  it('two collectors that look at once tell it once', async () => {
    await set({ alerts: true })
    await makeRule({ ...rule, metric: 'dead_letters', comparison: 'above', threshold: 0 })
    const at = clock.now()
    const look = () =>
      checkAlerts(db(), valued(2), {
        at,
        before: at,
        outbox: testOutbox,
        dashboard,
        webhooks: { json: 'https://bot.test/hook', slack: 'https://chat.test/hook' },
      })
    await Promise.all([look(), look()])
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Alert: Dead letters above 0'])
    const posts = await db().selectFrom('alert_posts').select(['kind', 'body']).orderBy('kind').execute()
    expect(posts.map(({ kind }) => kind)).toEqual(['json', 'slack'])
    expect(JSON.parse(posts[0]?.body ?? '')).toMatchObject({ event: 'alert.raised', figure: 2 })
  })

  it.each([
    { ...rule, metric: 'colour' },
    { ...rule, threshold: -1 },
    { ...rule, window_minutes: 1 },
    { ...rule, comparison: 'near' },
    { ...rule, filters: [{ operator: 'is', dimension: 'colour', values: ['red'] }] },
    { ...rule, metric: 'dead_letters', comparison: 'up' },
    { ...rule, metric: 'bounce_rate', comparison: 'up' },
    { ...rule, comparison: 'down', threshold: 100 },
    { ...rule, metric: 'pending', filters: [{ operator: 'is', dimension: 'page', values: ['/'] }] },
  ])('refuses %j', async (body) => {
    expect((await app.call('POST', '/api/reports/alerts', { bearer, body })).code).toBe('validation_failed')
  })
})
