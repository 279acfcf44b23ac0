import { ReportSettings } from '@half-measure/shared/reports/report-settings.ts'
import type { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import type { Delivery } from '@half-measure/shared/stats/delivery.ts'
import { createLogger } from '../platform/logger.ts'
import { renderEmail } from '../email/email.ts'
import { testOutbox, waitingEmails } from '../email/testing/test-outbox.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { describePostgres } from '../../test/postgres/each-postgres.ts'
import { openAdminApp } from '../../test/postgres/open-admin-app.ts'
import type { AuthApp } from '../../test/postgres/test-auth-app.ts'
import { weeklyEmail } from './weekly-report/weekly-email.ts'
import { type ReportSources, type WeeklyFigures, weeklyFigures } from './weekly-report/weekly-figures.ts'
import { pendingRecipients, sendDueReports, sendWeekly } from './weekly-report/send-weekly.ts'
import { aStatsResult } from '../testing/stats-result.ts'
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
  oldest_pending_ms: 0,
  dead_letters: 0,
  erased: 0,
  expired: 0,
  last_reconciliation: { at: '2026-11-16T03:10:00.000Z', ok: true, findings: [] },
}

/** Gives every query the result that its split would have. */
async function runStatsQuery(query: {
  dimension?: string | undefined
  compare?: string | undefined
}): Promise<StatsResult> {
  const rows: Record<string, StatsResult['rows']> = {
    page: [{ key: '/articles/pine-beer', figures: { sessions: 70 } }],
    channel: [{ key: 'search', figures: { sessions: 80 } }],
    event_type: [{ key: 'newsletter_signup', figures: { goals: 3 } }],
  }
  return aStatsResult({
    rows: rows[query.dimension ?? ''] ?? [],
    totals: {
      figures: { sessions: 120, page_views: 300, conversion_rate: 2.5, revenue: 12 },
      ...(query.compare && { compared: { sessions: 100, page_views: 300, conversion_rate: 2 } }),
    },
  })
}

const NO_BANNERS = { shown: 0, accepted: 0, rejected: 0, ignored: 0 }
const covered = (coverage: number | null) => ({
  page_loads: 1_000,
  bot_loads: 90,
  page_views: (coverage ?? 0) * 10,
  unique_sessions: 400,
  coverage,
  banners: coverage === null ? NO_BANNERS : { shown: 200, accepted: 45, rejected: 31, ignored: 124 },
})

const week = {
  monday: '2026-11-09',
  from: '2026-11-09T00:00:00.000Z',
  to: '2026-11-16T00:00:00.000Z',
  canWait: true,
}
const SOURCES: ReportSources = {
  runStatsQuery,
  delivery: async () => delivery,
  coverage: async () => ({ totals: covered(62.4), compared: covered(54.4) }),
  titles: [],
}
async function figuresOf(sources: Partial<ReportSources>): Promise<WeeklyFigures> {
  const figures = await weeklyFigures({ ...SOURCES, ...sources }, week)
  if (!figures) throw new Error('no event waits')
  return figures
}

/** Loading stopped on Friday afternoon. */
async function behind(query: Parameters<typeof runStatsQuery>[0]): Promise<StatsResult> {
  const result = await runStatsQuery(query)
  return { ...result, provenance: { ...result.provenance, as_of: '2026-11-13T14:05:00.000Z' } }
}

describePostgres('what is mailed', (db) => {
  let app: AuthApp
  let bearer: string

  beforeEach(async () => {
    ;({ app, bearer } = await openAdminApp(db(), (app, { audience, admin }) =>
      app.route(
        '/api/reports',
        reportRoutes(
          audience,
          { runStatsQuery, delivery: async () => delivery, titles: [], webhooks: [] },
          admin,
        ),
      ),
    ))
  })

  const settings = async () =>
    ReportSettings.parse((await app.call('GET', '/api/reports/settings', { bearer })).json)
  const set = (body: object) => app.call('PATCH', '/api/reports/settings', { bearer, body })

  it('is off until an administrator turns it on, each for themselves', async () => {
    expect(await settings()).toEqual({ weekly: false, alerts: false })
    expect((await set({ weekly: true })).json).toEqual({ weekly: true, alerts: false })
    expect((await set({ alerts: true })).json).toEqual({ weekly: true, alerts: true })
    expect((await set({})).json).toEqual({ weekly: true, alerts: true })
    expect((await set({ weekly: 'yes' })).status).toBe(400)
    expect((await set({ monthly: true })).status).toBe(400)
  })

  it('the weekly report is mailed once to each subscriber of it, however often it is tried', async () => {
    expect(await pendingRecipients(db(), week)).toEqual([])
    await set({ weekly: true })
    const titles = [{ path: '/articles/pine-beer', title: 'The Trouble with Drinking a Christmas Tree' }]
    const figures = await figuresOf({ titles })
    const recipients = await pendingRecipients(db(), week)
    expect(recipients).toMatchObject([{ email: 'owner@halfmeasure.test' }])
    for (const recipient of [...recipients, ...recipients]) {
      await sendWeekly(db(), recipient, figures, { outbox: testOutbox, dashboard, at: MONDAY })
    }
    expect(await pendingRecipients(db(), week)).toEqual([])
    const [mail, ...more] = await waitingEmails(db())
    expect(more).toEqual([])
    expect(mail).toMatchObject({ kind: 'weekly-report', subject: 'The week: 120 sessions, up 20%' })
    for (const words of [
      'Monday 9 November to Sunday 15 November',
      '2.50%, up 0.50 points, which may be chance',
      '300, unchanged',
      'The Trouble with Drinking a Christmas Tree',
      'Newsletter sign-up',
      ', compared with the week before. Sessions are those of readers who accepted cookies.',
      'Goals by conversion type',
      // What each figure counts.
      'Estimated value: Sum of the values that goals carry',
      'By page: A session is in the row of each page that it viewed',
      'These figures cover 62% of 1,000 page loads, up 8.00 points. So part of the change',
      'Of 200 consent banners shown, 23% were accepted, 16% rejected and 62% not answered.',
      'Delivery adds up, by the reconciliation of Monday 16 November: 10 events received',
      // The same week, with the comparison of the dashboard: whole weeks earlier.
      `${dashboard}/admin/explore?from=2026-11-09&to=2026-11-15`,
      `${dashboard}/admin/reports`,
    ]) {
      expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(words)
    }
  })
})

