import { HERE_MINUTES, type Realtime, RECENT_MINUTES } from '@half-measure/shared/stats/realtime.ts'
import { z } from 'zod'
import { dateTime64 } from '../events/date-time64.ts'
import { ApiError } from '../platform/api-error.ts'
import type { Logger } from '../platform/logger.ts'
import type { RunQuery } from './query-runner.ts'
import { MINUTE_MS } from '../platform/durations.ts'

/** How often listeners get figures. */
const POLL_MS = 5_000
const MAX_LISTENERS = 100
/** Windows of one person. */
const MAX_PER_VIEWER = 5
const TOP = 10

export type Listener = (now: Realtime) => void

/** What goes on right now, queried once for all listeners, and not at all without any. */
export class RealtimeFeed {
  readonly #runQuery: RunQuery
  readonly #log: Logger
  /** With the viewer of each. */
  readonly #listeners = new Map<Listener, string>()
  readonly #stopped = new AbortController()
  #last: Realtime | undefined
  #timer: NodeJS.Timeout | undefined
  #polling = false

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
  listen(viewer: string, listener: Listener): () => void {
    if ([...this.#listeners.values()].filter((other) => other === viewer).length >= MAX_PER_VIEWER) {
      throw new ApiError(
        429,
        'realtime_limit',
        `The live view is open in ${MAX_PER_VIEWER} windows already. Close one of them.`,
        { retryAfter: 30 },
      )
    }
    if (this.#stopped.signal.aborted || this.#listeners.size >= MAX_LISTENERS) {
      throw new ApiError(503, 'realtime_busy', 'Too many people are watching. Try again later.', {
        retryAfter: 30,
      })
    }
    this.#listeners.set(listener, viewer)
    if (this.#last) listener(this.#last)
    if (!this.#polling && this.#timer === undefined) void this.#poll()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      clearTimeout(this.#timer)
      this.#timer = undefined
      this.#last = undefined
    }
  }

  stop(): void {
    this.#stopped.abort()
    clearTimeout(this.#timer)
    this.#listeners.clear()
  }

  async #poll(): Promise<void> {
    this.#timer = undefined
    this.#polling = true
    try {
      const now = await realtime(this.#runQuery, Date.now(), this.#stopped.signal)
      if (this.#listeners.size > 0) this.#last = now
      for (const listener of this.#listeners.keys()) listener(now)
    } catch (error) {
      if (!this.#stopped.signal.aborted) this.#log.warn({ err: error }, 'realtime: no figures this time')
    }
    this.#polling = false
    if (this.#listeners.size > 0 && !this.#stopped.signal.aborted)
      this.#timer = setTimeout(() => void this.#poll(), POLL_MS)
  }
}

const Row = z.object({
  visitors: z.coerce.number(),
  minutes: z.array(z.tuple([z.coerce.number(), z.coerce.number()])),
  pages: z.array(z.tuple([z.string(), z.coerce.number()])),
  sources: z.array(z.tuple([z.string(), z.coerce.number()])),
})

/** @param now milliseconds since 1970. */
export async function realtime(runQuery: RunQuery, now: number, signal: AbortSignal): Promise<Realtime> {
  const current = now - (now % MINUTE_MS)
  const recent = current - (RECENT_MINUTES - 1) * MINUTE_MS
  const others = ['click_events', 'conversion_events', 'engagement_events']
  const here = others.map(
    (table) => `SELECT session_id FROM analytics.${table}
      WHERE created_at >= {here: DateTime64(3, 'UTC')} AND created_at < {to: DateTime64(3, 'UTC')} AND is_bot = 0`,
  )
  const { rows } = await runQuery(
    {
      name: 'realtime',
      sql: `WITH views AS (
          SELECT session_id, page_path, source, created_at, event_id FROM analytics.page_views
          WHERE created_at >= {recent: DateTime64(3, 'UTC')} AND created_at < {to: DateTime64(3, 'UTC')} AND is_bot = 0
        ), here AS (
          SELECT DISTINCT session_id FROM (
            SELECT session_id FROM views WHERE created_at >= {here: DateTime64(3, 'UTC')} UNION ALL ${here.join(' UNION ALL ')})
        ), visitors AS (
          SELECT session_id, argMax(page_path, (created_at, event_id)) AS page,
            argMin(source, (created_at, event_id)) AS source
          FROM views WHERE session_id IN here GROUP BY session_id
        )
        SELECT (SELECT count() FROM here) AS visitors,
          (SELECT groupArray((minute, views)) FROM (SELECT intDiv(toUnixTimestamp(created_at), 60) * 60000 AS minute,
            count() AS views FROM views GROUP BY minute)) AS minutes,
          (SELECT groupArray((page, count)) FROM (SELECT page, count() AS count FROM visitors
            GROUP BY page ORDER BY count DESC, page LIMIT ${TOP})) AS pages,
          (SELECT groupArray((source, count)) FROM (SELECT source, count() AS count FROM visitors
            GROUP BY source ORDER BY count DESC, source LIMIT ${TOP})) AS sources`,
      params: {
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
