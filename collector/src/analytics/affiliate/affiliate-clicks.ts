import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { z } from 'zod'
import { distinctValues, eachOf } from '../engine/dimension-values.ts'
import type { ReadFigures } from '../statistics.ts'

const Clicks = z.object({
  key: z.string(),
  clicks: z.coerce.number(),
  sessions: z.coerce.number(),
  pounds: z.coerce.number(),
})
export type Clicks = z.output<typeof Clicks>

/** What distinguishes clicks. */
type Key = "''" | 'product' | 'product_rank' | 'page'

/** More products, slots or pages than this nobody looks at; a sender of events may make up any number of them. */
const MOST = 500

const IS_CLICK = "event_type = 'affiliate_click'"

/** Clicks on affiliate links in the range, and the sessions with one that began in it, by a column; the most clicked. */
export async function clicksBy(
  { queryRows, sessionsIn }: ReadFigures,
  range: StatsRange,
  key: Key,
  signal?: AbortSignal,
): Promise<Clicks[]> {
  const sessions = await sessionsIn(range, signal)
  const clicks = sessions.from(sessions.events, (subRange) => ({
    columns: [`toString(${key}) AS key`, '1 AS clicks', '0 AS sessions', 'value AS pounds'],
    join: eachOf('conversions'),
    where: [IS_CLICK, ...sessions.inRange(subRange)],
  }))
  const clicking = sessions.from(sessions.sessions, {
    columns: ['key', '0', '1', 'toDecimal64(0, 4)'],
    join: `${distinctValues('conversions', key, [IS_CLICK])} AS key`,
  })
  return queryRows(
    {
      name: 'affiliate clicks',
      sql: `SELECT key, sum(clicks) AS clicks, sum(sessions) AS sessions, sum(pounds) AS pounds
        FROM (${clicks} UNION ALL ${clicking})
        GROUP BY key ORDER BY clicks DESC, key LIMIT ${MOST}`,
      params: sessions.params.values,
      row: Clicks,
    },
    signal,
  )
}

/** Sessions that began in the range and saw each of these pages. */
export async function readersOf(
  { queryRows, sessionsIn }: ReadFigures,
  range: StatsRange,
  pages: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const sessions = await sessionsIn(range, signal)
  const seen = sessions.from(sessions.sessions, {
    columns: ['toString(page) AS page_path'],
    join: 'pages.page AS page',
    where: [`page IN ${sessions.params.bind(pages, 'Array(String)')}`],
  })
  const rows = await queryRows(
    {
      name: 'readers of pages',
      sql: `SELECT page_path, count() AS sessions FROM (${seen}) GROUP BY page_path`,
      params: sessions.params.values,
      row: z.object({ page_path: z.string(), sessions: z.coerce.number() }),
    },
    signal,
  )
  return new Map(rows.map(({ page_path, sessions }) => [page_path, sessions]))
}
