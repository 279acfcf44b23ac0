import { closedSums } from './closed-parts.ts'
import { BELONGING } from './event-kinds.ts'
import type { Ground } from './ground.ts'
import { partsByKind } from './kind-parts.ts'
import type { Measure } from './measures.ts'
import { type Part, tablesOfVisits } from './part.ts'
import { countedViews } from './rolled-pages.ts'
import { visitFacts } from './visit-facts.ts'
import { OF_VISITS } from './visit-measures.ts'

/** Whether the question is about whole visits alone. */
export function isOfWholeVisits(ground: Ground): boolean {
  return ground.dimensions.every((dimension) => BELONGING[dimension].to === 'visit')
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
