/** What views fill from the raw rows, by the hour. */
export const ROLLUPS = ['page_views_1h', 'visits_1h'] as const
export type Rollup = (typeof ROLLUPS)[number]

/** Raw rows that count: a condition on them, and its parameters. */
export interface RawFilter {
  readonly sql: string
  readonly params: Readonly<Record<string, unknown>>
}
export const ALL_ROWS: RawFilter = { sql: '1', params: {} }

/**
 * What a rollup has to say, written out once more from the raw rows: a second opinion beside the views. Both sides are
 * digests by the hour; equal digests, equal figures.
 */
export interface RollupComparison {
  readonly rollup: Rollup
  /** What the finding of the audit is called. */
  readonly finding: string
  /** SELECTs of `at` (start of the hour, seconds since 1970) and `digest`. */
  readonly rolled: (during: string) => string
  readonly raw: (during: string, filter: RawFilter) => string
}

const pageViews: RollupComparison = {
  rollup: 'page_views_1h',
  finding: 'page_views_1h: every hour and page',
  rolled: (during) =>
    digest(
      'page_path, is_bot, views, sessions',
      `SELECT toUnixTimestamp(hour) AS at, page_path, is_bot, sum(views) AS views,
      uniqCombined64Merge(sessions) AS sessions
    FROM analytics.page_views_1h WHERE ${during} GROUP BY at, page_path, is_bot`,
    ),
  raw: (during, { sql }) =>
    digest(
      'page_path, is_bot, views, sessions',
      `SELECT toUnixTimestamp(toStartOfHour(created_at)) AS at, page_path, is_bot, count() AS views,
      uniqCombined64(session_id) AS sessions
    FROM analytics.page_views WHERE ${during} AND ${sql} GROUP BY at, page_path, is_bot`,
    ),
}

const VISIT = `visit, is_bot, started, ended, views, clicks, conversions, active, revenue, toString(depths), first, last`

/** Values of a first or last view, or nothing where there was none. */
const VIEW = `if(views = 0, '', toString(first)) AS first, if(views = 0, '', toString(last)) AS last`

const visits: RollupComparison = {
  rollup: 'visits_1h',
  finding: 'visits_1h: every visit and hour',
  rolled: (during) =>
    digest(
      VISIT,
      `SELECT * REPLACE (${VIEW}) FROM (
        SELECT toUnixTimestamp(hour) AS at, visit, is_bot, min(started_at) AS started, max(ended_at) AS ended,
          sum(visits_1h.views) AS views, sum(visits_1h.clicks) AS clicks, sum(visits_1h.conversions) AS conversions,
          sum(active_ms) AS active, sum(visits_1h.revenue) AS revenue, maxMap(visits_1h.depths) AS depths,
          min(visits_1h.first) AS first, max(visits_1h.last) AS last
        FROM analytics.visits_1h WHERE ${during} GROUP BY at, visit, is_bot)`,
    ),
  raw: (during, { sql }) => {
    const happened = (
      table: string,
      kind: string,
      { ms = '0', value = '0', depths = NO_DEPTHS, view = NO_VIEW },
    ) =>
      `SELECT created_at AS moment, session_id, is_bot, '${kind}' AS kind, toUInt64(${ms}) AS ms,
        toDecimal128(${value}, 4) AS pounds, ${depths} AS depth, ${view}
      FROM analytics.${table} WHERE ${during} AND ${sql}`
    return digest(
      VISIT,
      `SELECT * REPLACE (${VIEW}) FROM (
        SELECT toUnixTimestamp(toStartOfHour(moment)) AS at, cityHash64(session_id) AS visit, is_bot,
          min(moment) AS started, max(moment) AS ended, countIf(kind = 'view') AS views,
          countIf(kind = 'click') AS clicks, countIf(kind = 'conversion') AS conversions, sum(ms) AS active,
          sum(pounds) AS revenue, maxMap(depth) AS depths, minIf(early, kind = 'view') AS first,
          maxIf(late, kind = 'view') AS last
        FROM (
          ${happened('page_views', 'view', { view: A_VIEW })}
          UNION ALL ${happened('click_events', 'click', {})}
          UNION ALL ${happened('conversion_events', 'conversion', { value: "if(currency = 'GBP', value, 0)" })}
          UNION ALL ${happened('engagement_events', 'engagement', {
            ms: 'active_ms',
            depths: 'map(cityHash64(page_path), scroll_depth)',
          })}
        ) GROUP BY at, visit, is_bot)`,
    )
  },
}

const NO_DEPTHS = "CAST(map(), 'Map(UInt64, Float32)')"
const A_VIEW = `(created_at, event_id, page_path, toString(channel), source, referrer_host, utm_source, utm_medium,
        utm_campaign, utm_term, utm_content, toString(country), language, toString(device), toString(browser),
        toString(os), screen) AS early, (created_at, event_id, page_path) AS late`
const NO_VIEW = `(created_at, event_id, '', '', '', '', '', '', '', '', '', '', '', '', '', '', '') AS early,
        (created_at, event_id, '') AS late`

export const ROLLUP_COMPARISONS: readonly RollupComparison[] = [pageViews, visits]

function digest(columns: string, rows: string): string {
  return `SELECT at, sum(cityHash64(${columns})) AS digest FROM (${rows}) GROUP BY at`
}
