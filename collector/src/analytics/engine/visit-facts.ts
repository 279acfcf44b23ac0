import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import { BELONGING, TABLE_OF } from './event-kinds.ts'
import type { Ground } from './ground.ts'
import { msOf } from './span.ts'

const SUMS = ['views', 'clicks', 'conversions', 'active_ms', 'revenue'] as const
type Sum = (typeof SUMS)[number]

/** What is asked of visits. */
export interface FactsWanted {
  readonly sums?: readonly Sum[]
  /** `first_at` and `last_at`, milliseconds since 1970. */
  readonly span?: boolean
  /** `bot`. */
  readonly bots?: boolean
  /** `depths`: the deepest point of each page. */
  readonly depths?: boolean
  /** `value_<dimension>`: what the visit is known by. */
  readonly values?: readonly Dimension[]
  /** One row for each `bucket` of a series that the visit touches. */
  readonly bucketed?: boolean
  /** A condition on the visit, which stands in rows as the expression given. */
  readonly among?: (visit: string) => string
}

const KINDS = ['views', 'clicks', 'conversions', 'engagement'] as const
type Kind = (typeof KINDS)[number]

/** Where each sum of raw rows comes from; of other kinds it is nothing. */
const SUM_OF: Readonly<Record<Sum, { kind: Kind; sql: string; none: string }>> = {
  views: { kind: 'views', sql: 'toUInt64(1)', none: 'toUInt64(0)' },
  clicks: { kind: 'clicks', sql: 'toUInt64(1)', none: 'toUInt64(0)' },
  conversions: { kind: 'conversions', sql: 'toUInt64(1)', none: 'toUInt64(0)' },
  active_ms: { kind: 'engagement', sql: 'toUInt64(active_ms)', none: 'toUInt64(0)' },
  revenue: {
    kind: 'conversions',
    sql: "toDecimal128(if(currency = 'GBP', value, 0), 4)",
    none: 'toDecimal128(0, 4)',
  },
}

/** Of rows that are no page views: after every first view, and before every last one. */
const NEVER_FIRST = "toDateTime64('2299-12-31 00:00:00.000', 3, 'UTC')"
const NEVER_LAST = "toDateTime64(0, 3, 'UTC')"

/**
 * What each session did in the range, whatever the filters: a SELECT with one row for each `visit`, and the columns
 * that are wanted. Sessions without a page view are there too, with `views = 0`, unless only views and values are wanted.
 */
export function visitFacts(ground: Ground, wanted: FactsWanted): string {
  const columns = columnsOf(wanted)
  const key = wanted.bucketed ? [`${ground.span.bucketOf('at_ms')} AS bucket`] : []
  const sums = (wanted.sums ?? []).map((sum) => `sum(${sum}) AS ${sum}`)
  const span = wanted.span ? ['min(started_ms) AS first_at', 'max(ended_ms) AS last_at'] : []
  const bots = wanted.bots ? ['max(bot) AS bot'] : []
  const depths = wanted.depths ? ['maxMap(depths) AS depths'] : []
  const values = (wanted.values ?? []).map((dimension) => `${valueOf(dimension)} AS value_${dimension}`)
  return `SELECT ${['visit', ...key, ...sums, ...span, ...bots, ...depths, ...values].join(', ')}
    FROM (${partialRows(ground, wanted, columns)}) GROUP BY visit${wanted.bucketed ? ', bucket' : ''}`
}

