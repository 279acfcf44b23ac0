-- What each visit did in each hour: what the questions about visits read instead of raw rows.
--
-- visit         a hash of the session's id: numbers are grouped several times faster than texts. It stands for a
--               person as the id does; erasure deletes by it.
-- hour          UTC. By the hour and not by the day, because days begin at other hours elsewhere, and in summer.
-- first, last   of the page views: the earliest, with all that a visit is known by, and the latest. Ids break ties.
--               Rows of other events have a first view in the far future, and so no say.
-- depths        the deepest point of each page, by the hash of its path, in percent.
-- revenue       pounds.
-- Sorted by day and visit, so that a share of the visits can be read without the others: small granules, because a day
-- of a small magazine would fill one of the usual size.

CREATE TABLE IF NOT EXISTS analytics.visits_1h
(
    hour DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)),
    visit UInt64 CODEC(ZSTD(1)),
    is_bot UInt8,
    started_at SimpleAggregateFunction(min, DateTime64(3, 'UTC')) CODEC(ZSTD(1)),
    ended_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) CODEC(ZSTD(1)),
    views SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
    clicks SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
    conversions SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
    active_ms SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
    revenue SimpleAggregateFunction(sum, Decimal(38, 4)) CODEC(ZSTD(1)),
    depths SimpleAggregateFunction(maxMap, Map(UInt64, Float32)) CODEC(ZSTD(1)),
    first SimpleAggregateFunction(min, Tuple(at DateTime64(3, 'UTC'), id UUID, page String, channel String,
        source String, referrer String, utm_source String, utm_medium String, utm_campaign String, utm_term String,
        utm_content String, country String, language String, device String, browser String, os String,
        screen String)) CODEC(ZSTD(1)),
    last SimpleAggregateFunction(max, Tuple(at DateTime64(3, 'UTC'), id UUID, page String)) CODEC(ZSTD(1))
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (is_bot, toDate(hour), visit, hour)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1,
    index_granularity = 1024;

CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.visits_1h_views_mv TO analytics.visits_1h AS
SELECT
    toStartOfHour(created_at) AS hour,
    cityHash64(session_id) AS visit,
    is_bot,
    min(created_at) AS started_at,
    max(created_at) AS ended_at,
    count() AS views,
    min((created_at, event_id, page_path, toString(channel), source, referrer_host, utm_source, utm_medium,
        utm_campaign, utm_term, utm_content, toString(country), language, toString(device), toString(browser),
        toString(os), screen)) AS first,
    max((created_at, event_id, page_path)) AS last
FROM analytics.page_views
GROUP BY hour, visit, is_bot;

CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.visits_1h_clicks_mv TO analytics.visits_1h AS
SELECT
    toStartOfHour(created_at) AS hour,
    cityHash64(session_id) AS visit,
    is_bot,
    min(created_at) AS started_at,
    max(created_at) AS ended_at,
    count() AS clicks,
    (toDateTime64('2299-12-31 00:00:00.000', 3, 'UTC'), toUUID('00000000-0000-0000-0000-000000000000'), '', '', '', '',
        '', '', '', '', '', '', '', '', '', '', '') AS first
FROM analytics.click_events
GROUP BY hour, visit, is_bot;

CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.visits_1h_conversions_mv TO analytics.visits_1h AS
SELECT
    toStartOfHour(created_at) AS hour,
    cityHash64(session_id) AS visit,
    is_bot,
    min(created_at) AS started_at,
    max(created_at) AS ended_at,
    count() AS conversions,
    sum(if(currency = 'GBP', value, 0)) AS revenue,
    (toDateTime64('2299-12-31 00:00:00.000', 3, 'UTC'), toUUID('00000000-0000-0000-0000-000000000000'), '', '', '', '',
        '', '', '', '', '', '', '', '', '', '', '') AS first
FROM analytics.conversion_events
GROUP BY hour, visit, is_bot;

CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.visits_1h_engagement_mv TO analytics.visits_1h AS
SELECT
    toStartOfHour(created_at) AS hour,
    cityHash64(session_id) AS visit,
    is_bot,
    min(created_at) AS started_at,
    max(created_at) AS ended_at,
    sum(engagement_events.active_ms) AS active_ms,
    maxMap(map(cityHash64(page_path), scroll_depth)) AS depths,
    (toDateTime64('2299-12-31 00:00:00.000', 3, 'UTC'), toUUID('00000000-0000-0000-0000-000000000000'), '', '', '', '',
        '', '', '', '', '', '', '', '', '', '', '') AS first
FROM analytics.engagement_events
GROUP BY hour, visit, is_bot;

-- Rows from before this migration, one by one: merges add them up. From the start if it was cut short.

TRUNCATE TABLE analytics.visits_1h;

INSERT INTO analytics.visits_1h (hour, visit, is_bot, started_at, ended_at, views, first, last)
SELECT toStartOfHour(created_at), cityHash64(session_id), is_bot, created_at, created_at, 1,
    (created_at, event_id, page_path, toString(channel), source, referrer_host, utm_source, utm_medium, utm_campaign,
        utm_term, utm_content, toString(country), language, toString(device), toString(browser), toString(os), screen),
    (created_at, event_id, page_path)
FROM analytics.page_views
SETTINGS insert_deduplicate = 0;

INSERT INTO analytics.visits_1h (hour, visit, is_bot, started_at, ended_at, clicks, first)
SELECT toStartOfHour(created_at), cityHash64(session_id), is_bot, created_at, created_at, 1,
    (toDateTime64('2299-12-31 00:00:00.000', 3, 'UTC'), toUUID('00000000-0000-0000-0000-000000000000'), '', '', '', '',
        '', '', '', '', '', '', '', '', '', '', '')
FROM analytics.click_events
SETTINGS insert_deduplicate = 0;

INSERT INTO analytics.visits_1h (hour, visit, is_bot, started_at, ended_at, conversions, revenue, first)
SELECT toStartOfHour(created_at), cityHash64(session_id), is_bot, created_at, created_at, 1,
    if(currency = 'GBP', value, 0),
    (toDateTime64('2299-12-31 00:00:00.000', 3, 'UTC'), toUUID('00000000-0000-0000-0000-000000000000'), '', '', '', '',
        '', '', '', '', '', '', '', '', '', '', '')
FROM analytics.conversion_events
SETTINGS insert_deduplicate = 0;

INSERT INTO analytics.visits_1h (hour, visit, is_bot, started_at, ended_at, active_ms, depths, first)
SELECT toStartOfHour(created_at), cityHash64(session_id), is_bot, created_at, created_at, active_ms,
    map(cityHash64(page_path), scroll_depth),
    (toDateTime64('2299-12-31 00:00:00.000', 3, 'UTC'), toUUID('00000000-0000-0000-0000-000000000000'), '', '', '', '',
        '', '', '', '', '', '', '', '', '', '', '')
FROM analytics.engagement_events
SETTINGS insert_deduplicate = 0;
