-- Rollups: what the usual questions read instead of raw rows. Each is filled by a view on every insert, in the
-- same breath as the raw table, and can be rebuilt from raw at any time (`npm run rebuild`).
--
-- hour          UTC. Zones whose offset is not whole hours are answered from raw rows.
-- sessions      a state of uniqCombined64: about half a percent off beyond some ten thousand, exact below. It
--               holds hashes, not ids.
-- Each target has its own deduplication window: without it a retried insert would count twice here, though the
-- raw table stays right.

CREATE TABLE IF NOT EXISTS analytics.page_views_1h
(
    hour DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)),
    page_path String CODEC(ZSTD(1)),
    is_bot UInt8,
    views SimpleAggregateFunction(sum, UInt64),
    sessions AggregateFunction(uniqCombined64, String)
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (is_bot, hour, page_path)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.page_views_1h_mv TO analytics.page_views_1h AS
SELECT
    toStartOfHour(created_at) AS hour,
    page_path,
    is_bot,
    count() AS views,
    uniqCombined64State(session_id) AS sessions
FROM analytics.page_views
GROUP BY hour, page_path, is_bot;

-- One row for an hour, a dimension and a value of it. The empty value is kept: it is the share without one.
CREATE TABLE IF NOT EXISTS analytics.dimensions_1h
(
    hour DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)),
    dimension LowCardinality(String),
    value String CODEC(ZSTD(1)),
    is_bot UInt8,
    views SimpleAggregateFunction(sum, UInt64),
    sessions AggregateFunction(uniqCombined64, String)
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (dimension, is_bot, hour, value)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.dimensions_1h_mv TO analytics.dimensions_1h AS
SELECT
    toStartOfHour(created_at) AS hour,
    pair.1 AS dimension,
    pair.2 AS value,
    is_bot,
    count() AS views,
    uniqCombined64State(session_id) AS sessions
FROM analytics.page_views
ARRAY JOIN [
    ('channel', toString(channel)), ('source', source), ('referrer', referrer_host),
    ('utm_source', utm_source), ('utm_medium', utm_medium), ('utm_campaign', utm_campaign),
    ('utm_term', utm_term), ('utm_content', utm_content),
    ('country', toString(country)), ('language', language), ('device', toString(device)),
    ('browser', toString(browser)), ('os', toString(os)), ('screen', screen)
] AS pair
GROUP BY hour, dimension, value, is_bot;

-- A visit, one row for each UTC day it touches; a question groups by session_id once more. Views, visits, bounces,
-- durations and entry pages come from here without a raw row. Keyed by the session id, which is a person's: erasure
-- deletes these rows by it.
CREATE TABLE IF NOT EXISTS analytics.session_facts
(
    day Date,
    session_id String CODEC(ZSTD(1)),
    is_bot SimpleAggregateFunction(max, UInt8),
    started_at SimpleAggregateFunction(min, DateTime64(3, 'UTC')),
    ended_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')),
    views SimpleAggregateFunction(sum, UInt64),
    clicks SimpleAggregateFunction(sum, UInt64),
    conversions SimpleAggregateFunction(sum, UInt64),
    active_ms SimpleAggregateFunction(sum, UInt64),
    -- By the earliest and the latest view; the event id breaks ties, so that every rebuild says the same.
    entry_page AggregateFunction(argMin, String, Tuple(DateTime64(3, 'UTC'), UUID)),
    exit_page AggregateFunction(argMax, String, Tuple(DateTime64(3, 'UTC'), UUID)),
    source AggregateFunction(argMin, String, Tuple(DateTime64(3, 'UTC'), UUID)),
    channel AggregateFunction(argMin, String, Tuple(DateTime64(3, 'UTC'), UUID)),
    campaign AggregateFunction(argMin, String, Tuple(DateTime64(3, 'UTC'), UUID)),
    -- One browser makes a session, so any of its rows will do.
    country SimpleAggregateFunction(any, LowCardinality(String)),
    device SimpleAggregateFunction(any, LowCardinality(String)),
    browser SimpleAggregateFunction(any, LowCardinality(String)),
    os SimpleAggregateFunction(any, LowCardinality(String))
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(day)
ORDER BY (day, session_id)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.session_facts_views_mv TO analytics.session_facts AS
SELECT
    toDate(created_at) AS day,
    session_id,
    max(is_bot) AS is_bot,
    min(created_at) AS started_at,
    max(created_at) AS ended_at,
    count() AS views,
    argMinState(page_path, (created_at, event_id)) AS entry_page,
    argMaxState(page_path, (created_at, event_id)) AS exit_page,
    argMinState(source, (created_at, event_id)) AS source,
    argMinState(toString(channel), (created_at, event_id)) AS channel,
    argMinState(utm_campaign, (created_at, event_id)) AS campaign,
    any(page_views.country) AS country,
    any(page_views.device) AS device,
    any(page_views.browser) AS browser,
    any(page_views.os) AS os
FROM analytics.page_views
GROUP BY day, session_id;

CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.session_facts_clicks_mv TO analytics.session_facts AS
SELECT
    toDate(created_at) AS day,
    session_id,
    max(is_bot) AS is_bot,
    min(created_at) AS started_at,
    max(created_at) AS ended_at,
    count() AS clicks,
    any(click_events.country) AS country,
    any(click_events.device) AS device,
    any(click_events.browser) AS browser,
    any(click_events.os) AS os
FROM analytics.click_events
GROUP BY day, session_id;

CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.session_facts_conversions_mv TO analytics.session_facts AS
SELECT
    toDate(created_at) AS day,
    session_id,
    max(is_bot) AS is_bot,
    min(created_at) AS started_at,
    max(created_at) AS ended_at,
    count() AS conversions,
    any(conversion_events.country) AS country,
    any(conversion_events.device) AS device,
    any(conversion_events.browser) AS browser,
    any(conversion_events.os) AS os
FROM analytics.conversion_events
GROUP BY day, session_id;

CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.session_facts_engagement_mv TO analytics.session_facts AS
SELECT
    toDate(created_at) AS day,
    session_id,
    max(is_bot) AS is_bot,
    min(created_at) AS started_at,
    max(created_at) AS ended_at,
    sum(engagement_events.active_ms) AS active_ms,
    any(engagement_events.country) AS country,
    any(engagement_events.device) AS device,
    any(engagement_events.browser) AS browser,
    any(engagement_events.os) AS os
FROM analytics.engagement_events
GROUP BY day, session_id;
