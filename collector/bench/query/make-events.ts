import type { ClickHouseClient } from '@clickhouse/client'

/** Average events of a session, given the shares below. */
const EVENTS_PER_SESSION = 6.2
const SESSIONS_PER_INSERT = 100_000

export interface Made {
  readonly from: number
  readonly to: number
}

/**
 * Makes events of a number of days inside the database, inserted in order of time, so that views and parts form as in
 * production. The same numbers give the same figures.
 *
 * @param to the end, milliseconds since 1970.
 */
export async function makeEvents(
  client: ClickHouseClient,
  { events, days, to }: { events: number; days: number; to: number },
  progress: (share: number) => void,
): Promise<Made> {
  const sessions = Math.round(events / EVENTS_PER_SESSION)
  const from = to - days * 24 * 3_600_000
  for (let first = 0; first < sessions; first += SESSIONS_PER_INSERT) {
    const last = Math.min(first + SESSIONS_PER_INSERT, sessions)
    for (const insert of insertsOf(sessionsOf(first, last, sessions, from, to), to))
      await client.command({
        query: `${insert} SETTINGS max_partitions_per_insert_block = 0, insert_deduplicate = 0, max_threads = 2`,
      })
    progress(last / sessions)
  }
  return { from, to }
}

/** One row for each session: who, when, where from, how many views. Unevenly spread, as in life. */
function sessionsOf(first: number, last: number, sessions: number, from: number, to: number): string {
  const uneven = (salt: number, of: number, power: number) =>
    `toUInt32(${of} * pow((cityHash64(number, ${salt}) % 1000003) / 1000003, ${power}))`
  return `SELECT number AS session, cityHash64(number) AS hash,
      toInt64(${from} + number * ${(to - from) / sessions}) AS start_ms,
      concat('session_', toString(start_ms), '_', lower(hex(hash))) AS session_id,
      1 + ${uneven(1, 8, 2.2)} AS views,
      cityHash64(number, 2) % 50 = 0 AS bot,
      ['search', 'social', 'direct', 'newsletter', 'referral', 'ai_assistant', 'paid'][1 + ${uneven(3, 7, 1.6)}] AS channel,
      concat('source ', toString(${uneven(4, 60, 2.5)})) AS source,
      ['', '', '', concat('campaign ', toString(${uneven(5, 12, 2)}))][1 + cityHash64(number, 6) % 4] AS campaign,
      ['GB', 'US', 'DE', 'FR', 'IE', 'NL', 'AU', 'CA', 'ES', 'IT'][1 + ${uneven(7, 10, 3)}] AS country,
      ['phone', 'desktop', 'tablet'][1 + ${uneven(8, 3, 2)}] AS device,
      ['Chrome', 'Safari', 'Firefox', 'Edge', 'Samsung Internet'][1 + ${uneven(9, 5, 2)}] AS browser,
      ['Android', 'iOS', 'Windows', 'macOS', 'Linux'][1 + ${uneven(10, 5, 1.5)}] AS os
    FROM numbers(${first}, ${last - first})`
}

/** @param to nothing has happened yet at this moment or later. */
function insertsOf(sessions: string, to: number): string[] {
  const common = `generateUUIDv4() AS event_id, toUUID('00000000-0000-4000-8000-000000000001') AS batch_id,
    fromUnixTimestamp64Milli(at_ms, 'UTC') AS received_at, session_id, '2026-11' AS consent_version, toUInt8(bot) AS is_bot,
    browser, os, device, country`
  const event = "fromUnixTimestamp64Milli(at_ms, 'UTC')"
  const page = (salt: string) =>
    `concat('/articles/article-', toString(toUInt32(40 * pow((cityHash64(session, ${salt}) % 1000003) / 1000003, 2.5))))`
  const each = (count: string) => `FROM (${sessions}) ARRAY JOIN range(${count}) AS n WHERE at_ms < ${to}`
  return [
    `INSERT INTO analytics.page_views (event_id, batch_id, received_at, session_id, consent_version, is_bot, browser, os,
        device, country, created_at, page_path, page_title, referrer, referrer_host, source, channel, utm_source,
        utm_medium, utm_campaign, utm_term, utm_content, user_agent, language, timezone, screen)
      SELECT ${common}, ${event}, ${page('100 + n')}, 'A title of some length', if(n = 0, 'https://news.example/x', 'https://halfmeasure.test/'),
        if(n = 0, concat('host', toString(hash % 40), '.example'), 'halfmeasure.test'), if(n = 0, source, ''), if(n = 0, channel, 'internal'),
        '', '', if(n = 0, campaign, ''), '', '', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)',
        ['en-GB', 'en-US', 'de', 'fr'][1 + hash % 4], 'Europe/London', ['390x844', '1440x900', '1920x1080'][1 + hash % 3]
      FROM (SELECT *, n, start_ms + n * 45000 AS at_ms ${each('views')})`,
    `INSERT INTO analytics.click_events (event_id, batch_id, received_at, session_id, consent_version, is_bot, browser, os,
        device, country, created_at, page_path, element_type, element_id, click_data)
      SELECT ${common}, ${event}, ${page('100')}, 'button', concat('element-', toString(cityHash64(session, n) % 30)), '{}'
      FROM (SELECT *, n, start_ms + 5000 + n * 7000 AS at_ms ${each('hash % 10 < 4 ? 1 + hash % 3 : 0')})`,
    `INSERT INTO analytics.conversion_events (event_id, batch_id, received_at, session_id, consent_version, is_bot, browser,
        os, device, country, created_at, page_path, event_type, product_name, product_rank, value, currency, conversion_data)
      SELECT ${common}, ${event}, ${page('100')}, ['newsletter_signup', 'affiliate_click', 'review_view'][1 + hash % 3],
        concat('product ', toString(hash % 6)), 1, 2.5, 'GBP', '{}'
      FROM (SELECT *, n, start_ms + 20000 AS at_ms ${each('hash % 7 = 0 ? 1 : 0')})`,
    `INSERT INTO analytics.engagement_events (event_id, batch_id, received_at, session_id, consent_version, is_bot, browser,
        os, device, country, created_at, page_path, active_ms, scroll_depth)
      SELECT ${common}, ${event}, ${page('100 + n')}, 2000 + cityHash64(session, n, 5) % 40000, 25 * (1 + cityHash64(session, n, 6) % 4)
      FROM (SELECT *, n, start_ms + n * 45000 + 30000 AS at_ms ${each('least(views, 3)')})`,
    `INSERT INTO analytics.ab_test_assignments (event_id, batch_id, received_at, session_id, consent_version, is_bot, browser,
        os, device, country, assigned_at, test_name, variant)
      SELECT ${common}, ${event}, 'review_page_layout', ['default', 'compact', 'detailed'][1 + hash % 3]
      FROM (SELECT *, n, start_ms + 100 AS at_ms ${each('hash % 9 = 0 ? 1 : 0')})`,
  ]
}
