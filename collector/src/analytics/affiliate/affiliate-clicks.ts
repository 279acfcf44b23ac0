import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { z } from 'zod'
import type { AskRows } from '../ask-rows.ts'
import { inRange, rangeParams } from '../range.ts'

const Clicks = z.object({
  key: z.string(),
  clicks: z.coerce.number(),
  visits: z.coerce.number(),
  pounds: z.coerce.number(),
})
export type Clicks = z.output<typeof Clicks>

/** What clicks are told apart by. */
type Key = "''" | 'product_name' | 'toString(product_rank)' | 'page_path'

/** More products, slots or pages than this nobody looks at; a sender of events may make up any number of them. */
const MOST = 500

/** Clicks on affiliate links of readers, by a column; the most clicked. */
export function clicksBy(ask: AskRows, range: StatsRange, key: Key, signal?: AbortSignal): Promise<Clicks[]> {
  return ask(
    {
      name: 'affiliate clicks',
      sql: `SELECT ${key} AS key, count() AS clicks, uniqExact(session_id) AS visits, sumIf(value, currency = 'GBP') AS pounds
        FROM analytics.conversion_events
        WHERE ${inRange('created_at', range)} AND event_type = 'affiliate_click'
        GROUP BY key ORDER BY clicks DESC, key LIMIT ${MOST}`,
      params: rangeParams(range),
      row: Clicks,
    },
    signal,
  )
}

/** Visits that saw each of these pages. */
export async function readersOf(
  ask: AskRows,
  range: StatsRange,
  pages: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const rows = await ask(
    {
      name: 'readers of pages',
      sql: `SELECT page_path, uniqExact(session_id) AS visits FROM analytics.page_views
        WHERE ${inRange('created_at', range)} AND page_path IN {pages: Array(String)} GROUP BY page_path`,
      params: { ...rangeParams(range), pages },
      row: z.object({ page_path: z.string(), visits: z.coerce.number() }),
    },
    signal,
  )
  return new Map(rows.map(({ page_path, visits }) => [page_path, visits]))
}
