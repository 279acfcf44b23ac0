import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import { BELONGING, type EventKind, TABLE_OF } from './event-kinds.ts'
import type { Ground } from './ground.ts'
import { closedSums, estimatedOpenPages, openActions, openPages } from './closed-parts.ts'
import type { Measure } from './measures.ts'
import { visitFacts } from './visit-facts.ts'
import { BOUNCES, OF_VISITS } from './visit-measures.ts'

/** A SELECT that gives some measures for each key. */
export interface Part {
  readonly gives: readonly Measure[]
  readonly sql: string
  readonly tables: readonly string[]
  /** Distinct visits are estimated. */
  readonly isEstimated?: boolean
}

/** Everything at once, in one pass over what visits did. */
function wholeVisits(ground: Ground, needed: readonly Measure[]): Part {
  const { split } = ground
  const dimension = split.by === 'value' ? split.dimension : undefined
  const { dimensions, conditions } = ground.visitFilters
  // Who is kept is decided over the whole range, also where it is cut into buckets.
  const isCut = split.by === 'time'
  const wants = (...measures: Measure[]) => measures.some((measure) => needed.includes(measure))
  const facts = visitFacts(ground, {
    sums: [
      'views',
      ...(wants('bounces', 'clicks') ? (['clicks'] as const) : []),
      ...(wants('bounces', 'conversions', 'converted') ? (['conversions'] as const) : []),
      ...(wants('bounces', 'active_ms') ? (['active_ms'] as const) : []),
      ...(wants('revenue') ? (['revenue'] as const) : []),
    ],
    span: wants('duration_ms'),
    depths: wants('depths', 'depth_sum'),
    values: [...new Set([...(isCut ? [] : dimensions), ...(dimension ? [dimension] : [])])],
    bucketed: isCut,
    ...(isCut && conditions.length > 0 && { among: (visit) => ground.amongVisits(visit) }),
  })
  const key = isCut ? 'bucket' : dimension ? `value_${dimension}` : "''"
  // Events without a page view belong to no visit, and so to none that is known by anything.
  const isOfVisits = dimension !== undefined || conditions.length > 0
  const where = isCut || !isOfVisits ? [] : ['views > 0', ...conditions]
  return {
    gives: needed,
    tables: tablesOfVisits(ground),
    sql: `SELECT ${key} AS key, ${needed.map((measure) => `${OF_VISITS[measure]} * ${ground.oneIn} AS sum_${measure}`).join(', ')}
      FROM (${facts}) ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''} GROUP BY key`,
  }
}

/**
 * Everything about whole visits. Where only a share of them is looked at, and nothing says which visits are meant, what
 * can be counted without looking at visits is counted, so that it is exact.
 */
export function partsOfVisits(ground: Ground, needed: readonly Measure[]): Part[] {
  if (ground.oneIn === 1 || ground.dimensions.length > 0) return allVisits(ground, needed)
  const counted = [
    ...(needed.includes('page_views') ? [countedViews(ground)] : []),
    ...partsByKind(
      ground,
      needed.filter((measure) => COUNTED.has(measure)),
    ),
  ]
  const others = needed.filter((measure) => measure !== 'page_views' && !COUNTED.has(measure))
  return others.length === 0 ? counted : [...counted, ...allVisits(ground, others)]
}

/** Of closed days their sums; of what is left, everything at once. */
function allVisits(ground: Ground, needed: readonly Measure[]): Part[] {
  const part = wholeVisits(ground, needed)
  return ground.span.usesClosed ? [closedSums(ground, needed), part] : [part]
}

const COUNTED: ReadonlySet<Measure> = new Set(['clicks', 'conversions', 'revenue'])

/** Page views by page and hour. */
function countedViews(ground: Ground): Part {
  return {
    gives: ['page_views'],
    tables: ['page_views_1h', ...(ground.span.pieces.rest === undefined ? [] : [TABLE_OF.views])],
    sql: `SELECT key, sum(views) AS sum_page_views FROM (${ground.viewsOfPages()}) GROUP BY key`,
  }
}

