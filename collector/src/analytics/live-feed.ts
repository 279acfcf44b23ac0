import { ACTIVE_MINUTES, type Realtime, RECENT_MINUTES } from '@half-measure/shared/stats/realtime.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { writeFilter } from '@half-measure/shared/stats/engine/filter-text.ts'
import type { Filter } from '@half-measure/shared/stats/engine/stats-query.ts'
import { z } from 'zod'
import { MINUTE_MS } from '@half-measure/shared/durations.ts'
import { ApiError } from '../platform/api-error.ts'
import type { Logger } from '../platform/logger.ts'
import { STARTED } from './engine/session-query.ts'
import { sessionsInScope, type ReportSources, within } from './report-scope.ts'

/** How often listeners get figures. */
const POLL_MS = 5_000
const MAX_LISTENERS = 100
/** Windows per viewer. */
const MAX_PER_VIEWER = 5
/** Distinct sets of filters watched at a time, across all windows. */
const MAX_QUERIES = 20
const TOP = 10

/** @param now milliseconds since 1970. */
export type ReadRealtime = (now: number, signal: AbortSignal, filters: readonly Filter[]) => Promise<Realtime>

export type Listener = (now: Realtime) => void

/** What one listener watches. */
interface Watch {
  readonly viewer: string
  readonly filters: readonly Filter[]
  /** The same for the same filters. */
  readonly key: string
}

/** Realtime figures, queried once for all listeners with the same filters, and only while there are any. */
export class RealtimeFeed {
  readonly #read: ReadRealtime
  readonly #log: Logger
  readonly #listeners = new Map<Listener, Watch>()
  readonly #stopped = new AbortController()
  /** By key. */
  readonly #last = new Map<string, Realtime>()
  readonly #running = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  constructor(read: ReadRealtime, log: Logger) {
    this.#read = read
    this.#log = log
  }

  /** Fires when the feed ends. */
  get ended(): AbortSignal {
    return this.#stopped.signal
  }

  /**
   * Calls the listener at once if there are fresh figures, and then every few seconds.
   *
   * @param viewer id; each viewer may have a few windows open.
   * @returns a function that removes the listener.
   * @throws {ApiError} 503 with too many listeners, 429 with too many of this viewer.
   */
  listen(viewer: string, listener: Listener, filters: readonly Filter[] = []): () => void {
    const watches = [...this.#listeners.values()]
    if (watches.filter((other) => other.viewer === viewer).length >= MAX_PER_VIEWER) {
      throw new ApiError(
        429,
        'realtime_limit',
        `The live view is open in ${MAX_PER_VIEWER} windows already. Close one of them.`,
        { retryAfter: 30 },
      )
    }
    const key = filters.map(writeFilter).toSorted().join('\n')
    const keys = new Set([...watches.map((other) => other.key), key])
    if (this.#stopped.signal.aborted || watches.length >= MAX_LISTENERS || keys.size > MAX_QUERIES) {
      throw new ApiError(503, 'realtime_busy', 'Too many people are watching. Try again later.', {
        retryAfter: 30,
      })
    }
    const watch = { viewer, filters, key }
    this.#listeners.set(listener, watch)
    const last = this.#last.get(key)
    if (last) listener(last)
    else void this.#send(watch)
    this.#timer ??= setInterval(() => this.#poll(), POLL_MS)
    return () => {
      this.#listeners.delete(listener)
      if (![...this.#listeners.values()].some((other) => other.key === key)) this.#last.delete(key)
      if (this.#listeners.size === 0) this.#pause()
    }
  }

  stop(): void {
    this.#stopped.abort()
    this.#pause()
    this.#listeners.clear()
  }

  #pause(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #poll(): void {
    const watches = new Map([...this.#listeners.values()].map((watch) => [watch.key, watch]))
    for (const watch of watches.values()) void this.#send(watch)
  }

  /** Skips a poll while the previous query is still running. */
  async #send({ key, filters }: Watch): Promise<void> {
    if (this.#running.has(key)) return
    this.#running.add(key)
    try {
      const now = await this.#read(Date.now(), this.#stopped.signal, filters)
      const listeners = [...this.#listeners].filter(([, watch]) => watch.key === key)
      if (listeners.length > 0) this.#last.set(key, now)
      for (const [listener] of listeners) listener(now)
    } catch (error) {
      if (!this.#stopped.signal.aborted) this.#log.warn({ err: error }, 'realtime: no figures this time')
    } finally {
      this.#running.delete(key)
    }
  }
}

const Row = z.object({
  kind: z.enum(['all', 'page', 'source', 'minute']),
  key: z.string(),
  count: z.coerce.number(),
})
type Row = z.output<typeof Row>

/** The page viewed last; for a session that goes on in a tab without a view, the page being read. */
const CURRENT_PAGE = "toString(if(exit = '', readings.page[-1], exit))"

/** @param now milliseconds since 1970. @param filters keep whole sessions. */
export async function realtime(
  sources: ReportSources,
  now: number,
  signal: AbortSignal,
  filters: readonly Filter[] = [],
): Promise<Realtime> {
  const read = within(sources, signal)
  const current = now - (now % MINUTE_MS)
  const recent = current - (RECENT_MINUTES - 1) * MINUTE_MS
  // The clock of a browser may be a little ahead.
  const range = {
    from: iso(recent),
    to: iso(current + MINUTE_MS),
    bots: 'exclude',
    tz: publication.timeZone,
  } as const
  const sessions = await sessionsInScope(read, { range, filters: [...filters] })
  const since = sessions.params.bind(now - ACTIVE_MINUTES * MINUTE_MS, 'Int64')
  const here = sessions.withEvents({
    columns: ['fact.1 AS kind', 'fact.2 AS key'],
    join: `[('all', ''), ('page', ${CURRENT_PAGE}), ('source', toString(source))] AS fact`,
    where: [`${STARTED} + duration_ms >= ${since}`],
  })
  const views = sessions.events('views', {
    columns: ["'minute' AS kind", `toString(intDiv(${STARTED} + at, ${MINUTE_MS}) * ${MINUTE_MS}) AS key`],
  })
  const rows = await read.queryRows({
    name: 'realtime',
    sql: `SELECT kind, key, count() AS count FROM (${here} UNION ALL ${views})
      GROUP BY kind, key ORDER BY kind, count DESC, key LIMIT ${RECENT_MINUTES} BY kind`,
    params: sessions.params.values,
    row: Row,
  })
  const of = (kind: Row['kind']) => rows.filter((row) => row.kind === kind)
  const all = of('all')[0]?.count ?? 0
  const byMinute = new Map(of('minute').map(({ key, count }) => [Number(key), count]))
  return {
    at: iso(now),
    sessions: all,
    minutes: Array.from({ length: RECENT_MINUTES }, (_, i) => {
      const minute = recent + i * MINUTE_MS
      return { minute: iso(minute), page_views: byMinute.get(minute) ?? 0 }
    }),
    pages: ranked(of('page'), all),
    sources: ranked(of('source'), all),
  }
}

function ranked(rows: readonly Row[], all: number): Realtime['pages'] {
  const top = rows.slice(0, TOP).map(({ key, count }) => ({ key, sessions: count }))
  return { top, others: all - top.reduce((sum, { sessions }) => sum + sessions, 0) }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
