import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { z } from 'zod'
import type { AskRows } from '../ask-rows.ts'
import { inRange, rangeParams } from '../range.ts'

/** Percent of an article's text; the tracker reports these. */
export const DEPTHS = [25, 50, 75, 100] as const

export interface Reading {
  readonly views: number
  readonly visits: number
  readonly activeMs: number
  /** Visits that reached each of the depths. */
  readonly reached: readonly number[]
}

const ViewRow = z.object({ page_path: z.string(), views: z.coerce.number(), visits: z.coerce.number() })
const ReadingRow = z.object({
  page_path: z.string(),
  active_ms: z.coerce.number(),
  reached: z.array(z.coerce.number()),
})

/** Views of pages, and what of them was read; both in the range, by page. */
export async function readings(
  ask: AskRows,
  range: StatsRange,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Reading>> {
  const where = `${inRange('created_at', range)} AND page_path IN {paths: Array(String)}`
  const params = { ...rangeParams(range), paths }
  const reached = DEPTHS.map((depth) => `uniqExactIf(cityHash64(session_id), scroll_depth >= ${depth})`)
  const [views, read] = await Promise.all([
    ask(
      {
        name: 'views of articles',
        sql: `SELECT page_path, count() AS views, uniqExact(cityHash64(session_id)) AS visits
          FROM analytics.page_views WHERE ${where} GROUP BY page_path`,
        params,
        row: ViewRow,
      },
      signal,
    ),
    // By sets of visits: to group by page and visit takes twice as long, and several times the memory.
    ask(
      {
        name: 'reading of articles',
        sql: `SELECT page_path, sum(active_ms) AS active_ms, [${reached.join(', ')}] AS reached
          FROM analytics.engagement_events WHERE ${where} GROUP BY page_path`,
        params,
        row: ReadingRow,
      },
      signal,
    ),
  ])
  return new Map(
    paths.map((path) => {
      const viewed = views.find(({ page_path }) => page_path === path)
      const reading = read.find(({ page_path }) => page_path === path)
      return [
        path,
        {
          views: viewed?.views ?? 0,
          visits: viewed?.visits ?? 0,
          activeMs: reading?.active_ms ?? 0,
          reached: reading?.reached ?? DEPTHS.map(() => 0),
        },
      ]
    }),
  )
}

/** One number for the place of a view in its visit, which is compared faster than time and id; ids break ties. */
const MOMENT =
  'bitOr(bitShiftLeft(toUInt64(toUnixTimestamp64Milli(created_at)), 20), bitAnd(cityHash64(event_id), 1048575))'

/** Visits by the last page that they saw in the range, of these pages. */
export async function exits(
  ask: AskRows,
  range: StatsRange,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const rows = await ask(
    {
      name: 'exits by article',
      sql: `SELECT last_page, count() AS visits FROM (
          SELECT argMax(page_path, ${MOMENT}) AS last_page FROM analytics.page_views
          WHERE ${inRange('created_at', range)} GROUP BY cityHash64(session_id)
        ) WHERE last_page IN {paths: Array(String)} GROUP BY last_page`,
      params: { ...rangeParams(range), paths },
      row: z.object({ last_page: z.string(), visits: z.coerce.number() }),
    },
    signal,
  )
  return new Map(rows.map(({ last_page, visits }) => [last_page, visits]))
}