/** The same with the distinct visits, about half a percent off where they are many. */
function estimatedVisits(ground: Ground): Part {
  return {
    ...countedViews(ground),
    gives: ['page_views', 'sessions'],
    isEstimated: true,
    sql: `SELECT key, sum(views) AS sum_page_views, uniqCombined64Merge(sessions) AS sum_sessions
      FROM (${ground.viewsOfPages()}) GROUP BY key`,
  }
}

/**
 * Everything that is not about whole visits.
 *
 * @param areMany whether there are so many visits that telling them apart one by one takes long.
 */
export function partsOfEvents(ground: Ground, needed: readonly Measure[], areMany: boolean): Part[] {
  if (ground.span.usesClosed) return partsBesideClosed(ground, needed, areMany)
  const isOfPages =
    ground.span.pieces.hours !== undefined &&
    ground.dimensions.every((dimension) => OF_PAGES.has(dimension)) &&
    (!ground.dimensions.includes('hour_of_week') || ground.span.hasWholeHours)
  const rolled: Measure[] = !isOfPages ? [] : areMany ? ['page_views', 'sessions'] : ['page_views']
  const taken = needed.filter((measure) => rolled.includes(measure))
  // Raw rows that are read for the visits anyway tell the views as well.
  if (taken.length === 0 || (!areMany && needed.includes('sessions'))) return partsByKind(ground, needed)
  const others = needed.filter((measure) => !taken.includes(measure))
  const part = taken.includes('sessions') ? estimatedVisits(ground) : countedViews(ground)
  return [part, ...partsByKind(ground, others)]
}

function partsBesideClosed(ground: Ground, needed: readonly Measure[], areMany: boolean): Part[] {
  const sums = closedSums(ground, needed)
  if (!ground.dimensions.includes('page')) return [sums, openActions(ground, needed)]
  const open = areMany ? estimatedOpenPages(ground) : openPages(ground)
  return [sums, { ...open, gives: open.gives.filter((measure) => needed.includes(measure)) }]
}

const OF_PAGES: ReadonlySet<Dimension> = new Set(['page', 'category', 'author', 'hour_of_week'])

/** Whether the question is about whole visits alone. */
export function isOfWholeVisits(ground: Ground): boolean {
  return ground.dimensions.every((dimension) => BELONGING[dimension].to === 'visit')
}

/** Everything that the measures need, each from the events that it counts. */
function partsByKind(ground: Ground, needed: readonly Measure[]): Part[] {
  const isAboutVisits = needed.some((measure) => ABOUT_VISITS.includes(measure))
  return (isAboutVisits && hasOneKey(ground) ? PARTS_BY_VISIT : PARTS)
    .map((part) => ({ ...part, gives: part.gives.filter((measure) => needed.includes(measure)) }))
    .filter(({ gives }) => gives.length > 0)
    .map(({ gives, of, sql }) => ({
      gives,
      tables: [
        ...of.map((kind) => TABLE_OF[kind]),
        ...(gives.includes('visits') ? tablesOfVisits(ground) : []),
      ],
      sql: sql(ground),
    }))
}

/** Whether a visit counts in one row and with all that it did, so that telling what it is tells its row too. */
function hasOneKey({ split }: Ground): boolean {
  return split.by === 'nothing' || (split.by === 'value' && BELONGING[split.dimension].to === 'visit')
}

function tablesOfVisits({ span }: Ground): string[] {
  const pieces = span.usesClosed ? span.openPieces : span.pieces
  const raw = [TABLE_OF.views, TABLE_OF.clicks, TABLE_OF.conversions, TABLE_OF.engagement]
  return [
    ...(span.usesClosed ? ['closed_visits_1h'] : []),
    ...(pieces.hours === undefined ? [] : ['visits_1h']),
    ...(pieces.rest === undefined ? [] : raw),
  ]
}

interface KindOfPart {
  readonly gives: readonly Measure[]
  readonly of: readonly EventKind[]
  readonly sql: (ground: Ground) => string
}

const ABOUT_VISITS: readonly Measure[] = ['visits', 'duration_ms', 'bounces']

