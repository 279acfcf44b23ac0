-- Days that are over, added up once: what the questions about many visits read instead of a row for each.
--
-- A visit is `simple` if everything it did lies within half a day of the moment that its id names, and if all of it
-- counts as a person's or all of it as a bot's. A simple visit belongs to the day of its first hour, and may end on the
-- next. Whatever is not simple keeps its rows.
--
-- closed_days       which version of a day's rows holds, and the moment before which everything that had arrived is in
--                   it. Rows are written under a new version before it is named here, so a reader sees all or nothing.
-- closed_sums       of simple visits: sums by dimension and value, first hour and last hour; dimension '' is all of
--                   them. Both hours, because a range may begin or end within any hour of the day. Of the dimension
--                   `page` only visits and views of the page are told, how long it was read, and how many visits
--                   reached 25, 50, 75 and 100 percent of it.
-- closed_visits_1h  rows of visits_1h: of simple visits that touch several hours, since a series cuts them, and of all
--                   that are not simple. `pages` has views, milliseconds of reading and the deepest point by page.
-- late_arrivals     days to which something was added when they were over. `visit` is 0, or the hash of one that is not
--                   simple because it lasts too long. By the month of arrival, because days in ids can be anything.

CREATE TABLE IF NOT EXISTS analytics.closed_days
(
    day Date,
    version UInt64,
    complete_until DateTime64(3, 'UTC'),
    closed_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(version)
PARTITION BY toYYYYMM(day)
ORDER BY day
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS analytics.closed_sums
(
    version UInt64 CODEC(ZSTD(1)),
    day Date CODEC(ZSTD(1)),
    dimension LowCardinality(String) CODEC(ZSTD(1)),
    value String CODEC(ZSTD(1)),
    is_bot UInt8 CODEC(ZSTD(1)),
    first_hour DateTime('UTC') CODEC(ZSTD(1)),
    last_hour DateTime('UTC') CODEC(ZSTD(1)),
    visits UInt64 CODEC(ZSTD(1)),
    page_views UInt64 CODEC(ZSTD(1)),
    duration_ms UInt64 CODEC(ZSTD(1)),
    bounces UInt64 CODEC(ZSTD(1)),
    active_ms UInt64 CODEC(ZSTD(1)),
    depth_sum Float64 CODEC(ZSTD(1)),
    depths UInt64 CODEC(ZSTD(1)),
    clicks UInt64 CODEC(ZSTD(1)),
    conversions UInt64 CODEC(ZSTD(1)),
    revenue Decimal(38, 4) CODEC(ZSTD(1)),
    converted UInt64 CODEC(ZSTD(1)),
    reached Array(UInt64) CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(day)
ORDER BY (dimension, is_bot, day, first_hour, last_hour, value)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, index_granularity = 2048;

CREATE TABLE IF NOT EXISTS analytics.closed_visits_1h
(
    version UInt64 CODEC(ZSTD(1)),
    day Date CODEC(ZSTD(1)),
    is_simple UInt8 CODEC(ZSTD(1)),
    first_hour DateTime('UTC') CODEC(ZSTD(1)),
    last_hour DateTime('UTC') CODEC(ZSTD(1)),
    hour DateTime('UTC') CODEC(ZSTD(1)),
    visit UInt64 CODEC(ZSTD(1)),
    is_bot UInt8 CODEC(ZSTD(1)),
    started_at DateTime64(3, 'UTC') CODEC(ZSTD(1)),
    ended_at DateTime64(3, 'UTC') CODEC(ZSTD(1)),
    views UInt64 CODEC(ZSTD(1)),
    clicks UInt64 CODEC(ZSTD(1)),
    conversions UInt64 CODEC(ZSTD(1)),
    active_ms UInt64 CODEC(ZSTD(1)),
    revenue Decimal(38, 4) CODEC(ZSTD(1)),
    depths Map(UInt64, Float32) CODEC(ZSTD(1)),
    first Tuple(at DateTime64(3, 'UTC'), id UUID, page String, channel String, source String, referrer String,
        utm_source String, utm_medium String, utm_campaign String, utm_term String, utm_content String, country String,
        language String, device String, browser String, os String, screen String) CODEC(ZSTD(1)),
    last Tuple(at DateTime64(3, 'UTC'), id UUID, page String) CODEC(ZSTD(1)),
    pages Map(String, Tuple(views UInt64, active_ms UInt64, depth Float32)) CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(day)
ORDER BY (is_simple, is_bot, day, hour, visit)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, index_granularity = 1024;

CREATE TABLE IF NOT EXISTS analytics.late_arrivals
(
    day Date,
    visit UInt64,
    arrived_at SimpleAggregateFunction(max, DateTime64(3, 'UTC'))
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(arrived_at)
ORDER BY (day, visit)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.late_arrivals_views_mv TO analytics.late_arrivals AS
SELECT mark.1 AS day, mark.2 AS visit, now64(3, 'UTC') AS arrived_at
FROM
(
    SELECT arrayJoin(arrayFilter(mark -> mark.3, [
        (toDate(created_at), toUInt64(0), is_over),
        (toDate(created_at) - 1, toUInt64(0), is_over),
        (toDate(created_at), cityHash64(session_id), is_long),
        (toDate(named_at - 43200), toUInt64(0), is_long),
        (toDate(named_at + 43200), toUInt64(0), is_long)])) AS mark
    FROM
    (
        SELECT created_at, session_id,
            toDateTime(least(intDiv(toUInt64OrZero(splitByChar('_', session_id)[2]), 1000), 4000000000), 'UTC') AS named_at,
            toDate(created_at) < toDate(now('UTC')) AS is_over,
            abs(toUnixTimestamp(toDateTime(created_at, 'UTC')) - toUnixTimestamp(named_at)) >= 43200 AS is_long
        FROM analytics.page_views
    )
    WHERE is_over OR is_long
)
GROUP BY day, visit;

CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.late_arrivals_clicks_mv TO analytics.late_arrivals AS
SELECT mark.1 AS day, mark.2 AS visit, now64(3, 'UTC') AS arrived_at
FROM
(
    SELECT arrayJoin(arrayFilter(mark -> mark.3, [
        (toDate(created_at), toUInt64(0), is_over),
        (toDate(created_at) - 1, toUInt64(0), is_over),
        (toDate(created_at), cityHash64(session_id), is_long),
        (toDate(named_at - 43200), toUInt64(0), is_long),
        (toDate(named_at + 43200), toUInt64(0), is_long)])) AS mark
    FROM
    (
        SELECT created_at, session_id,
            toDateTime(least(intDiv(toUInt64OrZero(splitByChar('_', session_id)[2]), 1000), 4000000000), 'UTC') AS named_at,
            toDate(created_at) < toDate(now('UTC')) AS is_over,
            abs(toUnixTimestamp(toDateTime(created_at, 'UTC')) - toUnixTimestamp(named_at)) >= 43200 AS is_long
        FROM analytics.click_events
    )
    WHERE is_over OR is_long
)
GROUP BY day, visit;

CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.late_arrivals_conversions_mv TO analytics.late_arrivals AS
SELECT mark.1 AS day, mark.2 AS visit, now64(3, 'UTC') AS arrived_at
FROM
(
    SELECT arrayJoin(arrayFilter(mark -> mark.3, [
        (toDate(created_at), toUInt64(0), is_over),
        (toDate(created_at) - 1, toUInt64(0), is_over),
        (toDate(created_at), cityHash64(session_id), is_long),
        (toDate(named_at - 43200), toUInt64(0), is_long),
        (toDate(named_at + 43200), toUInt64(0), is_long)])) AS mark
    FROM
    (
        SELECT created_at, session_id,
            toDateTime(least(intDiv(toUInt64OrZero(splitByChar('_', session_id)[2]), 1000), 4000000000), 'UTC') AS named_at,
            toDate(created_at) < toDate(now('UTC')) AS is_over,
            abs(toUnixTimestamp(toDateTime(created_at, 'UTC')) - toUnixTimestamp(named_at)) >= 43200 AS is_long
        FROM analytics.conversion_events
    )
    WHERE is_over OR is_long
)
GROUP BY day, visit;

CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.late_arrivals_engagement_mv TO analytics.late_arrivals AS
SELECT mark.1 AS day, mark.2 AS visit, now64(3, 'UTC') AS arrived_at
FROM
(
    SELECT arrayJoin(arrayFilter(mark -> mark.3, [
        (toDate(created_at), toUInt64(0), is_over),
        (toDate(created_at) - 1, toUInt64(0), is_over),
        (toDate(created_at), cityHash64(session_id), is_long),
        (toDate(named_at - 43200), toUInt64(0), is_long),
        (toDate(named_at + 43200), toUInt64(0), is_long)])) AS mark
    FROM
    (
        SELECT created_at, session_id,
            toDateTime(least(intDiv(toUInt64OrZero(splitByChar('_', session_id)[2]), 1000), 4000000000), 'UTC') AS named_at,
            toDate(created_at) < toDate(now('UTC')) AS is_over,
            abs(toUnixTimestamp(toDateTime(created_at, 'UTC')) - toUnixTimestamp(named_at)) >= 43200 AS is_long
        FROM analytics.engagement_events
    )
    WHERE is_over OR is_long
)
GROUP BY day, visit;

-- What is there already.

INSERT INTO analytics.late_arrivals
SELECT mark.1 AS day, mark.2 AS visit, now64(3, 'UTC') AS arrived_at
FROM
(
    SELECT arrayJoin(arrayFilter(mark -> mark.3, [
        (toDate(created_at), toUInt64(0), is_over),
        (toDate(created_at) - 1, toUInt64(0), is_over),
        (toDate(created_at), cityHash64(session_id), is_long),
        (toDate(named_at - 43200), toUInt64(0), is_long),
        (toDate(named_at + 43200), toUInt64(0), is_long)])) AS mark
    FROM
    (
        SELECT created_at, session_id,
            toDateTime(least(intDiv(toUInt64OrZero(splitByChar('_', session_id)[2]), 1000), 4000000000), 'UTC') AS named_at,
            toDate(created_at) < toDate(now('UTC')) AS is_over,
            abs(toUnixTimestamp(toDateTime(created_at, 'UTC')) - toUnixTimestamp(named_at)) >= 43200 AS is_long
        FROM analytics.page_views
    )
    WHERE is_over OR is_long
)
GROUP BY day, visit;

INSERT INTO analytics.late_arrivals
SELECT mark.1 AS day, mark.2 AS visit, now64(3, 'UTC') AS arrived_at
FROM
(
    SELECT arrayJoin(arrayFilter(mark -> mark.3, [
        (toDate(created_at), toUInt64(0), is_over),
        (toDate(created_at) - 1, toUInt64(0), is_over),
        (toDate(created_at), cityHash64(session_id), is_long),
        (toDate(named_at - 43200), toUInt64(0), is_long),
        (toDate(named_at + 43200), toUInt64(0), is_long)])) AS mark
    FROM
    (
        SELECT created_at, session_id,
            toDateTime(least(intDiv(toUInt64OrZero(splitByChar('_', session_id)[2]), 1000), 4000000000), 'UTC') AS named_at,
            toDate(created_at) < toDate(now('UTC')) AS is_over,
            abs(toUnixTimestamp(toDateTime(created_at, 'UTC')) - toUnixTimestamp(named_at)) >= 43200 AS is_long
        FROM analytics.click_events
    )
    WHERE is_over OR is_long
)
GROUP BY day, visit;

INSERT INTO analytics.late_arrivals
SELECT mark.1 AS day, mark.2 AS visit, now64(3, 'UTC') AS arrived_at
FROM
(
    SELECT arrayJoin(arrayFilter(mark -> mark.3, [
        (toDate(created_at), toUInt64(0), is_over),
        (toDate(created_at) - 1, toUInt64(0), is_over),
        (toDate(created_at), cityHash64(session_id), is_long),
        (toDate(named_at - 43200), toUInt64(0), is_long),
        (toDate(named_at + 43200), toUInt64(0), is_long)])) AS mark
    FROM
    (
        SELECT created_at, session_id,
            toDateTime(least(intDiv(toUInt64OrZero(splitByChar('_', session_id)[2]), 1000), 4000000000), 'UTC') AS named_at,
            toDate(created_at) < toDate(now('UTC')) AS is_over,
            abs(toUnixTimestamp(toDateTime(created_at, 'UTC')) - toUnixTimestamp(named_at)) >= 43200 AS is_long
        FROM analytics.conversion_events
    )
    WHERE is_over OR is_long
)
GROUP BY day, visit;

INSERT INTO analytics.late_arrivals
SELECT mark.1 AS day, mark.2 AS visit, now64(3, 'UTC') AS arrived_at
FROM
(
    SELECT arrayJoin(arrayFilter(mark -> mark.3, [
        (toDate(created_at), toUInt64(0), is_over),
        (toDate(created_at) - 1, toUInt64(0), is_over),
        (toDate(created_at), cityHash64(session_id), is_long),
        (toDate(named_at - 43200), toUInt64(0), is_long),
        (toDate(named_at + 43200), toUInt64(0), is_long)])) AS mark
    FROM
    (
        SELECT created_at, session_id,
            toDateTime(least(intDiv(toUInt64OrZero(splitByChar('_', session_id)[2]), 1000), 4000000000), 'UTC') AS named_at,
            toDate(created_at) < toDate(now('UTC')) AS is_over,
            abs(toUnixTimestamp(toDateTime(created_at, 'UTC')) - toUnixTimestamp(named_at)) >= 43200 AS is_long
        FROM analytics.engagement_events
    )
    WHERE is_over OR is_long
)
GROUP BY day, visit;
