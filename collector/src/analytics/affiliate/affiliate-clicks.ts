import { z } from 'zod'
import { distinctValues } from '../engine/dimension-values.ts'
import { sessionsInScope, type ReportScope, type ReportSources } from '../report-scope.ts'

const Clicks = z.object({
  key: z.string(),
  clicks: z.coerce.number(),
  sessions: z.coerce.number(),
  pounds: z.coerce.number(),
})
export type Clicks = z.output<typeof Clicks>

export const NO_CLICKS: Clicks = { key: '', clicks: 0, sessions: 0, pounds: 0 }

/** The column that groups clicks. */
type Key = "''" | 'product' | 'product_rank' | 'page'

/** More rows than anybody reads; a sender of events can invent any number of products and pages. */
export const MAX_ROWS = 500

const IS_CLICK = "event_type = 'affiliate_click'"

/**
 * Clicks on affiliate links in the range, and the sessions with such a click that began in it, by column, most
 * clicked first. Only sessions that match the filters count.
 */
export async function clicksBy(read: ReportSources, scope: ReportScope, key: Key): Promise<Clicks[]> {
  const sessions = await sessionsInScope(read, scope)
  const clicks = sessions.events('conversions', {
    columns: [`toString(${key}) AS key`, '1 AS clicks', '0 AS sessions', 'value AS pounds'],
    where: [IS_CLICK],
  })
  const clicking = sessions.began({
    columns: ['key', '0', '1', 'toDecimal64(0, 4)'],
    join: `${distinctValues('conversions', key, [IS_CLICK])} AS key`,
  })
  return read.queryRows({
    name: 'affiliate clicks',
    sql: `SELECT key, sum(clicks) AS clicks, sum(sessions) AS sessions, sum(pounds) AS pounds
      FROM (${clicks} UNION ALL ${clicking})
      GROUP BY key ORDER BY clicks DESC, key LIMIT ${MAX_ROWS}`,
    params: sessions.params.values,
    row: Clicks,
  })
}

/** More than there are products; a sender of events can invent any number of names. */
const MAX_PRODUCTS = 5_000

/** Names of all products that were ever clicked, most clicked first. */
export async function clickedProducts({ queryRows }: Pick<ReportSources, 'queryRows'>): Promise<string[]> {
  const rows = await queryRows({
    name: 'clicked products',
    sql: `SELECT product_name FROM analytics.conversion_events
      WHERE ${IS_CLICK} AND is_bot = 0 AND product_name != ''
      GROUP BY product_name ORDER BY count() DESC, product_name LIMIT ${MAX_PRODUCTS}`,
    row: z.object({ product_name: z.string() }),
  })
  return rows.map(({ product_name }) => product_name)
}

/** By page, the number of sessions that match the filters, began in the range and viewed it. */
export async function sessionsViewing(
  read: ReportSources,
  scope: ReportScope,
  pages: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const sessions = await sessionsInScope(read, scope)
  const seen = sessions.began({
    columns: ['toString(page) AS page_path'],
    join: 'pages.page AS page',
    where: [`page IN ${sessions.params.bind(pages, 'Array(String)')}`],
  })
  const rows = await read.queryRows({
    name: 'sessions that viewed pages',
    sql: `SELECT page_path, count() AS sessions FROM (${seen}) GROUP BY page_path`,
    params: sessions.params.values,
    row: z.object({ page_path: z.string(), sessions: z.coerce.number() }),
  })
  return new Map(rows.map(({ page_path, sessions }) => [page_path, sessions]))
}
