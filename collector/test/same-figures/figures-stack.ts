import { HOUR_MS, MINUTE_MS } from '@half-measure/shared/durations.ts'
import { DEFAULT_GOALS } from '@half-measure/shared/stats/goals.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { CreatedApiToken } from '@half-measure/shared/sharing/api-token.ts'
import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import type { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { type Figures, StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import type { Filter } from '@half-measure/shared/stats/engine/stats-query.ts'
import { writeFilter } from '@half-measure/shared/stats/engine/filter-text.ts'
import { ACCEPTED_LATER_SOURCE, INTERNAL_SOURCE } from '@half-measure/shared/domain/known-sources.ts'
import { expect } from 'vitest'
import type { z } from 'zod'
import { readCsv } from '../../src/analytics/read-csv.ts'
import { type AnyEvent, ARTICLES, randomEvents, type View } from '../stats-engine/random-events.ts'
import { QueryOracle } from '../stats-engine/oracle/query-oracle.ts'
import { type Session, sessionsOf } from '../stats-engine/oracle/sessions.ts'
import { storeEvents } from '../stats-engine/store-events.ts'
import { TestStack } from '../test-stack.ts'

/** When the tests began: every page is queried as of this moment. */
export const NOW = Date.now()
const today = Temporal.Instant.fromEpochMilliseconds(NOW)
  .toZonedDateTimeISO(publication.timeZone)
  .startOfDay()

/** Midnight in London, a number of days ago. Milliseconds since 1970. */
export function midnight(daysAgo: number): number {
  return today.subtract({ days: daysAgo }).epochMilliseconds
}

export interface Range {
  readonly from: string
  readonly to: string
}

export const iso = (at: number) => new Date(at).toISOString()

/** Three weeks of whole days, with sessions that go on over both ends. */
export const PERIOD: Range = { from: iso(midnight(21)), to: iso(midnight(0)) }
/** All events. */
export const WHOLE: Range = { from: iso(midnight(40)), to: iso(NOW + HOUR_MS) }

interface Query {
  readonly range?: Range
  readonly by?: Dimension
  readonly interval?: 'day'
  readonly filters?: readonly Filter[]
}

/** One data set on one stack, and the same list in memory. */
export class FiguresStack implements AsyncDisposable {
  readonly stack: TestStack
  readonly sessions: readonly Session[]
  readonly events: readonly AnyEvent[]
  #admin: string | undefined
  #token: string | undefined

  static async open(): Promise<FiguresStack> {
    const stack = await TestStack.open({}, {}, { articles: ARTICLES })
    const events = someEvents()
    const { clickhouse, events: log } = stack.context
    // Finished sessions, and some that events come late for.
    const isLate = (_: AnyEvent, i: number) => i % 40 === 39
    await storeEvents(
      clickhouse.writer,
      events.filter((event, i) => !isLate(event, i)),
    )
    await log.sessions.rebuild()
    await storeEvents(clickhouse.writer, events.filter(isLate), NOW)
    stack.context.statistics.invalidate()
    return new FiguresStack(stack, events)
  }

  private constructor(stack: TestStack, events: readonly AnyEvent[]) {
    this.stack = stack
    this.events = events
    this.sessions = sessionsOf(events)
  }

  /** The result of a page's request. */
  async get<Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    query: Record<string, string> = {},
    range: Partial<Range> = PERIOD,
  ): Promise<z.output<Schema>> {
    const { status, json } = await this.stack.stats(path, { ...range, ...query })
    expect(status, JSON.stringify(json)).toBe(200)
    return schema.parse(json)
  }

  /** The result of Explore's query. */
  async result(metrics: readonly Metric[], query: Query = {}, bearer?: string): Promise<StatsResult> {
    const address = addressOf('query', metrics, query)
    const { status, json } = await this.stack.request('GET', address, {
      headers: { Authorization: `Bearer ${bearer ?? (await this.admin())}` },
    })
    expect(status, JSON.stringify(json)).toBe(200)
    return StatsResult.parse(json)
  }

  async totals(metrics: readonly Metric[], query: Query = {}): Promise<Figures> {
    return rounded((await this.result(metrics, query)).totals.figures)
  }

  async total(metric: Metric, query: Query = {}): Promise<number | null> {
    return (await this.totals([metric], query))[metric] ?? null
  }

  /** A figure by value. */
  async byValue(metric: Metric, by: Dimension, query: Query = {}): Promise<Record<string, number | null>> {
    const { rows } = await this.result([metric], { ...query, by })
    return Object.fromEntries(rows.map(({ key, figures }) => [key, rounded(figures)[metric] ?? null]))
  }

  /** The same from the file. */
  async fileByValue(metric: Metric, by: Dimension): Promise<Record<string, number | null>> {
    const { text, status } = await this.stack.request('GET', addressOf('export.csv', [metric], { by }), {
      headers: { Authorization: `Bearer ${await this.admin()}` },
    })
    expect(status, text).toBe(200)
    const table: (readonly string[])[] = []
    for await (const { cells } of readCsv(new Blob([text]).stream())) table.push(cells)
    const entries = table.slice(1).map((cells) => {
      const figure = cells.at(-1) ?? ''
      return [cells[0] ?? '', figure === '' ? null : round(Number(figure))] as const
    })
    return Object.fromEntries(entries)
  }

  /** What the events say of a query. @param sessions by default all. */
  oracle({ range = PERIOD, filters = [] }: Query = {}, sessions = this.sessions): QueryOracle {
    const scope = {
      range: { ...range, tz: 'Europe/London', bots: 'exclude' as const },
      filters: [...filters],
    }
    return new QueryOracle(sessions, scope, ARTICLES, DEFAULT_GOALS)
  }

  async admin(): Promise<string> {
    return (this.#admin ??= await this.stack.signIn(this.stack.context.config.admin))
  }

  /** Of a program that may read figures. */
  async token(): Promise<string> {
    if (this.#token !== undefined) return this.#token
    const made = await this.stack.post(
      '/api/tokens',
      { kind: 'token', name: 'A program', scopes: ['figures', 'revenue'] },
      { headers: { Authorization: `Bearer ${await this.admin()}` } },
    )
    return (this.#token = CreatedApiToken.parse(made.json).secret)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stack[Symbol.asyncDispose]()
  }
}

function addressOf(path: string, metrics: readonly Metric[], query: Query): string {
  const { range = PERIOD, by, interval, filters = [] } = query
  const address = new URLSearchParams({ ...range, metrics: metrics.join(), limit: '1000' })
  if (path !== 'query') address.delete('limit')
  if (by) address.set('by', by)
  if (interval) address.set('interval', interval)
  for (const filter of filters) address.append('f', writeFilter(filter))
  return `/api/stats/${path}?${address.toString()}`
}

/** Two decimals: what any page shows. */
export function round(figure: number): number {
  return Math.round(figure * 100) / 100
}

export function rounded(figures: Figures): Figures {
  return Object.fromEntries(
    Object.entries(figures).map(([metric, figure]) => [metric, figure === null ? null : round(figure)]),
  )
}

/** Forty days of every kind of session, and some of this moment. */
function someEvents(): AnyEvent[] {
  const from = midnight(38)
  // Nothing of theirs is later than what is under way below.
  const before = randomEvents({ seed: 40, from, to: midnight(0), sessions: 1_600 }).filter(
    ({ at }) => at < NOW - 2 * HOUR_MS,
  )
  const assigned = new Set<string>()
  const events = before.filter((event) => {
    if (event.kind !== 'assignments') return true
    // The collector keeps one for a session and test.
    const key = `${event.session} ${event.test}`
    return !assigned.has(key) && assigned.add(key)
  })
  return [...events, ...eventsOfNow(events)].map((event) =>
    event.kind === 'views' ? { ...event, source: sourceOf(event) } : event,
  )
}

/** As `trafficOrigin` puts the two together. */
function sourceOf({ channel, source }: View): string {
  switch (channel) {
    case 'direct':
      return ''
    case 'internal':
      return INTERNAL_SOURCE
    case 'unknown':
      return ACCEPTED_LATER_SOURCE
    default:
      return source === '' ? 'news.example' : source
  }
}

/** Sessions that go on: on many pages, one of them reading for longer than the minutes that the live page shows. */
function eventsOfNow(events: readonly AnyEvent[]): AnyEvent[] {
  const like = events.find((event): event is View => event.kind === 'views' && !event.bot)
  if (!like) throw new Error('there is a page view')
  const view = (minutes: number, session: string, path: string, source = ''): View => ({
    ...like,
    id: crypto.randomUUID(),
    at: NOW - minutes * MINUTE_MS,
    session: `session_${NOW}_${session}`,
    path,
    source,
    channel: source === '' ? 'direct' : 'search',
    bot: session === 'robot',
  })
  const reading = (minutes: number, session: string, path: string): AnyEvent => {
    const { channel: _, source: __, referrer: ___, utm: ____, ...common } = view(minutes, session, path)
    return { ...common, kind: 'engagement', activeMs: 30_000, depth: 25 }
  }
  return [
    ...Array.from({ length: 14 }, (_, i) =>
      view(2 + (i % 3), `tab${i}`, `/page/${i % 12}`, `source ${i % 11}`),
    ),
    view(70, 'reader', '/articles/tokyo', 'Google'),
    ...[45, 20, 1].map((minutes) => reading(minutes, 'reader', '/articles/tokyo')),
    view(12, 'gone', '/stories', 'Google'),
    view(1, 'robot', '/', 'Google'),
  ]
}
