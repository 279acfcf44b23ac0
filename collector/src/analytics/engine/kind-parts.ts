import { BELONGING, type EventKind, TABLE_OF } from './event-kinds.ts'
import type { Ground } from './ground.ts'
import type { Measure } from './measures.ts'
import { type Part, tablesOfVisits } from './part.ts'
import { visitFacts } from './visit-facts.ts'
import { BOUNCES } from './visit-measures.ts'

/** Everything that the measures need, each from the events that it counts. */
export function partsByKind(ground: Ground, needed: readonly Measure[]): Part[] {
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