const OTHER_PARTS: readonly KindOfPart[] = [
  {
    gives: ['active_ms'],
    of: ['views', 'engagement'],
    sql: (
      ground,
    ) => `SELECT key, sum(active_ms) AS sum_active_ms FROM (${ground.kept('engagement', ['active_ms'])})
      WHERE (key, visit) IN (${ground.visits()}) GROUP BY key`,
  },
  {
    gives: ['depth_sum', 'depths'],
    of: ['engagement'],
    sql: (ground) => `SELECT key, sum(depth) AS sum_depth_sum, count() AS sum_depths
      FROM (SELECT key, max(toFloat64(scroll_depth)) AS depth
        FROM (${ground.kept('engagement', ['page_path', 'scroll_depth'])}) GROUP BY key, visit, page_path)
      GROUP BY key`,
  },
  {
    gives: ['clicks'],
    of: ['clicks'],
    sql: (ground) => `SELECT key, count() AS sum_clicks FROM (${ground.kept('clicks')}) GROUP BY key`,
  },
  {
    gives: ['conversions', 'revenue'],
    of: ['conversions'],
    sql: (ground) => `SELECT key, count() AS sum_conversions, sumIf(value, currency = 'GBP') AS sum_revenue
      FROM (${ground.kept('conversions', ['value', 'currency'])}) GROUP BY key`,
  },
  {
    gives: ['converted', 'rate_visits'],
    of: ['views', 'conversions'],
    sql: conversionRate,
  },
]

const PARTS: readonly KindOfPart[] = [
  {
    gives: ['page_views', 'sessions'],
    of: ['views'],
    sql: (ground) => `SELECT key, count() AS sum_page_views, uniqExact(visit) AS sum_sessions
      FROM (${ground.kept('views')}) GROUP BY key`,
  },
  { gives: ABOUT_VISITS, of: ['views'], sql: visitsWithKeptViews },
  ...OTHER_PARTS,
]

/** Where each visit is in one row: they are counted on the way. */
const PARTS_BY_VISIT: readonly KindOfPart[] = [
  {
    gives: ['page_views'],
    of: ['views'],
    sql: (ground) => `SELECT key, count() AS sum_page_views FROM (${ground.kept('views')}) GROUP BY key`,
  },
  { gives: ['sessions', ...ABOUT_VISITS], of: ['views'], sql: visitsByWhatTheyAre },
  ...OTHER_PARTS,
]

const ABOUT_FACTS = `count() AS sum_visits, sum(last_at - first_at) AS sum_duration_ms, countIf(${BOUNCES}) AS sum_bounces`

/** What bounces are told from. */
const WHOLE = { sums: ['views', 'clicks', 'conversions', 'active_ms'], span: true } as const

function amongKept(ground: Ground): (visit: string) => string {
  return (visit) => `${visit} IN (${ground.keptVisits('views')})`
}

function visitsWithKeptViews(ground: Ground): string {
  const isCut = ground.split.by === 'time'
  const facts = visitFacts(ground, { ...WHOLE, bucketed: isCut, among: amongKept(ground) })
  return `SELECT kept.key AS key, ${ABOUT_FACTS}
    FROM (${ground.visits()}) AS kept
    INNER JOIN (${facts}) AS facts ON facts.visit = kept.visit${isCut ? ' AND facts.bucket = kept.key' : ''}
    GROUP BY key`
}

function visitsByWhatTheyAre(ground: Ground): string {
  const values = ground.split.by === 'value' ? [ground.split.dimension] : []
  const key = values.length === 0 ? "''" : `value_${values[0]}`
  const facts = visitFacts(ground, { ...WHOLE, values, among: amongKept(ground) })
  return `SELECT ${key} AS key, count() AS sum_sessions, ${ABOUT_FACTS} FROM (${facts}) GROUP BY key`
}

/** Visits with a conversion that counts, and the visits they are a share of. */
function conversionRate(ground: Ground): string {
  const visits = ground.visits('conversions')
  const kept = ground.kept('conversions')
  if (ground.isSplitBy('conversions')) {
    return `SELECT key, uniqExact(visit) AS sum_converted, (SELECT count() FROM (${visits})) AS sum_rate_visits
      FROM (${kept}) WHERE visit IN (SELECT visit FROM (${visits})) GROUP BY key`
  }
  return `SELECT key, countIf((key, visit) IN (SELECT key, visit FROM (${kept}))) AS sum_converted,
      count() AS sum_rate_visits
    FROM (${visits}) GROUP BY key`
}
