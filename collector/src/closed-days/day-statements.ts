import { MEASURES, type Measure } from '../analytics/engine/measures.ts'
import { BELONGING, ELEMENT } from '../analytics/engine/event-kinds.ts'
import { DEPTHS } from '../analytics/articles/depths.ts'
import { OF_VISITS } from '../analytics/engine/visit-measures.ts'

/**
 * How the rows of a closed day are made, from `visits_1h` and raw rows. What the tables hold is said where they are
 * made. Parameters: `day: Date`, `version: UInt64`.
 */
export interface Written {
  readonly into: string
  readonly select: string
}

const DAY = '{day: Date}'
/** A simple visit that begins on the day ends on the next at the latest, and one that ends on it began the day before. */
const AROUND = (time: string) => `toDate(${time}) >= ${DAY} - 1 AND toDate(${time}) <= ${DAY} + 1`
const FROM_THE_DAY = (time: string) => `toDate(${time}) >= ${DAY} AND toDate(${time}) <= ${DAY} + 1`

const LONG_VISITS = 'SELECT visit FROM analytics.late_arrivals WHERE visit != 0'

/** The simple visits of the day, each with what it did. */
const SIMPLE_VISITS = `SELECT visit, max(visits_1h.is_bot) AS is_bot, min(hour) AS first_hour, max(hour) AS last_hour,
    sum(visits_1h.views) AS views, sum(visits_1h.clicks) AS clicks, sum(visits_1h.conversions) AS conversions,
    sum(visits_1h.active_ms) AS active_ms, sum(visits_1h.revenue) AS revenue, maxMap(visits_1h.depths) AS depths,
    toUnixTimestamp64Milli(min(started_at)) AS first_at, toUnixTimestamp64Milli(max(ended_at)) AS last_at,
    min(visits_1h.first) AS first, max(visits_1h.last) AS last
  FROM analytics.visits_1h
  WHERE ${AROUND('hour')} AND visit NOT IN (${LONG_VISITS})
  GROUP BY visit
  HAVING min(visits_1h.is_bot) = max(visits_1h.is_bot) AND toDate(min(hour)) = ${DAY}`

/** Visits with rows on the day that are not simple. */
const OTHER_VISITS = `SELECT DISTINCT visit FROM analytics.visits_1h
  WHERE toDate(hour) = ${DAY} AND (visit IN (${LONG_VISITS}) OR visit IN (
    SELECT visit FROM analytics.visits_1h WHERE ${AROUND('hour')} GROUP BY visit HAVING min(is_bot) != max(is_bot)))`

/** Columns of `closed_sums` that add up measures, by name. */
const SUMS = MEASURES.filter((measure) => measure !== 'sessions' && measure !== 'rate_visits')

/** What a visit counts in: everything, and of each dimension the value that it is known by. */
const PAIRS = [
  `('', '')`,
  ...Object.entries(BELONGING).flatMap(([dimension, belonging]) =>
    belonging.to === 'visit' ? [`('${dimension}', toString(${belonging.rolled}))`] : [],
  ),
]

/** Without a page view there is no visit that is known by anything, but its events are events. */
export const VISIT_SUMS: Written = sums(
  SUMS,
  'pair.1 AS dimension, pair.2 AS value, is_bot, first_hour, last_hour',
  SUMS.map((measure) => OF_VISITS[measure]),
  `(${SIMPLE_VISITS}) ARRAY JOIN [${PAIRS.join(', ')}] AS pair WHERE pair.1 = '' OR views > 0`,
)

/** What happened on pages: views, reading in milliseconds, and the deepest point in percent. */
function onPages(by: 'visit' | 'visit, hour, is_bot'): string {
  const who = 'cityHash64(session_id) AS visit, toStartOfHour(created_at) AS hour, is_bot, page_path'
  const when = FROM_THE_DAY('created_at')
  return `SELECT ${by}, page_path, sum(view) AS views, sum(read_ms) AS active_ms, max(reached) AS depth FROM (
      SELECT ${who}, 1 AS view, 0 AS read_ms, toFloat32(0) AS reached FROM analytics.page_views WHERE ${when}
      UNION ALL SELECT ${who}, 0, active_ms, scroll_depth FROM analytics.engagement_events WHERE ${when}
    ) GROUP BY ${by}, page_path`
}

const REACHED = `[${DEPTHS.map((depth) => `countIf(depth >= ${depth})`).join(', ')}]`

