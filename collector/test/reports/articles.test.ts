import { DAY_MS, HOUR_MS } from '@half-measure/shared/durations.ts'
import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import { ArticleDetail, ArticleReport } from '@half-measure/shared/stats/articles-report.ts'
import type { Filter } from '@half-measure/shared/stats/engine/stats-query.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LaunchCurve } from '@half-measure/shared/stats/launch-curve.ts'
import { launchCurve } from '../../src/analytics/articles/launch-curve.ts'
import { articleDetail, articleReport } from '../../src/analytics/articles/article-report.ts'
import { median } from '../stats-engine/oracle/session-sums.ts'
import { EventTables } from './event-tables.ts'
import {
  type AnyEvent,
  type Conversion,
  eventsIn,
  KEPT,
  randomSessions,
  type Range,
  sessionsIn,
  store,
  scopeOf,
} from './random-sessions.ts'

/** Midnight in London; the clocks go back on the 25th, so that the first week has an hour more. */
const START = Date.parse('2026-10-19T23:00:00Z')
const END = START + 12 * DAY_MS
/** Midnight of 1 November. */
const NOW = Date.parse('2026-11-01T00:00:00Z')
function article(slug: string, published: string, read_minutes: number): ListedArticle {
  return {
    path: `/articles/${slug}`,
    title: slug,
    category: 'The Guide',
    author: 'Ada',
    published,
    read_minutes,
  }
}
const ARTICLES = [
  article('pine-beer', '2026-10-21', 6),
  article('sleep-disrupted', '2026-10-25', 12),
  article('before-counting', '2026-10-18', 7),
  article('unread', '2026-10-31', 7),
  { ...article('', '2026-10-22', 11), path: '/reviews/top-5', title: 'top-5' },
]

/** An editor's preview. */
const preview: AnyEvent = {
  kind: 'view',
  at: Date.parse('2026-10-20T18:00Z'),
  session: 'session_1792512000000_editor',
  bot: false,
  page: '/articles/pine-beer',
}
/** No reader views an article before it is out; the review came out before its date. */
const events = [
  preview,
  ...randomSessions({ from: START, to: END, count: 1_500, seed: 7 }).filter(
    ({ page, at }) =>
      page === '/reviews/top-5' ||
      !ARTICLES.some(({ path, published }) => path === page && at < Date.parse(`${published}T00:00+01:00`)),
  ),
]

let tables: EventTables
beforeAll(async () => {
  tables = await EventTables.open(ARTICLES)
  await store(tables, events)
})
afterAll(() => tables[Symbol.asyncDispose]())

const whole: Range = { from: START, to: END + 2 * DAY_MS, bots: 'exclude', tz: 'Europe/London' }
const ranges: [string, Range][] = [
  ['all of it', whole],
  ['all of it, with bots', { ...whole, bots: 'include' }],
  ['some days, at odd times', { ...whole, from: START + 2.3 * DAY_MS, to: START + 5.7 * DAY_MS }],
  ['a time without sessions', { ...whole, from: START - 9 * DAY_MS, to: START - 8 * DAY_MS }],
]

const report = async (range: Range, ...filters: Filter[]) =>
  ArticleReport.parse(await articleReport(tables.statistics, scopeOf(range, ...filters), NOW)).articles
const twoDecimals = (figure: number) => Math.round(figure * 100) / 100
const isConversion = (event: AnyEvent): event is Conversion => event.kind === 'conversion'

function outcomesOf(done: readonly Conversion[]) {
  const pence = done.reduce(
    (sum, { type, pounds, currency }) =>
      sum + (currency === 'GBP' && type !== 'review_view' ? Math.round(pounds * 100) : 0),
    0,
  )
  return {
    subscriptions: done.filter(({ type }) => type === 'newsletter_signup').length,
    affiliate_clicks: done.filter(({ type }) => type === 'affiliate_click').length,
    pounds: pence / 100,
  }
}

