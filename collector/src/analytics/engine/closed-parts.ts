import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import { BELONGING, TABLE_OF } from './event-kinds.ts'
import type { Ground, Split } from './ground.ts'
import { MEASURES, type Measure } from './measures.ts'
import type { Part } from './part.ts'
import { msOf } from './span.ts'

/**
 * What sums of closed days answer. For the rest of the range (what is open yet, the hours at its ends, and visits that
 * cross these) every part here has another one beside it, and their measures add up.
 */

/** The measures that closed days know by a dimension, where not all of them. */
const KNOWN_BY: Partial<Record<Dimension, readonly Measure[]>> = {
  page: ['page_views', 'sessions'],
  element: ['clicks'],
  event_type: ['conversions', 'revenue'],
  product: ['conversions', 'revenue'],
}

/** Whether closed days can tell these measures, split so, of everything that happened. */
export function isKnownOfClosedDays(split: Split, needed: readonly Measure[]): boolean {
  if (split.by !== 'value') return true
  const { dimension } = split
  const known = BELONGING[dimension].to === 'visit' ? MEASURES : (KNOWN_BY[dimension] ?? [])
  return needed.every((measure) => known.includes(measure))
}

/** The sums of the closed days. */
export function closedSums(ground: Ground, needed: readonly Measure[]): Part {
  const { split, span } = ground
  const isCut = split.by === 'time'
  const dimension = split.by === 'value' ? split.dimension : ''
  const key = isCut ? span.bucketOf(msOf('first_hour')) : dimension === '' ? "''" : 'value'
  const sums = needed.map((measure) => `sum(${columnOf(measure)}) AS sum_${measure}`)
  return {
    gives: needed,
    tables: ['closed_sums'],
    sql: `SELECT ${key} AS key, ${sums.join(', ')} FROM analytics.closed_sums
      WHERE dimension = '${dimension}' AND ${span.sumsHold}${isCut ? ` AND ${span.isUncut}` : ''} GROUP BY key`,
  }
}

/** Whoever has a view is a visit, however it is called. */
function columnOf(measure: Measure): string {
  return measure === 'sessions' || measure === 'rate_visits' ? 'visits' : measure
}

/** Beside the sums by page: distinct visits of the rest, one by one. */
export function openPages({ span }: Ground): Part {
  return {
    gives: ['page_views', 'sessions'],
    tables: [TABLE_OF.views, 'closed_visits_1h'],
    sql: `SELECT key, sum(times) AS sum_page_views, uniqExact(visit) AS sum_sessions FROM (
        SELECT page_path AS key, cityHash64(session_id) AS visit, 1 AS times
        FROM analytics.page_views WHERE ${span.holdsOpen('views')}
        UNION ALL SELECT page_path, visit, seen FROM (${PAGES_OF_ROWS} WHERE ${span.rowsHold(false)}) WHERE seen > 0
      ) GROUP BY key`,
  }
}

/** The same where there are so many that sketches must do. */
export function estimatedOpenPages(ground: Ground): Part {
  const { span } = ground
  const { hours, rest } = span.openPieces
  return {
    gives: ['page_views', 'sessions'],
    tables: [
      'closed_visits_1h',
      ...(hours === undefined ? [] : ['page_views_1h']),
      ...(rest === undefined ? [] : [TABLE_OF.views]),
    ],
    isEstimated: true,
    sql: `SELECT key, sum(views) AS sum_page_views, uniqCombined64Merge(sessions) AS sum_sessions FROM (
        ${ground.viewsOfPages(span.openPieces)}
        UNION ALL SELECT page_path, sum(seen), uniqCombined64State(toString(visit))
          FROM (${PAGES_OF_ROWS} WHERE ${span.rowsHold(false)}) WHERE seen > 0 GROUP BY page_path
      ) GROUP BY key`,
  }
}

/** Rows of visits that sums may not stand for, by page: views, reading in milliseconds, the deepest point in percent. */
export const PAGES_OF_ROWS = `SELECT page.1 AS page_path, visit, page.2.1 AS seen, page.2.2 AS read_ms, page.2.3 AS depth
  FROM analytics.closed_visits_1h
  ARRAY JOIN CAST(pages, 'Array(Tuple(String, Tuple(UInt64, UInt64, Float32)))') AS page`

/** Beside the sums of an action: those of the rest. */
export function openActions({ span, split }: Ground, needed: readonly Measure[]): Part {
  const belonging = split.by === 'value' ? BELONGING[split.dimension] : undefined
  if (belonging?.to !== 'action') throw new Error('only questions by an action have this part')
  const of: Partial<Record<Measure, string>> = {
    clicks: 'count()',
    conversions: 'count()',
    revenue: "sumIf(value, currency = 'GBP')",
  }
  return {
    gives: needed,
    tables: [TABLE_OF[belonging.kind]],
    sql: `SELECT ${belonging.value} AS key, ${needed.map((measure) => `${of[measure]} AS sum_${measure}`).join(', ')}
      FROM analytics.${TABLE_OF[belonging.kind]} WHERE ${span.holdsOpen(belonging.kind)} GROUP BY key`,
  }
}
