import { HERE_MINUTES, type Realtime, RECENT_MINUTES } from '@half-measure/shared/stats/realtime.ts'
import { writeFilter } from '@half-measure/shared/stats/engine/filter-text.ts'
import type { Filter } from '@half-measure/shared/stats/engine/stats-query.ts'
import { z } from 'zod'
import { dateTime64 } from '../events/date-time64.ts'
import { ApiError } from '../platform/api-error.ts'
import type { Logger } from '../platform/logger.ts'
import { Params } from './engine/params.ts'
import { holds } from './engine/query-scope.ts'
import type { RunQuery } from './query-runner.ts'
import { MINUTE_MS } from '../platform/durations.ts'

/** How often listeners get figures. */
const POLL_MS = 5_000
const MAX_LISTENERS = 100
/** Windows of one person. */
const MAX_PER_VIEWER = 5
/** Different filters that are watched at a time, of all windows together. */
const MAX_QUERIES = 20
const TOP = 10

export type Listener = (now: Realtime) => void

/** What one listener watches. */
interface Watch {
  readonly viewer: string
  readonly filters: readonly Filter[]
  /** The same for the same filters. */
  readonly key: string
}

/** What goes on right now, queried once for all listeners with the same filters, and not at all without any. */
export class RealtimeFeed {
  readonly #runQuery: RunQuery
  readonly #log: Logger
  readonly #listeners = new Map<Listener, Watch>()
  readonly #stopped = new AbortController()
  /** By key. */
  readonly #last = new Map<string, Realtime>()
  readonly #running = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  constructor(runQuery: RunQuery, log: Logger) {
    this.#runQuery = runQuery
    this.#log = log
  }

  /** Fires when the feed ends. */
  get ended(): AbortSignal {
    return this.#stopped.signal
  }

  /**
   * Tells the listener at once where there is something fresh, and then every few seconds.
   *
   * @param viewer who listens: each may have a few windows open.
   * @returns ends it.
   * @throws {ApiError} 503 if too many listen, 429 if this viewer does.
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

  /** Nothing where the query before has not come back yet. */
  async #send({ key, filters }: Watch): Promise<void> {
    if (this.#running.has(key)) return
    this.#running.add(key)
    try {
      const now = await realtime(this.#runQuery, Date.now(), this.#stopped.signal, filters)
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

/** What a session's first page view says of it; with `page`, what filters go by. */
const FIRST_VALUES = ['source', 'country', 'device'] as const

const Row = z.object({
  visitors: z.coerce.number(),
  minutes: z.array(z.tuple([z.coerce.number(), z.coerce.number()])),
  pages: z.array(z.tuple([z.string(), z.coerce.number()])),
  sources: z.array(z.tuple([z.string(), z.coerce.number()])),
})

/**
 * @param now milliseconds since 1970.
 * @param filters keep sessions: by the page they saw last, and by what their first page view says.
 */
export async function realtime(
  runQuery: RunQuery,
  now: number,
  signal: AbortSignal,
  filters: readonly Filter[] = [],
): Promise<Realtime> {
  const current = now - (now % MINUTE_MS)
  const recent = current - (RECENT_MINUTES - 1) * MINUTE_MS
  const others = ['click_events', 'conversion_events', 'engagement_events']
  const here = others.map(
    (table) => `SELECT session_id FROM analytics.${table}
      WHERE created_at >= {here: DateTime64(3, 'UTC')} AND created_at < {to: DateTime64(3, 'UTC')} AND is_bot = 0`,
  )
  const params = new Params()
  const kept = filters.map((filter) => holds(params, `toString(${filter.dimension})`, filter)).join(' AND ')
  const isKept = kept === '' ? '1' : `session_id IN (SELECT session_id FROM known WHERE ${kept})`
  const { rows } = await runQuery(
    {
      name: 'realtime',
      sql: `WITH all_views AS (
          SELECT session_id, page_path, source, country, device, created_at, event_id FROM analytics.page_views
          WHERE created_at >= {recent: DateTime64(3, 'UTC')} AND created_at < {to: DateTime64(3, 'UTC')} AND is_bot = 0
        ), known AS (
          SELECT session_id, argMax(page_path, (created_at, event_id)) AS page,
            ${FIRST_VALUES.map((value) => `argMin(${value}, (created_at, event_id)) AS ${value}`).join(', ')}
          FROM all_views GROUP BY session_id
        ), views AS (
          SELECT * FROM all_views WHERE ${isKept}
        ), here AS (
          SELECT DISTINCT session_id FROM (
            SELECT session_id FROM views WHERE created_at >= {here: DateTime64(3, 'UTC')} UNION ALL ${here.join(' UNION ALL ')})
          WHERE ${isKept}
        ), visitors AS (
          SELECT session_id, page, source FROM known WHERE session_id IN here
        )
        SELECT (SELECT count() FROM here) AS visitors,
          (SELECT groupArray((minute, views)) FROM (SELECT intDiv(toUnixTimestamp(created_at), 60) * 60000 AS minute,
            count() AS views FROM views GROUP BY minute)) AS minutes,
          (SELECT groupArray((page, count)) FROM (SELECT page, count() AS count FROM visitors
            GROUP BY page ORDER BY count DESC, page LIMIT ${TOP})) AS pages,
          (SELECT groupArray((source, count)) FROM (SELECT source, count() AS count FROM visitors
            GROUP BY source ORDER BY count DESC, source LIMIT ${TOP})) AS sources`,
      params: {
        ...params.values,
        recent: dateTime64(recent),
        here: dateTime64(now - HERE_MINUTES * MINUTE_MS),
        // The clock of a browser may be a little ahead.
        to: dateTime64(current + MINUTE_MS),
      },
      row: Row,
    },
    signal,
  )
  const [row] = rows
  if (!row) throw new Error('an aggregate without GROUP BY has one row')
  const byMinute = new Map(row.minutes)
  const keyed = (pairs: readonly (readonly [string, number])[]) =>
    pairs.map(([key, visitors]) => ({ key, visitors }))
  return {
    at: new Date(now).toISOString(),
    visitors: row.visitors,
    minutes: Array.from({ length: RECENT_MINUTES }, (_, i) => {
      const minute = recent + i * MINUTE_MS
      return { minute: new Date(minute).toISOString(), page_views: byMinute.get(minute) ?? 0 }
    }),
    pages: keyed(row.pages),
    sources: keyed(row.sources),
  }
}
