import { ReportSettings } from '@half-measure/shared/reports/report-settings.ts'
import type { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import type { Delivery } from '@half-measure/shared/stats/delivery.ts'
import { testOutbox, waitingEmails } from '../email/testing/test-outbox.ts'
import { beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../test/postgres/each-postgres.ts'
import { openAdminApp } from '../../test/postgres/open-admin-app.ts'
import type { AuthApp } from '../../test/postgres/test-auth-app.ts'
import type { TestClock } from '../../test/postgres/test-clock.ts'
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
  return {
    rows: rows[query.dimension ?? ''] ?? [],
    row_count: 1,
    totals: {
      figures: { sessions: 120, page_views: 300, conversion_rate: 2.5, revenue: 12 },
      ...(query.compare && { compared: { sessions: 100, page_views: 300, conversion_rate: 2 } }),
    },
    compared_range: null,
    incomplete_from: null,
    counted_since: null,
    provenance: {
      rows_read: 0,
      bytes_read: 0,
      took_ms: 0,
      cached: false,
      as_of: MONDAY.toISOString(),
    },
  }
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

describePostgres('what is mailed', (db) => {
  let app: AuthApp
  let bearer: string
  let clock: TestClock

  beforeEach(async () => {
    ;({ clock, app, bearer } = await openAdminApp(db(), (app, { audience, admin }) =>
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
  const mails = async () =>
    (await waitingEmails(db())).map(({ kind, subject, text, recipient }) => ({
      kind,
      subject,
      text,
      recipient,
    }))

  it('is off until an administrator turns it on, each for themselves', async () => {
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
    const titles = [{ path: '/articles/pine-beer', title: 'The Trouble with Drinking a Christmas Tree' }]
    const coverage = async () => ({ totals: covered(62.4), compared: covered(54.4) })
    const figures = await weeklyFigures(
      { runStatsQuery, delivery: async () => delivery, coverage, titles },
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
      'Newsletter sign-up',
      ', compared with the week before. Sessions are those of readers who accepted cookies.',
      'Goals by conversion type',
      // What each figure counts.
      'Estimated value: Sum of the values that goals carry',
      'By page: A session is in the row of each page that it viewed',
      'These figures cover 62% of 1,000 page loads, up 8.00 points. So part of the change',
      'Of 200 consent banners shown, 23% were accepted, 16% rejected and 62% not answered.',
      'Delivery adds up, by the reconciliation of Monday 16 November: 10 events received',
      `${dashboard}/admin/reports`,
    ]) {
      expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(words)
    }
  })

  it('compares nothing with a week in which counting had not begun, and says since when it counts', async () => {
    const week = reportWeek(MONDAY)
    if (!week) throw new Error('it is Monday morning')
    await set({ weekly: true })
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
    const sources = { runStatsQuery: notCounted, delivery: async () => delivery, coverage, titles: [] }
    const figures = await weeklyFigures(sources, week)
    const [recipient] = await pendingRecipients(db(), week)
    if (recipient) await sendWeekly(db(), recipient, figures, { outbox: testOutbox, dashboard, at: MONDAY })
    const [mail] = await mails()
    expect(mail?.subject).toBe('The week: 120 sessions')
    const text = mail?.text.replaceAll(/\s+/g, ' ') ?? ''
    expect(text).toContain('Measured since Tuesday 10 November, so there is no whole week to compare with.')
    expect(text).not.toMatch(/\d, new\b|compared with the week before/)
  })

  it('says so when the delivery report does not add up or is unavailable, and when no page load was counted', async () => {
    await set({ weekly: true })
    const tell = async (account: () => Promise<Delivery>, monday: string) => {
      const week = { monday, from: `${monday}T00:00:00.000Z`, to: MONDAY.toISOString() }
      const coverage = async () => ({ totals: covered(null), compared: null })
      const figures = await weeklyFigures({ runStatsQuery, delivery: account, coverage, titles: [] }, week)
      const [recipient] = await pendingRecipients(db(), week)
      if (recipient)
        await sendWeekly(db(), recipient, figures, { outbox: testOutbox, dashboard, at: clock.now() })
      clock.advance({ seconds: 1 })
      return (await mails()).at(-1)?.text
    }
    const failed = { at: '2026-11-16T03:10:00.000Z', ok: false, findings: [] }
    const report = await tell(async () => ({ ...delivery, last_reconciliation: failed }), '2026-11-09')
    expect(report).toContain('did NOT add up')
    expect(report).toContain('No page loads were counted')
    expect(report).not.toContain('banners')
    expect(await tell(() => Promise.reject(new Error('away')), '2026-11-02')).toContain(
      'not available at the moment',
    )
    // Events arrive while the report is made.
    expect(await tell(async () => ({ ...delivery, stored: 8 }), '2026-10-26')).toContain('Delivery adds up')
  })
})
