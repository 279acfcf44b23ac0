import type { Goals } from '@half-measure/shared/stats/goals.ts'
import type { ListedArticle, PageTitles } from '@half-measure/shared/stats/articles.ts'
import { PAGE_DIMENSIONS } from '@half-measure/shared/stats/engine/dimensions.ts'
import type { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import type { StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import { z } from 'zod'
import type { Query } from '../../warehouse/clickhouse/query.ts'
import type { SessionView } from '../../warehouse/sessions/open-sessions.ts'
import { bucketStarts } from './buckets.ts'
import { DIMENSION_KINDS } from './dimension-values.ts'
import { FORMULAS, MEASURES, measuresOf } from './measures.ts'
import type { Params } from './params.ts'
import { Subqueries, type Split } from './subqueries.ts'
import { QueryScope } from './query-scope.ts'
import { SessionQuery } from './session-query.ts'

/** What a plan depends on beside the query. */
export interface QueryContext {
  readonly view: SessionView
  /** What the magazine has published: categories and authors are theirs. */
  readonly articles: readonly ListedArticle[]
  /** By which pages are found. */
  readonly titles: PageTitles
  readonly goals: Goals
}

/** Which rows of a breakdown: one page of all of them, or those of some keys. */
type Rows =
  | { readonly of: 'page'; readonly query: StatsQuery }
  | { readonly of: 'keys'; readonly keys: readonly string[] }
  | { readonly of: 'all' }

/** A row of any plan: beside these a `figure_<metric>` for each metric. */
export const PlanRow = z.looseObject({ key: z.string(), row_count: z.coerce.number() })
export type PlanRow = z.output<typeof PlanRow>

/** A statement with its bound values. */
export type Plan = Query<typeof PlanRow>

/** What all the rows of a query add up to. */
export function planTotals(query: StatsQuery, context: QueryContext): Plan {
  return plan(query, context, { by: 'nothing' }, { of: 'all' })
}

/** The rows of a query that is split: of a breakdown, the page that is requested. */
export function planRows(query: StatsQuery, context: QueryContext): Plan {
  const { dimension } = query
  if (!dimension) return plan(query, context, { by: 'time' }, { of: 'all' })
  return plan(query, context, { by: 'value', dimension }, { of: 'page', query })
}

/** Beyond it, reading everything is less than naming the values: they travel in an address. */
const MAX_KEYS_LENGTH = 20_000

/** The rows of a breakdown that have these values, and maybe others; of a series, all of them. */
export function planRowsOf(keys: readonly string[], query: StatsQuery, context: QueryContext): Plan {
  const { dimension } = query
  if (!dimension) return planRows(query, context)
  const isShort = keys.reduce((length, key) => length + key.length + 3, 0) < MAX_KEYS_LENGTH
  return plan(query, context, { by: 'value', dimension }, isShort ? { of: 'keys', keys } : { of: 'all' })
}

function plan(query: StatsQuery, context: QueryContext, split: Split, rows: Rows): Plan {
  const { view, articles, goals } = context
  const { range, filters, interval, metrics } = query
  const sessions = new SessionQuery(view, range)
  const { params } = sessions
  const scope = new QueryScope({ filters, tz: range.tz, articles, goals }, params)
  const tools = { sessions, scope, bucketOf: bucketsIn(range, interval, params) }
  const measures = measuresOf(metrics)
  const subqueries = new Subqueries(tools, split, measures).sql
  const sums = measures.map((measure) => `${MEASURES[measure]} AS ${measure}`)
  const figures = metrics.map((metric) => `${FORMULAS[metric].sql} AS figure_${metric}`).join(', ')
  const planOf = (sql: string): Plan => ({ name: 'figures', sql, params: params.values, row: PlanRow })
  if (split.by === 'nothing')
    return planOf(
      `SELECT '' AS key, 1 AS row_count, ${figures} FROM (SELECT ${sums.join(', ')} FROM (${subqueries}))`,
    )

  const counted = isOfGoals(split) ? measures.filter((measure) => measure !== 'rate_sessions') : measures
  return planOf(`SELECT toString(key) AS key, count() OVER () AS row_count, ${figures}
    FROM (
      SELECT key, ${sums.map((sum) => withAllSessions(sum)).join(', ')} FROM (${subqueries})
      ${conditionOf(rows, context.titles, params)} GROUP BY key
      HAVING ${counted.map((measure) => `${measure} > 0`).join(' OR ')}
    ) ${pageOf(rows, metrics, params)}`)

  /** By goals, the conversion rate is a share of all sessions. */
  function withAllSessions(sum: string): string {
    if (!isOfGoals(split) || !sum.endsWith(' AS rate_sessions')) return sum
    const all = new Subqueries(tools, { by: 'nothing' }, ['rate_sessions']).sql
    return `(SELECT ${MEASURES.rate_sessions} FROM (${all})) AS rate_sessions`
  }
}

function isOfGoals(split: Split): boolean {
  if (split.by !== 'value') return false
  const kind = DIMENSION_KINDS[split.dimension]
  return kind.of === 'action' && kind.list === 'conversions'
}

/** The start of the bucket of a moment, both in milliseconds since 1970. */
function bucketsIn(
  { from, to, tz }: StatsQuery['range'],
  interval: StatsQuery['interval'],
  params: Params,
): (ms: string) => string {
  let starts: string | undefined
  return (ms) => {
    if (!interval) throw new Error('a query without an interval has no buckets')
    starts ??= params.bind(bucketStarts(Date.parse(from), Date.parse(to), interval, tz), 'Array(Int64)')
    return `roundDown(${ms}, ${starts})`
  }
}

function conditionOf(rows: Rows, titles: PageTitles, params: Params): string {
  switch (rows.of) {
    case 'all':
      return ''
    case 'keys':
      return `WHERE key IN ${params.bind(rows.keys, 'Array(String)')}`
    case 'page': {
      const { search, dimension } = rows.query
      if (search === undefined) return ''
      const found = `positionCaseInsensitiveUTF8(key, ${params.bind(search, 'String')}) > 0`
      if (!dimension || !PAGE_DIMENSIONS.has(dimension)) return `WHERE ${found}`
      const titled = titles.filter(({ title }) => title.toLowerCase().includes(search.toLowerCase()))
      return `WHERE ${found} OR key IN ${params.bind(
        titled.map(({ path }) => path),
        'Array(String)',
      )}`
    }
  }
}

function pageOf(rows: Rows, metrics: readonly Metric[], params: Params): string {
  if (rows.of !== 'page') return ''
  const { order, limit, offset } = rows.query
  const by = order?.metric ?? metrics[0]
  const direction = order?.descending === false ? 'ASC' : 'DESC'
  return `ORDER BY figure_${by} ${direction} NULLS LAST, key
    LIMIT ${params.bind(limit, 'UInt32')} OFFSET ${params.bind(offset, 'UInt32')}`
}
