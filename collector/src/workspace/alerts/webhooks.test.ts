import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { AlertRule } from '@half-measure/shared/reports/alert-rule.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../../test/postgres/each-postgres.ts'
import { createLogger } from '../../platform/logger.ts'
import { testOutbox } from '../../email/testing/test-outbox.ts'
import { scheduleReports } from '../schedule-reports.ts'
import { alertNotice, type Occasion } from './alert-notice.ts'
import { deliverPosts, postTo, queuePosts, type Webhook } from './webhooks.ts'

const START = new Date('2026-11-20T10:00:00Z')
const dashboard = 'https://admin.halfmeasure.test'

const rule: AlertRule = {
  id: '5f0c4d3e-6d0f-4a62-9d0b-0c5ad2f8a111',
  metric: 'page_views',
  comparison: 'down',
  threshold: 30,
  window_minutes: 60,
  filters: [{ operator: 'is', dimension: 'utm_campaign', values: ['<b>&'] }],
  raised_since: null,
  checked_at: null,
  last_value: null,
}
const measured = { figure: 550, before: 1_000, value: -45 }
const words =
  'Page views down by more than 30% in the last hour, compared with a week before, where UTM campaign is <b>&'

describePostgres('webhooks', (db) => {
  const taken: { path: string | undefined; body: Record<string, unknown> }[] = []
  let status = 200
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      taken.push({ path: request.url, body: body as Record<string, unknown> })
      response.writeHead(status, { location: '/elsewhere' }).end('thanks')
    })
  })
  let origin = ''

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })
  beforeEach(() => {
    taken.length = 0
    status = 200
  })

  const jsonAt = (path: string): Webhook => ({ kind: 'json', url: origin + path })
  const slackAt = (path: string): Webhook => ({ kind: 'slack', url: origin + path })
  const after = (minutes: number) => new Date(START.getTime() + minutes * 60_000)
  const queue = (webhooks: readonly Webhook[], occasion: Occasion = 'raised', minutes = 0) =>
    queuePosts(
      db(),
      webhooks,
      alertNotice(occasion, rule, measured, { at: after(minutes), dashboard, titles: [] }),
    )
  const deliver = (webhooks: readonly Webhook[], minutes: number, signal = new AbortController().signal) =>
    deliverPosts(db(), webhooks, { now: () => after(minutes), log: createLogger('silent'), signal })
  const waiting = () => db().selectFrom('alert_posts').selectAll().execute()

  it('receive an alert once, each in its own format', async () => {
    const webhooks = [jsonAt('/hook'), slackAt('/slack')]
    await queue(webhooks)
    await deliver(webhooks, 0)
    await deliver(webhooks, 1)
    expect(await waiting()).toEqual([])
    expect(taken).toHaveLength(2)
    const at = (path: string) => taken.find((one) => one.path === path)?.body
    expect(at('/hook')).toMatchObject({
      event: 'alert.raised',
      at: START.toISOString(),
      title: words,
      text: 'Page views in the last hour: 550, down 45% (1,000 a week before).',
      url: `${dashboard}/admin/explore?period=today&metric=page_views&f=is%2Cutm_campaign%2C%3Cb%3E%26`,
      rule: { id: rule.id, metric: 'page_views', comparison: 'down', threshold: 30, filters: rule.filters },
      met: true,
      ...measured,
    })
    expect(at('/slack')).toEqual({
      text: [
        `*Alert: ${words.replace('<b>&', '&lt;b&gt;&amp;')}*`,
        'Friday, 20 November 2026 at 10:00: Page views in the last hour: 550, down 45% (1,000 a week before).',
        `<${dashboard}/admin/explore?period=today&metric=page_views&f=is%2Cutm_campaign%2C%3Cb%3E%26|Open the dashboard>`,
      ].join('\n'),
    })
  })

  it('that fail are retried for a day, at growing intervals', async () => {
    const webhooks = [jsonAt('/')]
    status = 503
    await queue(webhooks)
    for (let minute = 0; minute < 24 * 60; minute++) await deliver(webhooks, minute)
    // After 0, 1, 3, 7, 15, 31, 63 minutes, then once an hour.
    expect(taken).toHaveLength(29)
    expect(new Set(taken.map(({ body }) => body['id'])).size).toBe(1)
    expect(await waiting()).toHaveLength(1)
    // Too late, though the webhook has recovered.
    status = 200
    await deliver(webhooks, 24 * 60 + 1)
    expect(taken).toHaveLength(29)
    expect(await waiting()).toEqual([])
  })

  it('that recover receive the alerts in order', async () => {
    status = 500
    await queue([jsonAt('/')])
    await deliver([jsonAt('/')], 0)
    status = 204
    await queue([jsonAt('/')], 'resolved', 0.5)
    await deliver([jsonAt('/')], 0.5)
    expect(taken).toHaveLength(1)
    await deliver([jsonAt('/')], 1)
    expect(taken.map(({ body }) => body['event'])).toEqual(['alert.raised', 'alert.raised', 'alert.resolved'])
    expect(await waiting()).toEqual([])
  })

  it('are independent of each other, and of those that only another collector has', async () => {
    await queue([jsonAt('/json'), slackAt('/slack')])
    await deliver([slackAt('/slack')], 0)
    expect(taken.map(({ path }) => path)).toEqual(['/slack'])
    expect(await waiting()).toMatchObject([{ kind: 'json', attempts: 0 }])
  })

  it('receive nothing from a collector that is stopping', async () => {
    await queue([jsonAt('/')])
    await deliver([jsonAt('/')], 0, AbortSignal.abort())
    expect(taken).toEqual([])
    expect(await waiting()).toMatchObject([{ attempts: 0 }])
  })

  it('receive alerts from the schedule', async () => {
    await queuePosts(
      db(),
      [jsonAt('/')],
      alertNotice('raised', rule, measured, { at: new Date(), dashboard, titles: [] }),
    )
    const none = () => Promise.reject(new Error('is not requested'))
    const schedule = scheduleReports({
      db: db(),
      isReady: () => true,
      runStatsQuery: none,
      delivery: none,
      coverage: none,
      titles: [],
      dashboard,
      outbox: testOutbox,
      webhooks: [jsonAt('/')],
      log: createLogger('silent'),
    })
    await expect.poll(waiting).toEqual([])
    expect(taken).toHaveLength(1)
    await schedule.stop()
  })

  it('are called once by two collectors, and redirects are not followed', async () => {
    const webhooks = [jsonAt('/')]
    await queue(webhooks)
    await Promise.all([deliver(webhooks, 0), deliver(webhooks, 0)])
    expect(taken).toHaveLength(1)
    status = 302
    expect(await postTo(`${origin}/secret`, '{}')).toBe('it responded with 302')
    expect(taken.map(({ path }) => path)).toEqual(['/', '/secret'])
  })

  it('that cannot be reached are not named: their addresses are secrets', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    expect(await postTo(`http://127.0.0.1:${port}/secret`, '{}')).toBe('it cannot be reached (ECONNREFUSED)')
  })
})
