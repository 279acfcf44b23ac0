import { INTERNAL_SOURCE } from '@half-measure/shared/domain/known-sources.ts'
import type { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { DEFAULT_GOALS } from '@half-measure/shared/stats/goals.ts'
import { type SessionSummary, SessionList } from '@half-measure/shared/stats/sessions.ts'
import { goalsReached } from '../stats-engine/oracle/goals-reached.ts'
import { median } from '../stats-engine/oracle/session-sums.ts'
import { type FiguresStack, PERIOD, WHOLE, iso, round } from './figures-stack.ts'
import { type Pair, is } from './pair.ts'

export const SESSIONS: readonly Pair[] = [
  {
    metrics: ['sessions'],
    places: 'the list of sessions, and what the events say of each',
    query: async (page) => {
      const listed = await sessionsOfList(page)
      const tabs = new Set(listed.map(({ session_hash }) => session_hash)).size
      const sessions = listed.map((session) => ({ ...session, session_hash: '' }))
      const expected = expectedSessions(page)
      return [
        { tabs, sessions: inOrder(sessions) },
        { tabs: expected.tabs, sessions: inOrder(expected.sessions) },
      ]
    },
  },
  {
    metrics: [
      'sessions',
      'page_views',
      'views_per_session',
      'clicks',
      'goals',
      'conversion_rate',
      'session_duration',
      'median_duration',
      'engaged_time',
      'median_engaged_time',
      'bounce_rate',
    ],
    places: 'the list of sessions added up, and Explore of all time',
    query: async (page) => {
      const listed = await sessionsOfList(page)
      const of = (figure: (session: SessionSummary) => number) => listed.map(figure)
      const sum = (figures: readonly number[]) => figures.reduce((all, one) => all + one, 0)
      const mean = (figures: readonly number[]) => round(sum(figures) / listed.length)
      const views = sum(of(({ page_views }) => page_views))
      const added = {
        sessions: listed.length,
        page_views: views,
        views_per_session: round(views / listed.length),
        clicks: sum(of(({ clicks }) => clicks)),
        goals: sum(of(({ goals }) => goals)),
        conversion_rate: mean(of(({ goals }) => (goals > 0 ? 100 : 0))),
        session_duration: mean(of(({ duration_seconds }) => duration_seconds)),
        median_duration: round(median(of(({ duration_seconds }) => duration_seconds))),
        engaged_time: mean(of(({ engaged_seconds }) => engaged_seconds)),
        median_engaged_time: round(median(of(({ engaged_seconds }) => engaged_seconds))),
        bounce_rate: mean(
          of(({ page_views, clicks, goals, engaged_seconds }) =>
            page_views === 1 && clicks === 0 && goals === 0 && engaged_seconds < 10 ? 100 : 0,
          ),
        ),
      } satisfies Partial<Record<Metric, number>>
      return [added, await page.totals(Object.keys(added) as Metric[], { range: WHOLE })]
    },
  },
  {
    metrics: ['sessions'],
    places: 'the list of sessions past 75% of an article, and Explore by that filter',
    query: async (page) => {
      const filter = is('read_depth', '75', '100')
      const listed = await sessionsOfList(page, PERIOD, { f: 'is,read_depth,75|100' })
      return [listed.length, await page.total('sessions', { filters: [filter] })]
    },
  },
  {
    metrics: ['sessions'],
    places: 'Direct, Internal and Unknown by source, and by channel',
    query: async (page) => {
      const sources = await page.byValue('sessions', 'source', { range: WHOLE })
      const channels = await page.byValue('sessions', 'channel', { range: WHOLE })
      const unknown = Object.entries(sources).filter(([source]) => source.startsWith('Unknown'))
      return [
        {
          direct: sources[''],
          internal: sources[INTERNAL_SOURCE],
          unknown: unknown.reduce((sum, [, sessions]) => sum + (sessions ?? 0), 0),
        },
        { direct: channels['direct'], internal: channels['internal'], unknown: channels['unknown'] },
      ]
    },
  },
]

/** Every session of a range, page by page. */
async function sessionsOfList(
  page: FiguresStack,
  range = WHOLE,
  filter: { readonly f?: string } = {},
): Promise<SessionSummary[]> {
  const all: SessionSummary[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: Record<string, string> = { limit: '100', ...(cursor !== '' && { cursor }), ...filter }
    const { sessions, next }: SessionList = await page.get(SessionList, 'sessions', query, range)
    all.push(...sessions)
    cursor = next
  }
  return all
}

/** Without hashes, which only ClickHouse makes. */
function expectedSessions(page: FiguresStack): { tabs: number; sessions: SessionSummary[] } {
  const ofReaders = page.sessions.filter(({ bot }) => !bot)
  return {
    tabs: new Set(ofReaders.map(({ tab }) => tab)).size,
    sessions: ofReaders.map((session) => {
      const { startedAt, endedAt, events, views, entry, exit, attributes } = session
      return {
        session_hash: '',
        started_at: iso(startedAt),
        duration_seconds: (endedAt - startedAt) / 1_000,
        page_views: views.length,
        clicks: events.filter(({ kind }) => kind === 'clicks').length,
        goals: goalsReached(session, DEFAULT_GOALS).length,
        engaged_seconds:
          events.reduce((sum, event) => sum + (event.kind === 'engagement' ? event.activeMs : 0), 0) / 1_000,
        entry,
        exit,
        channel: attributes.channel,
        source: attributes.source,
        country: attributes.country,
        device: attributes.device,
        browser: attributes.browser,
        os: attributes.os,
        is_bot: false,
      }
    }),
  }
}

/** Several may begin in one millisecond. */
function inOrder(sessions: readonly SessionSummary[]): SessionSummary[] {
  const keyOf = (session: SessionSummary) =>
    JSON.stringify(Object.entries(session).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  return sessions
    .map((session) => [keyOf(session), session] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, session]) => session)
}
