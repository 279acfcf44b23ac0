import type { StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import { z } from 'zod'
import type { Query } from '../../warehouse/clickhouse/query.ts'
import type { SessionView } from '../../warehouse/sessions/open-sessions.ts'
import { bucketStarts } from './buckets.ts'
import { comparedBuckets } from './compared-range.ts'
import { isOfGoals } from './dimension-values.ts'
import { figureSql, MEASURES, measuresOf } from './measures.ts'
import type { Params } from './params.ts'
import { Subqueries, type Split } from './subqueries.ts'
import { QueryScope, type QueryScopeOptions } from './query-scope.ts'
import { SessionQuery } from './session-query.ts'

/** Inputs of a plan besides the query. */
export interface QueryContext extends Pick<QueryScopeOptions, 'articles' | 'goals'> {
  readonly view: SessionView
  /** The part of the query's range that the caller may see. */
  readonly visible: StatsQuery['range']
  /** The range that the query's range is compared with. */
  readonly compared?: StatsQuery['range']
  /** Keys of values whose label has the text that is searched for. */
  readonly labelled: readonly string[]
  /** Rows of a split with fewer sessions in the query's own range are left out, and means and shares of fewer are null. */
  readonly minSessions: number
}

/** In the order of the query's metrics; empty where nothing happened. */
const PlanFigures = z.array(z.number().nullable())

/** A row of any plan, with figures of both ranges; in a series, its key is from one of them. */
export const PlanRow = z.object({
  key: z.string(),
  row_count: z.coerce.number(),
  figures: PlanFigures,
  compared: PlanFigures,
})
export type PlanRow = z.output<typeof PlanRow>

/** A statement with its bound values. */
export type Plan = Query<typeof PlanRow>

export function planTotals(query: StatsQuery, context: QueryContext): Plan {
  return plan(query, context, { by: 'nothing' })
}

/** The rows of a split query; for a breakdown, the requested page. */
export function planRows(query: StatsQuery, context: QueryContext): Plan {
  const { dimension } = query
  return plan(query, context, dimension ? { by: 'value', dimension } : { by: 'time' })
}

function plan(query: StatsQuery, context: QueryContext, split: Split): Plan {
  const { view, visible, compared, articles, goals, labelled, minSessions } = context
  const { range, filters, metrics } = query
  const sessions = new SessionQuery(view, visible, compared)
  const { params } = sessions
  const scope = new QueryScope({ filters, tz: range.tz, articles, goals }, params)
  const options = { sessions, scope, bucketOf: bucketOf(query, compared !== undefined, params) }
  const enough = minSessions === 0 ? undefined : params.bind(minSessions, 'UInt32')
  const measures = measuresOf(metrics, enough)
  const ofGoals = split.by === 'value' && isOfGoals(split.dimension)
  const counted = ofGoals ? measures.filter((measure) => measure !== 'rate_sessions') : measures
  const sums = measures.map((measure) => `${sumOf(measure)} AS ${measure}`)
  const figures = metrics.map((metric) => `toFloat64(${figureSql(metric, enough)})`)
  const groups = compared ? 'key, compared' : 'key'
  const ofGroups = `SELECT ${groups}, [${figures.join(', ')}] AS figures FROM (
      SELECT ${groups}, ${sums.join(', ')} FROM (${new Subqueries(options, split, measures).sql})
      ${split.by === 'value' ? searched(query, labelled, params) : ''} GROUP BY ${groups}
      HAVING (${counted.map((measure) => `${measure} > 0`).join(' OR ')}) ${havingEnough()}
    )`
  return {
    name: 'figures',
    sql: `SELECT toString(key) AS key, count() OVER () AS row_count, figures, compared
      FROM (${ofKeys(ofGroups)}) ${split.by === 'value' ? pageOf(query, params) : ''}`,
    params: params.values,
    row: PlanRow,
  }

  function havingEnough(): string {
    if (split.by !== 'value' || enough === undefined) return ''
    return `AND (sessions >= ${enough} ${compared ? 'OR compared' : ''})`
  }

  function sumOf(measure: keyof typeof MEASURES): string {
    if (!ofGoals || measure !== 'rate_sessions') return MEASURES[measure]
    const all = new Subqueries(options, { by: 'nothing' }, ['rate_sessions']).sql
    if (!compared) return `(SELECT ${MEASURES.rate_sessions} FROM (${all}))`
    return `(SELECT [countIf(in_rate AND NOT compared), countIf(in_rate AND compared)] FROM (${all}))[compared + 1]`
  }

  /** Both ranges side by side: a breakdown has only the rows of the query's own range. */
  function ofKeys(rows: string): string {
    if (!compared) return `SELECT key, figures, emptyArrayFloat64() AS compared FROM (${rows})`
    const of = (condition: string) => `groupArrayIf(1)(all_figures, ${condition})[1]`
    return `SELECT key, ${of('NOT is_compared')} AS figures, ${of('is_compared')} AS compared
      FROM (SELECT key, compared AS is_compared, figures AS all_figures FROM (${rows}))
      GROUP BY key ${split.by === 'value' ? 'HAVING notEmpty(figures)' : ''}`
  }
}

/** The start of a moment's bucket, both in milliseconds since 1970; compared rows have buckets of their own. */
function bucketOf(
  { range, interval, compare }: StatsQuery,
  isCompared: boolean,
  params: Params,
): (ms: string) => string {
  let own: string | undefined
  let other: string | undefined
  return (ms) => {
    if (!interval) throw new Error('a query without an interval has no buckets')
    own ??= params.bind(
      bucketStarts(Date.parse(range.from), Date.parse(range.to), interval, range.tz),
      'Array(Int64)',
    )
    if (!isCompared || !compare) return `roundDown(${ms}, ${own})`
    other ??= params.bind(comparedBuckets(range, compare, interval), 'Array(Int64)')
    return `if(compared, roundDown(${ms}, ${other}), roundDown(${ms}, ${own}))`
  }
}

function searched({ search }: StatsQuery, labelled: readonly string[], params: Params): string {
  if (search === undefined) return ''
  const found = `positionCaseInsensitiveUTF8(key, ${params.bind(search, 'String')}) > 0`
  return labelled.length === 0
    ? `WHERE ${found}`
    : `WHERE ${found} OR key IN ${params.bind(labelled, 'Array(String)')}`
}

function pageOf({ order, metrics, limit, offset }: StatsQuery, params: Params): string {
  const by = metrics.findIndex((metric) => metric === (order?.metric ?? metrics[0]))
  const direction = order?.descending === false ? 'ASC' : 'DESC'
  return `ORDER BY figures[${by + 1}] ${direction} NULLS LAST, key
    LIMIT ${params.bind(limit, 'UInt32')} OFFSET ${params.bind(offset, 'UInt32')}`
}