/** Rows that add up to visits: rolled-up hours and the raw rows around them, or raw rows altogether. */
function partialRows(ground: Ground, wanted: FactsWanted, columns: readonly Column[]): string {
  const among = (visit: string) => (wanted.among ? ` AND ${wanted.among(visit)}` : '')
  // What visits are known by stands in page views alone.
  const onlyViews = !wanted.span && !wanted.depths && (wanted.sums ?? []).every((sum) => sum === 'views')
  const { hours, rest } = ground.span.usesClosed ? ground.span.openPieces : ground.span.pieces
  const share = ground.shareOfVisits === undefined ? '' : ` AND ${ground.shareOfVisits}`
  const parts: string[] = []
  if (hours !== undefined) {
    const list = columns.map(({ name, rolled }) => `${rolled} AS ${name}`)
    parts.push(
      `SELECT ${['visit', ...list].join(', ')} FROM analytics.visits_1h
        WHERE ${hours}${share}${onlyViews ? ' AND views > 0' : ''}${among('visit')}`,
    )
  }
  if (ground.span.usesClosed) {
    const list = columns.map(({ name, rolled }) => `${rolled} AS ${name}`)
    parts.push(
      `SELECT ${['visit', ...list].join(', ')} FROM analytics.closed_visits_1h
        WHERE ${ground.span.rowsHold(wanted.bucketed === true)}${share}${onlyViews ? ' AND views > 0' : ''}${among('visit')}`,
    )
  }
  for (const kind of rest === undefined ? [] : onlyViews ? (['views'] as const) : KINDS) {
    const list = columns.map(({ name, raw }) => `${raw(kind)} AS ${name}`)
    parts.push(
      `SELECT ${[`${ground.visitor} AS visit`, ...list].join(', ')} FROM analytics.${TABLE_OF[kind]}
        WHERE ${rest}${share}${among(ground.visitor)}`,
    )
  }
  return parts.join(' UNION ALL ')
}

/** A column of partial rows: what it is in a rolled-up hour, and in a raw row of a kind. */
interface Column {
  readonly name: string
  readonly rolled: string
  readonly raw: (kind: Kind) => string
}

function columnsOf({ sums = [], span, bots, depths, values = [], bucketed }: FactsWanted): Column[] {
  const columns: Column[] = sums.map((sum) => ({
    name: sum,
    rolled: sum,
    raw: (kind) => (SUM_OF[sum].kind === kind ? SUM_OF[sum].sql : SUM_OF[sum].none),
  }))
  const ms = 'toUnixTimestamp64Milli(created_at)'
  if (bucketed) columns.push({ name: 'at_ms', rolled: msOf('hour'), raw: () => ms })
  if (span) {
    columns.push({ name: 'started_ms', rolled: 'toUnixTimestamp64Milli(started_at)', raw: () => ms })
    columns.push({ name: 'ended_ms', rolled: 'toUnixTimestamp64Milli(ended_at)', raw: () => ms })
  }
  if (bots) columns.push({ name: 'bot', rolled: 'is_bot', raw: () => 'is_bot' })
  if (depths) {
    columns.push({
      name: 'depths',
      rolled: 'depths',
      raw: (kind) =>
        kind === 'engagement'
          ? 'map(cityHash64(page_path), scroll_depth)'
          : "CAST(map(), 'Map(UInt64, Float32)')",
    })
  }
  const views = new Set(values.map((dimension) => viewOf(dimension)))
  if (views.has('first')) {
    columns.push({
      name: 'first_view_at',
      rolled: 'first.at',
      raw: (kind) => (kind === 'views' ? 'created_at' : NEVER_FIRST),
    })
  }
  if (views.has('last')) {
    columns.push({
      name: 'last_view_at',
      rolled: 'last.at',
      raw: (kind) => (kind === 'views' ? 'created_at' : NEVER_LAST),
    })
  }
  for (const dimension of values) {
    const belonging = BELONGING[dimension]
    if (belonging.to !== 'visit') throw new Error(`${dimension} is nothing that a visit is known by`)
    columns.push({
      name: `of_${dimension}`,
      rolled: belonging.rolled,
      raw: (kind) => (kind === 'views' ? `toString(${belonging.column})` : "''"),
    })
  }
  return columns
}

function viewOf(dimension: Dimension): 'first' | 'last' {
  const belonging = BELONGING[dimension]
  return belonging.to === 'visit' ? belonging.view : 'first'
}

/** By the earliest or the latest view of a visit. Nobody opens two pages in one millisecond. */
function valueOf(dimension: Dimension): string {
  const view = viewOf(dimension)
  return `${view === 'first' ? 'argMin' : 'argMax'}(of_${dimension}, ${view}_view_at)`
}