/** How many visits saw each page, how often, and how they read it. */
export const PAGE_SUMS: Written = sums(
  ['visits', 'page_views', 'active_ms', 'reached'],
  "'page' AS dimension, page_path AS value, visits.is_bot AS is_bot, visits.first_hour AS first_hour, visits.last_hour AS last_hour",
  ['countIf(views > 0)', 'sum(views)', 'sum(active_ms)', REACHED],
  `(${onPages('visit')}) AS pages
    INNER JOIN (SELECT visit, is_bot, first_hour, last_hour FROM (${SIMPLE_VISITS})) AS visits
    ON visits.visit = pages.visit`,
)

/** Actions count by themselves, whoever took them, in the hour in which they happened. */
function actionSums(
  table: string,
  dimension: string,
  value: string,
  measures: Partial<Record<Measure, string>>,
): Written {
  return sums(
    Object.keys(measures),
    `'${dimension}' AS dimension, ${value} AS value, is_bot, toStartOfHour(created_at) AS first_hour, first_hour AS last_hour`,
    Object.values(measures),
    `analytics.${table} WHERE toDate(created_at) = ${DAY}`,
  )
}

const EARNED = {
  conversions: 'count()',
  revenue: "sumIf(toDecimal128(conversion_events.value, 4), currency = 'GBP')",
}

export const ACTION_SUMS: readonly Written[] = [
  actionSums('click_events', 'element', ELEMENT, { clicks: 'count()' }),
  actionSums('conversion_events', 'event_type', 'toString(event_type)', EARNED),
  actionSums('conversion_events', 'product', 'product_name', EARNED),
]

function sums(columns: readonly string[], key: string, values: readonly string[], from: string): Written {
  return {
    into: `closed_sums (version, day, dimension, value, is_bot, first_hour, last_hour, ${columns.join(', ')})`,
    select: `SELECT {version: UInt64}, ${DAY}, ${key}, ${values.join(', ')} FROM ${from}
      GROUP BY dimension, value, is_bot, first_hour, last_hour`,
  }
}

const PAGES_BY_HOUR = `SELECT visit, hour, is_bot,
    CAST((groupArray(page_path), groupArray((views, active_ms, depth))),
      'Map(String, Tuple(views UInt64, active_ms UInt64, depth Float32))') AS pages
  FROM (${onPages('visit, hour, is_bot')}) GROUP BY visit, hour, is_bot`

/** Rows of visits that sums cannot stand for. */
export const ROWS: Written = {
  into: `closed_visits_1h (version, day, is_simple, first_hour, last_hour, hour, visit, is_bot, started_at, ended_at,
    views, clicks, conversions, active_ms, revenue, depths, first, last, pages)`,
  select: `SELECT {version: UInt64}, ${DAY}, rows.is_simple, rows.first_hour, rows.last_hour, rows.hour, rows.visit,
      rows.is_bot, rows.started_at, rows.ended_at, rows.views, rows.clicks, rows.conversions, rows.active_ms,
      rows.revenue, rows.depths, rows.first, rows.last, pages.pages
    FROM (
      SELECT kept.is_simple AS is_simple, kept.first_hour AS first_hour, kept.last_hour AS last_hour, hour,
        visits_1h.visit AS visit, is_bot, min(visits_1h.started_at) AS started_at, max(visits_1h.ended_at) AS ended_at,
        sum(visits_1h.views) AS views, sum(visits_1h.clicks) AS clicks, sum(visits_1h.conversions) AS conversions,
        sum(visits_1h.active_ms) AS active_ms, sum(visits_1h.revenue) AS revenue, maxMap(visits_1h.depths) AS depths,
        min(visits_1h.first) AS first, max(visits_1h.last) AS last
      FROM analytics.visits_1h
      INNER JOIN (
        SELECT visit, toUInt8(1) AS is_simple, first_hour, last_hour FROM (${SIMPLE_VISITS}) WHERE first_hour != last_hour
        UNION ALL SELECT visit, toUInt8(0), toDateTime(0, 'UTC'), toDateTime(0, 'UTC') FROM (${OTHER_VISITS})
      ) AS kept ON kept.visit = visits_1h.visit
      WHERE ${FROM_THE_DAY('hour')} AND (kept.is_simple = 1 OR toDate(hour) = ${DAY})
      GROUP BY is_simple, first_hour, last_hour, hour, visit, is_bot
    ) AS rows
    LEFT JOIN (${PAGES_BY_HOUR}) AS pages
      ON pages.visit = rows.visit AND pages.hour = rows.hour AND pages.is_bot = rows.is_bot`,
}