describe.each([['open'], ['finished, in part']])(
  'the report on articles, with sessions that are %s',
  (which) => {
    beforeAll(async () => {
      if (which !== 'open') await tables.finishSessions(END - DAY_MS)
    })

    it.each(KEPT)('with a filter on %s: covers the sessions that match', async (_, filter, isKept) => {
      const found = await report(whole, filter)
      const sessions = sessionsIn(events, whole).filter(isKept)
      for (const { path, views, sessions: readers, exits, after_reading, first } of found) {
        const isView = ({ kind, page }: AnyEvent) => kind === 'view' && page === path
        const after = sessions.flatMap((session) => {
          const opened = session.find(isView)?.at ?? Infinity
          return session.filter(isConversion).filter(({ at }) => at >= opened)
        })
        expect({ path, views, readers, exits, after_reading, first }).toEqual({
          path,
          views: sessions.flat().filter(isView).length,
          readers: sessions.filter((session) => session.some(isView)).length,
          exits: sessions.filter((session) => session.findLast(({ kind }) => kind === 'view')?.page === path)
            .length,
          after_reading: outcomesOf(after),
          first: { day: null, week: null, month: null },
        })
      }
    })

    it.each(ranges)('over %s: matches what sessions did', async (_, range) => {
      const found = await report(range)
      const sessions = sessionsIn(events, range)
      const within = eventsIn(events, range)
      const viewsOf = (session: readonly AnyEvent[], path: string) =>
        session.filter(({ kind, page }) => kind === 'view' && page === path)

      expect(found.map(({ path }) => path).toSorted()).toEqual(ARTICLES.map(({ path }) => path).toSorted())
      for (const row of found) {
        const { path, read_minutes } = row
        const readers = sessions.filter((session) => viewsOf(session, path).length > 0)
        const reading = readers.map((session) =>
          session.filter((event) => event.kind === 'reading' && event.page === path),
        )
        const secondsOf = (session: readonly AnyEvent[]) =>
          session.reduce((sum, event) => sum + (event.kind === 'reading' ? event.ms : 0), 0) / 1_000
        const seconds = secondsOf(reading.flat())
        const exits = sessions.filter(
          (session) => session.findLast(({ kind }) => kind === 'view')?.page === path,
        )
        const after = readers.flatMap((session) => {
          const opened = viewsOf(session, path)[0]?.at ?? Infinity
          return session.filter(isConversion).filter(({ at }) => at >= opened)
        })
        expect(row.views).toBe(viewsOf(within, path).length)
        expect(row.sessions).toBe(readers.length)
        expect(row.reached.map(({ sessions }) => sessions)).toEqual(
          [25, 50, 75, 100].map(
            (depth) =>
              reading.filter((list) => list.some((event) => event.kind === 'reading' && event.depth >= depth))
                .length,
          ),
        )
        expect(row.engaged_seconds).toBe(readers.length === 0 ? null : twoDecimals(seconds / readers.length))
        expect(row.median_engaged_seconds).toBe(
          readers.length === 0 ? null : twoDecimals(median(reading.map(secondsOf))),
        )
        expect(row.engaged_part).toBe(
          readers.length === 0 ? null : twoDecimals(seconds / readers.length / (read_minutes * 60)),
        )
        expect(row.exits).toBe(exits.length)
        expect(row.exit_rate).toBe(
          readers.length === 0 ? null : twoDecimals((exits.length * 100) / readers.length),
        )
        const isGoal = (event: AnyEvent) => isConversion(event) && event.type !== 'review_view'
        const finished = (session: readonly AnyEvent[]) => {
          const parts = session.filter((event) => event.kind === 'reading' && event.page === path)
          return (
            secondsOf(parts) >= 10 && parts.some((event) => event.kind === 'reading' && event.depth >= 100)
          )
        }
        expect(row.dead_ends).toBe(
          exits.filter((session) => {
            const opened = viewsOf(session, path)[0]?.at ?? Infinity
            return finished(session) && !session.some((event) => event.at >= opened && isGoal(event))
          }).length,
        )
        const reached = readers.filter((session) =>
          session.some((event) => isConversion(event) && event.page === path && event.type !== 'review_view'),
        )
        expect(row.goal_sessions).toBe(reached.length)
        expect(row.conversion_rate).toBe(
          readers.length === 0 ? null : twoDecimals((reached.length * 100) / readers.length),
        )
        expect(row.on_page).toEqual(
          outcomesOf(within.filter(isConversion).filter(({ page }) => page === path)),
        )
        expect(row.after_reading).toEqual(outcomesOf(after))
        const elsewhere = outcomesOf(after.filter(({ page }) => page !== path))
        expect(row.leads_to).toEqual(elsewhere)
        const perThousand = (outcomes: ReturnType<typeof outcomesOf>) => {
          const of = (figure: number) => twoDecimals((figure * 1_000) / readers.length)
          const { subscriptions, affiliate_clicks, pounds } = outcomes
          return {
            subscriptions: of(subscriptions),
            affiliate_clicks: of(affiliate_clicks),
            pounds: of(pounds),
          }
        }
        const isChance = readers.length < 100
        expect(row.per_thousand).toEqual(isChance ? null : perThousand(outcomesOf(after)))
        expect(row.leads_to_per_thousand).toEqual(isChance ? null : perThousand(elsewhere))
      }
    })
  },
)

