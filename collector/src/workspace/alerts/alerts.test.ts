import { AlertRule, AlertRules } from '@half-measure/shared/reports/alert-rule.ts'
import type { Delivery } from '@half-measure/shared/stats/delivery.ts'
import type { StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import { beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../../test/postgres/each-postgres.ts'
import { openAdminApp } from '../../../test/postgres/open-admin-app.ts'
import type { AuthApp } from '../../../test/postgres/test-auth-app.ts'
import type { TestClock } from '../../../test/postgres/test-clock.ts'
import { testOutbox, waitingEmails } from '../../email/testing/test-outbox.ts'
import { aStatsResult } from '../../testing/stats-result.ts'
import { reportRoutes } from '../report-routes.ts'
import { checkAlerts } from './check-alerts.ts'
import type { MetricSources } from './measure-alert.ts'
import type { Webhook } from './webhooks.ts'

const dashboard = 'https://admin.halfmeasure.test'
const titles = [{ path: '/articles/pine-beer', title: 'Drinking a Christmas Tree' }]
/** Between the windows of this week and those of the week before. */
const MONDAY = Date.parse('2026-11-16T08:00:00Z')

/** Sources in which every metric of an alert has the same value, and had another until `MONDAY`. */
function valued(value: number | null, before: number | null = value): MetricSources {
  return {
    async runStatsQuery({ range, metrics }) {
      const one = Date.parse(range.to) < MONDAY ? before : value
      return aStatsResult({
        totals: { figures: Object.fromEntries(metrics.map((name) => [name, one])) },
        counted_since: '2026-01-01T00:00:00.000Z',
        provenance: { ...aStatsResult({}).provenance, as_of: range.to },
      })
    },
    delivery: async () => ({ dead_letters: value ?? 0 }) as Delivery,
  }
}

describePostgres('alerts', (db) => {
  let app: AuthApp
  let bearer: string
  let clock: TestClock
  const hooks: Webhook[] = []

  beforeEach(async () => {
    hooks.length = 0
    const { runStatsQuery, delivery } = valued(4)
    const sources = { runStatsQuery: (query: StatsQuery) => runStatsQuery(query), delivery, titles }
    ;({ clock, app, bearer } = await openAdminApp(db(), (app, { audience, admin }) =>
      app.route('/api/reports', reportRoutes(audience, { ...sources, webhooks: hooks }, admin)),
    ))
  })

  const turnOn = () => app.call('PATCH', '/api/reports/settings', { bearer, body: { alerts: true } })
  const mails = () => waitingEmails(db())

  const rule = { metric: 'page_views', comparison: 'below', threshold: 10, window_minutes: 60 }
  const makeRule = async (draft: object) =>
    AlertRule.parse((await app.call('POST', '/api/reports/alerts', { bearer, body: draft })).json)
  const check = (sources: MetricSources, webhooks: readonly Webhook[] = []) => {
    const at = clock.now()
    const before = new Date(at.getTime() - 5 * 60_000)
    return checkAlerts(db(), sources, { at, before, outbox: testOutbox, dashboard, titles, webhooks })
  }

  it('are mailed once when raised, and once when resolved', async () => {
    await turnOn()
    const { id } = await makeRule(rule)
    for (const value of [50, 9, 3, null, 12.5, 13, 14, 9]) {
      await check(valued(value))
      clock.advance({ minutes: 5 })
    }
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

  it('are checked again once they are changed, and mailed once more if they were raised', async () => {
    await turnOn()
    const { id } = await makeRule(rule)
    await check(valued(3))
    clock.advance({ minutes: 5 })
    const change = (body: object) => app.call('PUT', `/api/reports/alerts/${id}`, { bearer, body })
    const changed = AlertRule.parse((await change({ ...rule, threshold: 2 })).json)
    expect(changed).toMatchObject({
      id,
      threshold: 2,
      raised_since: null,
      checked_at: null,
      last_value: null,
    })
    await check(valued(3))
    await change({ ...rule, threshold: 5 })
    clock.advance({ minutes: 5 })
    await check(valued(3))
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'Alert: Page views below 10 in the last hour',
      'Alert changed: Page views below 10 in the last hour',
      'Alert: Page views below 5 in the last hour',
    ])
    expect((await change({ ...rule, threshold: -1 })).code).toBe('validation_failed')
    await app.call('DELETE', `/api/reports/alerts/${id}`, { bearer })
    expect((await change(rule)).status).toBe(404)
  })

  it('stay as they are when they are saved without a change', async () => {
    await turnOn()
    hooks.push({ kind: 'json', url: 'https://bot.test/hook' })
    const filters = [{ operator: 'is', dimension: 'country', values: ['JP', 'GB'] }]
    const draft = { ...rule, threshold: 10.5, filters }
    const { id } = await makeRule(draft)
    await check(valued(3))
    const [raised] = AlertRules.parse((await app.call('GET', '/api/reports/alerts', { bearer })).json).rules
    expect(raised?.raised_since).not.toBeNull()
    clock.advance({ minutes: 5 })
    expect((await app.call('PUT', `/api/reports/alerts/${id}`, { bearer, body: draft })).json).toEqual(raised)
    expect(await mails()).toHaveLength(1)
    expect(await db().selectFrom('alert_posts').select('id').execute()).toEqual([])
    const audited = db().selectFrom('audit_log').select('event').where('event', '=', 'alert_changed')
    expect(await audited.execute()).toEqual([])
  })

  it('are not raised by a check that began before a change', async () => {
    await turnOn()
    const { id } = await makeRule(rule)
    const sources: MetricSources = {
      ...valued(3),
      runStatsQuery: async (query) => {
        await app.call('PUT', `/api/reports/alerts/${id}`, { bearer, body: { ...rule, threshold: 2 } })
        return valued(3).runStatsQuery(query)
      },
    }
    await check(sources)
    expect(await mails()).toEqual([])
  })

  it('are mailed and posted once more when deleted while raised, since nothing resolves them any more', async () => {
    await turnOn()
    hooks.push({ kind: 'json', url: 'https://bot.test/hook' })
    const raised = await makeRule(rule)
    await check(valued(3))
    clock.advance({ minutes: 5 })
    const calm = await makeRule({ ...rule, metric: 'goals' })
    for (const { id } of [raised, calm])
      expect((await app.call('DELETE', `/api/reports/alerts/${id}`, { bearer })).status).toBe(204)
    const [, last, ...more] = await mails()
    expect(more).toEqual([])
    expect(last?.subject).toBe('Alert deleted: Page views below 10 in the last hour')
    expect(last?.text.replaceAll(/\s+/g, ' ')).toContain(
      'This alert was deleted while it was raised, and is no longer checked. You get no more emails about it.',
    )
    const posts = await db().selectFrom('alert_posts').select('body').execute()
    expect(posts.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
      {
        event: 'alert.resolved',
        text: 'This alert was deleted while it was raised, and is no longer checked.',
        rule: { id: raised.id },
        met: null,
        figure: null,
      },
    ])
  })

  it('can be about a change since a week before, of filtered sessions', async () => {
    await turnOn()
    const filters = [{ operator: 'is', dimension: 'country', values: ['JP'] }]
    await makeRule({ ...rule, comparison: 'down', threshold: 30, filters })
    const queries: unknown[] = []
    const checkBoth = async (value: number, before: number) => {
      const { runStatsQuery: run, ...rest } = valued(value, before)
      await check({ ...rest, runStatsQuery: (query) => (queries.push(query), run(query)) })
      clock.advance({ minutes: 5 })
    }
    await checkBoth(710, 1_000)
    // Nothing to compare with says nothing.
    await checkBoth(0, 0)
    expect(await mails()).toEqual([])
    await checkBoth(690, 1_000)
    await checkBoth(720, 1_000)
    await checkBoth(740, 1_000)
    const words =
      'Page views down by more than 30% in the last hour, compared with a week before, where Country is Japan'
    expect((await mails()).map(({ subject }) => subject)).toEqual([`Alert: ${words}`, `Resolved: ${words}`])
    const text = (await mails())[0]?.text.replaceAll(/\s+/g, ' ')
    expect(text).toContain('Page views in the last hour: 690, down 31% (1,000 a week before).')
    expect(text).toContain(`${dashboard}/admin/explore?period=today&metric=page_views&f=is%2Ccountry%2CJP`)
    expect(queries.slice(0, 2)).toMatchObject([{ filters }, { filters }])
  })

  it('name pages by title to people, and by path to programs', async () => {
    await turnOn()
    const values = ['/articles/pine-beer', '/stories']
    await makeRule({ ...rule, filters: [{ operator: 'is', dimension: 'page', values }] })
    await check(valued(3), [{ kind: 'json', url: 'https://bot.test/hook' }])
    const words = 'Page views below 10 in the last hour, where Page is Drinking a Christmas Tree or /stories'
    expect(await mails()).toMatchObject([{ subject: `Alert: ${words}` }])
    const post = await db().selectFrom('alert_posts').select('body').executeTakeFirstOrThrow()
    expect(JSON.parse(post.body)).toMatchObject({ text: expect.any(String), rule: { filters: [{ values }] } })
  })

  it('a test mails the result to the caller, and changes nothing', async () => {
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

    const recorded = await db()
      .selectFrom('audit_log')
      .select(['event', 'details'])
      .where('event', 'like', 'alert_%')
      .orderBy('id')
      .execute()
    expect(recorded).toMatchObject(
      ['alert_created', 'alert_tested', 'alert_deleted'].map((event) => ({
        event,
        details: { by: expect.any(String), metric: 'page_views' },
      })),
    )
  })

  it('can be tested thirty times an hour by one administrator, whichever they are', async () => {
    const ids = [(await makeRule(rule)).id, (await makeRule({ ...rule, metric: 'goals' })).id]
    const test = (n: number) =>
      app.call('POST', `/api/reports/alerts/${ids[n % ids.length]}/test`, { bearer })
    for (let n = 0; n < 30; n += 1) expect((await test(n)).status).toBe(200)
    expect(await test(30)).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
    expect(await mails()).toHaveLength(30)
    clock.advance({ minutes: 61 })
    bearer = (await app.signIn()).access_token
    expect((await test(31)).status).toBe(200)
  })

  it('are checked although the figure of another is not available', async () => {
    await turnOn()
    for (const metric of ['sessions', 'page_views', 'goals']) await makeRule({ ...rule, metric })
    const sources: MetricSources = {
      ...valued(3),
      runStatsQuery: async (query) => {
        if (query.metrics[0] !== 'goals') throw new Error(`no ${query.metrics[0]} today`)
        return valued(3).runStatsQuery(query)
      },
    }
    await expect(check(sources)).rejects.toMatchObject({
      errors: [{ message: 'no sessions today' }, { message: 'no page_views today' }],
    })
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Alert: Goals below 10 in the last hour'])
  })

  it('are sent once by two collectors', async () => {
    await turnOn()
    await makeRule({ ...rule, metric: 'dead_letters', comparison: 'above', threshold: 0 })
    const look = () =>
      check(valued(2), [
        { kind: 'json', url: 'https://bot.test/hook' },
        { kind: 'slack', url: 'https://chat.test/hook' },
      ])
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