describePostgres('the weekly report while events of its week are waiting to be loaded', (db) => {
  const sendAt = async (at: string, sources: Partial<ReportSources>) => {
    await sendDueReports(
      db(),
      { ...SOURCES, ...sources },
      { outbox: testOutbox, dashboard, at: new Date(at), log: createLogger('silent') },
    )
    return waitingEmails(db())
  }

  beforeEach(async () => {
    const { app, bearer } = await openAdminApp(db(), (app, { audience, admin }) =>
      app.route('/api/reports', reportRoutes(audience, { ...SOURCES, runStatsQuery, webhooks: [] }, admin)),
    )
    await app.call('PATCH', '/api/reports/settings', { bearer, body: { weekly: true } })
  })

  it('waits, and is sent complete once they are loaded', async () => {
    const runStatsQuery = vi.fn(behind)
    expect(await sendAt('2026-11-16T08:00:00Z', { runStatsQuery })).toEqual([])
    expect(await sendAt('2026-11-19T06:59:00Z', { runStatsQuery })).toEqual([])
    // One query each time: it is tried every minute.
    expect(runStatsQuery).toHaveBeenCalledTimes(2)
    expect(await sendAt('2026-11-19T06:59:30Z', {})).toMatchObject([
      { subject: 'The week: 120 sessions, up 20%' },
    ])
  })

  it('goes out on Thursday, says where its figures end, and compares nothing', async () => {
    const [mail, ...more] = await sendAt('2026-11-19T07:00:00Z', { runStatsQuery: behind })
    expect(more).toEqual([])
    expect(mail?.subject).toBe('The week, incomplete: 120 sessions')
    const text = mail?.text.replaceAll(/\s+/g, ' ')
    expect(text).toContain('they end on Friday 13 November at 14:05 UK time')
    expect(text).not.toMatch(/, up |compared with the week before|page loads/)
  })
})

describe('the weekly report', () => {
  const emailOf = async (sources: Parameters<typeof figuresOf>[0]) => {
    const to = { kind: 'weekly-report', to: 'owner@halfmeasure.test' } as const
    const { subject, text } = renderEmail(weeklyEmail(await figuresOf(sources), dashboard), to)
    return { subject, text: text.replaceAll(/\s+/g, ' ') }
  }

  it('compares nothing with a week in which counting had not begun, and says since when it counts', async () => {
    const notCounted = async (query: Parameters<typeof runStatsQuery>[0]) => {
      const result = await runStatsQuery(query)
      const compared = { sessions: null, page_views: null, conversion_rate: null }
      return {
        ...result,
        totals: { ...result.totals, ...(query.compare && { compared }) },
        counted_since: '2026-11-10T09:00:00.000Z',
      }
    }
    const coverage = async () => ({ totals: covered(50), compared: null })
    const { subject, text } = await emailOf({ runStatsQuery: notCounted, coverage })
    expect(subject).toBe('The week: 120 sessions')
    expect(text).toContain('Measured since Tuesday 10 November, so there is no whole week to compare with.')
    expect(text).not.toMatch(/\d, new\b|compared with the week before/)
  })

  it('says so when no page load was counted', async () => {
    const { text } = await emailOf({ coverage: async () => ({ totals: covered(null), compared: null }) })
    expect(text).toContain('No page loads were counted')
    expect(text).not.toContain('banners')
  })

  it('says so when the delivery report does not add up or is unavailable', async () => {
    const deliveryText = async (delivery: () => Promise<Delivery>) => (await emailOf({ delivery })).text
    const failed = { at: '2026-11-16T03:10:00.000Z', ok: false, findings: [] }
    expect(await deliveryText(async () => ({ ...delivery, last_reconciliation: failed }))).toContain(
      'did NOT add up',
    )
    expect(await deliveryText(() => Promise.reject(new Error('unavailable')))).toContain(
      'not available at the moment',
    )
    // Events arrive while the report is made.
    expect(await deliveryText(async () => ({ ...delivery, stored: 8 }))).toContain('Delivery adds up')
  })
})