describe('the report on articles', () => {
  it('is sorted by views, and is non-trivial', async () => {
    const found = await report(whole)
    expect(found.map(({ views }) => views)).toEqual(found.map(({ views }) => views).toSorted((a, b) => b - a))
    const [first, , , , last] = found
    expect(first?.after_reading.subscriptions).toBeGreaterThan(first?.on_page.subscriptions ?? Infinity)
    expect(first?.leads_to.subscriptions).toBeGreaterThan(0)
    expect(first?.leads_to.subscriptions).toBeLessThan(first?.after_reading.subscriptions ?? 0)
    expect(first?.reached[3]?.sessions).toBeGreaterThan(10)
    expect(last).toMatchObject({ views: 0, engaged_seconds: null, per_thousand: null })
  })

  it('counts first days and weeks by the London calendar, with the median of the others that are completed', async () => {
    const found = new Map((await report(ranges[2]?.[1] ?? whole)).map(({ path, first }) => [path, first]))
    const viewsBetween = (path: string, from: string, to: string) =>
      events.filter(
        ({ kind, page, bot, at }) =>
          kind === 'view' && !bot && page === path && at >= Date.parse(from) && at < Date.parse(to),
      ).length
    const day = [
      viewsBetween('/articles/pine-beer', '2026-10-20T23:00Z', '2026-10-21T23:00Z'),
      // The day of 25 hours.
      viewsBetween('/articles/sleep-disrupted', '2026-10-24T23:00Z', '2026-10-26T00:00Z'),
      viewsBetween('/articles/unread', '2026-10-31T00:00Z', '2026-11-01T00:00Z'),
    ] as const
    const mean = (a: number, b: number) => (a + b) / 2
    expect(found.get('/articles/pine-beer')?.day).toEqual({ views: day[0], median: mean(day[1], day[2]) })
    expect(found.get('/articles/sleep-disrupted')?.day).toEqual({
      views: day[1],
      median: mean(day[0], day[2]),
    })
    expect(found.get('/articles/unread')?.day).toEqual({ views: 0, median: mean(day[0], day[1]) })

    const weeks = [
      viewsBetween('/articles/pine-beer', '2026-10-20T23:00Z', '2026-10-28T00:00Z'),
      viewsBetween('/articles/sleep-disrupted', '2026-10-24T23:00Z', '2026-11-01T00:00Z'),
    ] as const
    expect(found.get('/articles/pine-beer')?.week).toEqual({ views: weeks[0], median: weeks[1] })
    expect(found.get('/articles/unread')?.week).toBeNull()
    expect(found.get('/reviews/top-5')).toEqual({ day: null, week: null, month: null })
    // It came out before anything was counted: what its first day was is not known.
    expect(found.get('/articles/before-counting')).toEqual({ day: null, week: null, month: null })
    expect(found.get('/articles/pine-beer')?.month).toBeNull()
  })
})

describe('the launch curve', () => {
  it('adds up the first week in London time, to the last full hour; other articles were not counted for a week, or are too few', async () => {
    const found = LaunchCurve.parse(
      await launchCurve(tables.statistics, '/articles/pine-beer', 'exclude', NOW),
    )
    const begin = Date.parse('2026-10-20T23:00Z')
    const viewsBefore = (until: number) =>
      events.filter(
        ({ kind, page, bot, at }) =>
          kind === 'view' && !bot && page === '/articles/pine-beer' && at >= begin && at < until,
      ).length
    expect(found.views).toEqual(
      Array.from({ length: 168 }, (_, hour) => viewsBefore(begin + (hour + 1) * HOUR_MS)),
    )
    expect(found.views?.at(-1)).toBeGreaterThan(100)
    expect(found.others).toBeNull()
  })

  it('ends now, and is empty for articles published before counting began or out before their date', async () => {
    const curve = async (path: string) => (await launchCurve(tables.statistics, path, 'exclude', NOW)).views
    expect(await curve('/reviews/top-5')).toBeNull()
    expect(await curve('/articles/unread')).toEqual(Array.from({ length: 24 }, () => 0))
    expect(await curve('/articles/before-counting')).toBeNull()
  })
})

describe('one article', () => {
  it('says where its readers went and came from', async () => {
    const detail = ArticleDetail.parse(
      await articleDetail(tables.statistics, scopeOf(whole), '/articles/pine-beer', NOW),
    )
    const nextOf = sessionsIn(events, whole).flatMap((session) => {
      const pages = session.filter(({ kind }) => kind === 'view').map(({ page }) => page)
      const at = pages.indexOf('/articles/pine-beer')
      return at === -1 ? [] : [pages.slice(at).find((page) => page !== '/articles/pine-beer') ?? null]
    })
    expect(detail.article.sessions).toBe(nextOf.length)
    expect(detail.next.ended).toBe(nextOf.filter((page) => page === null).length)
    for (const { page, sessions } of detail.next.pages) {
      expect(sessions).toBe(nextOf.filter((next) => next === page).length)
    }
    expect(detail.next.pages.length).toBe(5)
    expect(detail.previous.pages.length).toBe(5)
  })

  it('has no first days for the comparison range: they are about all time', async () => {
    const { article } = await articleDetail(
      tables.statistics,
      scopeOf(whole),
      '/articles/pine-beer',
      undefined,
    )
    expect(article.views).toBeGreaterThan(0)
    expect(article.first).toEqual({ day: null, week: null, month: null })
  })
})
