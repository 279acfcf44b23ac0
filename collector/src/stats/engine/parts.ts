import type { Ground } from './ground.ts'
import type { Measure } from './measures.ts'
import { TABLE_OF } from './event-kinds.ts'
import { visitFacts } from './visit-facts.ts'

/** A SELECT that gives some measures for each key. */
export interface Part {
  readonly gives: readonly Measure[]
  readonly sql: string
  readonly table: string
}

/** Less reading than this, one view, no click and no conversion: a bounce. */
const BOUNCE_MS = 10_000

/** Everything that the measures need, each from raw rows. */
export function rawParts(ground: Ground, needed: readonly Measure[]): Part[] {
  const parts = [views, visits, reading, depths, clicks, conversions, rate].map((part) => part(ground))
  return parts.filter(({ gives }) => gives.some((measure) => needed.includes(measure)))
}

function views(ground: Ground): Part {
  return {
    gives: ['page_views', 'sessions'],
    table: TABLE_OF.views,
    sql: `SELECT key, count() AS page_views, uniqExact(session_id) AS sessions
      FROM (${ground.kept('views')}) GROUP BY key`,
  }
}

function visits(ground: Ground): Part {
  return {
    gives: ['visits', 'duration_ms', 'bounces'],
    table: 'page_views, click_events, conversion_events, engagement_events',
    sql: `SELECT kept.key AS key, count() AS visits,
        sum(toUnixTimestamp64Milli(last_at) - toUnixTimestamp64Milli(first_at)) AS duration_ms,
        countIf(views = 1 AND clicks = 0 AND conversions = 0 AND active_ms < ${BOUNCE_MS}) AS bounces
      FROM (${ground.visits()}) AS kept
      INNER JOIN (${visitFacts(ground)}) AS facts
        ON facts.session_id = kept.session_id${ground.split.by === 'time' ? ' AND facts.bucket = kept.key' : ''}
      GROUP BY key`,
  }
}

function reading(ground: Ground): Part {
  return {
    gives: ['active_ms'],
    table: TABLE_OF.engagement,
    sql: `SELECT key, sum(active_ms) AS active_ms FROM (${ground.kept('engagement', ['active_ms'])})
      WHERE (key, session_id) IN (${ground.visits()}) GROUP BY key`,
  }
}

function depths(ground: Ground): Part {
  return {
    gives: ['depth_sum', 'depths'],
    table: TABLE_OF.engagement,
    sql: `SELECT key, sum(depth) AS depth_sum, count() AS depths
      FROM (SELECT key, max(toFloat64(scroll_depth)) AS depth
        FROM (${ground.kept('engagement', ['page_path', 'scroll_depth'])})
        GROUP BY key, session_id, page_path)
      GROUP BY key`,
  }
}

function clicks(ground: Ground): Part {
  return {
    gives: ['clicks'],
    table: TABLE_OF.clicks,
    sql: `SELECT key, count() AS clicks FROM (${ground.kept('clicks')}) GROUP BY key`,
  }
}

function conversions(ground: Ground): Part {
  return {
    gives: ['conversions', 'revenue'],
    table: TABLE_OF.conversions,
    sql: `SELECT key, count() AS conversions, sumIf(value, currency = 'GBP') AS revenue
      FROM (${ground.kept('conversions', ['value', 'currency'])}) GROUP BY key`,
  }
}

/** Visits with a conversion that counts, and the visits they are a share of. */
function rate(ground: Ground): Part {
  const visits = ground.visits('conversions')
  const kept = ground.kept('conversions')
  const shared = {
    gives: ['converted', 'rate_visits'] as const,
    table: `${TABLE_OF.views}, ${TABLE_OF.conversions}`,
  }
  if (ground.isSplitBy('conversions')) {
    return {
      ...shared,
      sql: `SELECT key, uniqExact(session_id) AS converted, (SELECT count() FROM (${visits})) AS rate_visits
        FROM (${kept}) WHERE session_id IN (SELECT session_id FROM (${visits})) GROUP BY key`,
    }
  }
  return {
    ...shared,
    sql: `SELECT key, countIf((key, session_id) IN (SELECT key, session_id FROM (${kept}))) AS converted,
        count() AS rate_visits
      FROM (${visits}) GROUP BY key`,
  }
}
