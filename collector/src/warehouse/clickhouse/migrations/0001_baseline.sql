-- The whole schema. Nothing has been released: a change goes in here, and a database that was made otherwise is refused.

-- The five tables events end in. What they have in common:
--
-- event_id      chosen by the sender; the same id is stored once.
-- batch_id      the insert it came with; after a crash its count says whether the insert happened.
-- collector_id  the collector that accepted it, so that each can compare its own log with its own rows.
-- created_at    when it happened, by the sender's clock, held within received_at -7 days .. +5 minutes.
-- received_at   when it arrived, by ours. Partitions follow it, so that one batch touches two months at most.
-- In order of hour and session: what a session's rows have in common lies side by side, and is read at once.
-- CODEC         Delta: both times grow in small steps within a session. NONE: random ids cannot be compressed.
-- Nothing needs a default: every value is in the bytes that are inserted, so that a retry writes the same.
-- LowCardinality where many rows share few values. A client may send a new value with every row: its inserts then
-- cost 40 % more (decision 48). Whole referrers, campaign tags and names of elements, which vary more, are Strings.
-- fsync_*       an insert that is confirmed is on disk.
-- non_replicated_deduplication_window   0 unless set: then a retried insert would count twice.
-- min_free_disk_ratio...                refuse early rather than die full.

CREATE TABLE IF NOT EXISTS analytics.page_views
(
    event_id UUID CODEC(NONE),
    batch_id UUID,
    collector_id LowCardinality(String),
    received_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    created_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    session_id String,
    consent_version LowCardinality(String),
    is_bot UInt8,
    page_path LowCardinality(String),
    page_title LowCardinality(String),
    referrer String,
    referrer_host LowCardinality(String),
    source LowCardinality(String),
    channel LowCardinality(String),
    utm_source String,
    utm_medium String,
    utm_campaign String,
    utm_term String,
    utm_content String,
    user_agent LowCardinality(String),
    browser LowCardinality(String),
    os LowCardinality(String),
    device LowCardinality(String),
    country LowCardinality(String),
    language LowCardinality(String),
    timezone LowCardinality(String),
    screen LowCardinality(String),
    INDEX by_batch batch_id TYPE bloom_filter GRANULARITY 4,
    INDEX by_session session_id TYPE bloom_filter GRANULARITY 4
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(received_at)
ORDER BY (toStartOfHour(created_at), session_id, created_at)
SETTINGS default_compression_codec = 'ZSTD(1)', non_replicated_deduplication_window = 10000,
    fsync_after_insert = 1, fsync_part_directory = 1, min_free_disk_ratio_to_perform_insert = 0.02;

CREATE TABLE IF NOT EXISTS analytics.click_events
(
    event_id UUID CODEC(NONE),
    batch_id UUID,
    collector_id LowCardinality(String),
    received_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    created_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    session_id String,
    consent_version LowCardinality(String),
    is_bot UInt8,
    page_path LowCardinality(String),
    element_type String,
    -- Empty where the element has no id.
    element_id String,
    -- JSON text.
    click_data String,
    browser LowCardinality(String),
    os LowCardinality(String),
    device LowCardinality(String),
    country LowCardinality(String),
    INDEX by_batch batch_id TYPE bloom_filter GRANULARITY 4,
    INDEX by_session session_id TYPE bloom_filter GRANULARITY 4
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(received_at)
ORDER BY (toStartOfHour(created_at), session_id, created_at)
SETTINGS default_compression_codec = 'ZSTD(1)', non_replicated_deduplication_window = 10000,
    fsync_after_insert = 1, fsync_part_directory = 1, min_free_disk_ratio_to_perform_insert = 0.02;

CREATE TABLE IF NOT EXISTS analytics.conversion_events
(
    event_id UUID CODEC(NONE),
    batch_id UUID,
    collector_id LowCardinality(String),
    received_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    created_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    session_id String,
    consent_version LowCardinality(String),
    is_bot UInt8,
    page_path LowCardinality(String),
    event_type LowCardinality(String),
    product_name String,
    -- 0 where the event names no product.
    product_rank UInt16,
    -- In units of the currency; exact, because it is money.
    value Decimal(18, 4),
    currency String,
    -- JSON text.
    conversion_data String,
    browser LowCardinality(String),
    os LowCardinality(String),
    device LowCardinality(String),
    country LowCardinality(String),
    INDEX by_batch batch_id TYPE bloom_filter GRANULARITY 4,
    INDEX by_session session_id TYPE bloom_filter GRANULARITY 4
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(received_at)
ORDER BY (toStartOfHour(created_at), session_id, created_at)
SETTINGS default_compression_codec = 'ZSTD(1)', non_replicated_deduplication_window = 10000,
    fsync_after_insert = 1, fsync_part_directory = 1, min_free_disk_ratio_to_perform_insert = 0.02;

-- One row for a session and test, for ever: the collector looks before it accepts.
CREATE TABLE IF NOT EXISTS analytics.ab_test_assignments
(
    event_id UUID CODEC(NONE),
    batch_id UUID,
    collector_id LowCardinality(String),
    received_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    assigned_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    session_id String,
    consent_version LowCardinality(String),
    is_bot UInt8,
    test_name LowCardinality(String),
    variant LowCardinality(String),
    browser LowCardinality(String),
    os LowCardinality(String),
    device LowCardinality(String),
    country LowCardinality(String),
    INDEX by_batch batch_id TYPE bloom_filter GRANULARITY 4,
    INDEX by_session session_id TYPE bloom_filter GRANULARITY 4
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(received_at)
ORDER BY (toStartOfHour(assigned_at), session_id, assigned_at)
SETTINGS default_compression_codec = 'ZSTD(1)', non_replicated_deduplication_window = 10000,
    fsync_after_insert = 1, fsync_part_directory = 1, min_free_disk_ratio_to_perform_insert = 0.02;

-- Reading, kept apart from conversions so that those figures stay clean. Web vitals, which are sent more than once while they
-- grow: `created_at` is the moment of the page view, and of the reports of one moment the highest value is the load's.
CREATE TABLE IF NOT EXISTS analytics.engagement_events
(
    event_id UUID CODEC(NONE),
    batch_id UUID,
    collector_id LowCardinality(String),
    received_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    created_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    session_id String,
    consent_version LowCardinality(String),
    is_bot UInt8,
    page_path LowCardinality(String),
    -- Milliseconds visible and focused since the report before.
    active_ms UInt32,
    -- Percent of the article, 0 to 100.
    scroll_depth Float32,
    -- Web vitals; NULL where the event has none. `cls` is exact, because its thresholds are decimal.
    lcp_ms Nullable(UInt32),
    inp_ms Nullable(UInt32),
    cls Nullable(Float64),
    browser LowCardinality(String),
    os LowCardinality(String),
    device LowCardinality(String),
    country LowCardinality(String),
    INDEX by_batch batch_id TYPE bloom_filter GRANULARITY 4,
    INDEX by_session session_id TYPE bloom_filter GRANULARITY 4
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(received_at)
ORDER BY (toStartOfHour(created_at), session_id, created_at)
SETTINGS default_compression_codec = 'ZSTD(1)', non_replicated_deduplication_window = 10000,
    fsync_after_insert = 1, fsync_part_directory = 1, min_free_disk_ratio_to_perform_insert = 0.02;

-- Rows of events that were removed, written down before they go.
--
-- reason        erased, expired, or deduplicated: two collectors had stored the event, and this row came later.
-- removal_id    names the removed rows: a session in a batch, a month, an event in a batch. The same rows are written
--               down once more when a removal that a crash cut short is repeated; then fewer of them are left, and the
--               largest number is the true one.

CREATE TABLE IF NOT EXISTS analytics.removed_events
(
    reason LowCardinality(String),
    collector_id LowCardinality(String),
    table LowCardinality(String),
    removal_id UUID,
    rows SimpleAggregateFunction(max, UInt64)
)
ENGINE = AggregatingMergeTree
ORDER BY (reason, collector_id, table, removal_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- What is counted of all readers, whether they accepted or not, by page, country and hour in UTC: how often pages were
-- served, to self-declared bots apart, and consent banners shown and answered. Nothing of who was there is kept and no
-- event stands behind these rows, so no ledger counts them. The numbers add up. Only pages that exist have rows.
CREATE TABLE IF NOT EXISTS analytics.coverage_counts
(
    hour DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)),
    page_path LowCardinality(String),
    -- ISO 3166 alpha-2; empty where it is not known.
    country LowCardinality(String),
    loads UInt64 CODEC(T64, ZSTD(1)),
    bot_loads UInt64 CODEC(T64, ZSTD(1)),
    banners_shown UInt64 CODEC(T64, ZSTD(1)),
    banners_accepted UInt64 CODEC(T64, ZSTD(1)),
    banners_rejected UInt64 CODEC(T64, ZSTD(1))
)
ENGINE = SummingMergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (hour, page_path, country)
SETTINGS non_replicated_deduplication_window = 10000;

-- Figures of other analytics products from before, as they count, by day. They are in no other figure. A partition is an
-- import, which is stored, and deleted, as a whole. Only imports that PostgreSQL lists as stored are read.
--
-- dimension  what `value` is: '' for the whole site ('total'), or a page, source, country or device
CREATE TABLE IF NOT EXISTS analytics.imported_history
(
    import_id UUID,
    provider LowCardinality(String),
    dimension LowCardinality(String),
    day Date,
    value String CODEC(ZSTD(1)),
    page_views Nullable(UInt64) CODEC(ZSTD(1)),
    visits Nullable(UInt64) CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY import_id
ORDER BY (dimension, day, value)
SETTINGS non_replicated_deduplication_window = 100;

-- Sessions that saw a second variant of a test, by the hash of the tab's id, see `warehouse/variant-switches.ts`. Their
-- assignment stays the first one, in `ab_test_assignments`; no event stands behind these rows, so no ledger counts them.
-- The same row may come several times. `session_id` is for inserts only, and is not stored.
CREATE TABLE IF NOT EXISTS analytics.variant_switches
(
    session_id String EPHEMERAL,
    session_hash UInt64 DEFAULT halfMD5(session_id),
    test_name String CODEC(ZSTD(1)),
    variant String CODEC(ZSTD(1)),
    switched_at DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(switched_at)
ORDER BY (test_name, session_hash, variant);

-- What every figure of the dashboard reads: one plain row for each finished session. A session is the events of one tab
-- (`session_id`), a person's or a bot's, parted wherever 30 minutes pass without an event, and after 24 hours at the
-- latest. It belongs as a whole to the moment of its first event. `warehouse/sessions/` makes the rows from the raw
-- tables and keeps them right.
--
-- session_hash     of the tab's id. It stands for a person as the id does; erasure deletes by it.
-- tab_sequence     1 for the tab's first session.
-- split_offset_ms  its beginning less the moment that its 24 hours are counted from: 0 but where a run of events longer
--                  than that was parted.
-- run              the work that wrote the row, see `session_runs`.
-- entry .. screen  of its first page view; see `warehouse/sessions/session-rows.ts` for sessions without one, and for
--                  those that go on in a tab.
-- views ..         what happened, in order: `at` in milliseconds since `started_at`. `pages` has each viewed page once, at
--                  its first view; `readings` each page that was read once, at its first report, with all reading of it
--                  and its deepest point in percent. `value` is in pounds. `conversion_source` is `source` of
--                  `conversion_data`, as where on the site a reader signed up. `vitals` has every report of web vitals at the
--                  moment of its page view: of those of one page and moment the highest values count.
-- LZ4 takes four fifths of what ZSTD takes to read, and LZ4HC no longer than LZ4, for a quarter less disk: rows are written
-- once and read with every figure.
CREATE TABLE IF NOT EXISTS analytics.sessions
(
    session_hash UInt64 CODEC(NONE),
    is_bot UInt8 CODEC(T64, LZ4),
    tab_sequence UInt32 CODEC(T64, LZ4),
    split_offset_ms UInt32 CODEC(T64, LZ4),
    run UInt64 CODEC(T64, LZ4),
    started_at DateTime64(3, 'UTC') CODEC(DoubleDelta, LZ4),
    duration_ms UInt32 CODEC(T64, LZ4),
    ended_at DateTime64(3, 'UTC') ALIAS addMilliseconds(started_at, duration_ms),
    entry LowCardinality(String),
    exit LowCardinality(String),
    channel LowCardinality(String),
    source LowCardinality(String),
    referrer LowCardinality(String),
    utm_source LowCardinality(String),
    utm_medium LowCardinality(String),
    utm_campaign LowCardinality(String),
    utm_term LowCardinality(String),
    utm_content LowCardinality(String),
    country LowCardinality(String),
    language LowCardinality(String),
    device LowCardinality(String),
    browser LowCardinality(String),
    os LowCardinality(String),
    screen LowCardinality(String),
    view_count UInt32 CODEC(T64, LZ4),
    click_count UInt32 CODEC(T64, LZ4),
    engaged_ms UInt64 CODEC(T64, LZ4),
    views Nested(at UInt32, page LowCardinality(String)),
    pages Nested(at UInt32, page LowCardinality(String)),
    clicks Nested(at UInt32, page LowCardinality(String), element_type LowCardinality(String),
        element_id LowCardinality(String)),
    conversions Nested(at UInt32, page LowCardinality(String), event_type LowCardinality(String),
        product LowCardinality(String), product_rank UInt16, value Decimal(18, 4),
        conversion_source LowCardinality(String)),
    readings Nested(at UInt32, page LowCardinality(String), active_ms UInt64, depth Float32),
    vitals Nested(at UInt32, page LowCardinality(String), lcp_ms Nullable(UInt32), inp_ms Nullable(UInt32),
        cls Nullable(Float64)),
    assignments Nested(at UInt32, test LowCardinality(String), variant LowCardinality(String))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(started_at)
ORDER BY (started_at, session_hash)
SETTINGS default_compression_codec = 'LZ4HC(9)', fsync_after_insert = 1, fsync_part_directory = 1;

-- Where all sessions are rebuilt, before the two tables are swapped.
CREATE TABLE IF NOT EXISTS analytics.sessions_rebuilt AS analytics.sessions
ENGINE = MergeTree
PARTITION BY toYYYYMM(started_at)
ORDER BY (started_at, session_hash)
SETTINGS default_compression_codec = 'LZ4HC(9)', fsync_after_insert = 1, fsync_part_directory = 1;

-- Sessions that are not finished yet, and those of tabs in which events arrived late: all sessions of these tabs, built
-- for the queries of a moment. `run` is the snapshot; each has recent sessions only.
CREATE TABLE IF NOT EXISTS analytics.open_sessions AS analytics.sessions
ENGINE = MergeTree
PARTITION BY intDiv(run, 60000000000)
ORDER BY (run, started_at);

-- The tabs whose sessions a run makes. Sessions that ended half an hour before `from_ms` stay as they are.
CREATE TABLE IF NOT EXISTS analytics.run_tabs
(
    run UInt64,
    session_hash UInt64,
    from_ms Int64
)
ENGINE = MergeTree
PARTITION BY intDiv(run, 60000000000)
ORDER BY (run, session_hash);

-- Who wrote sessions, and how far. A run is claimed before its first row and done after its last: sessions that ended
-- half an hour before the latest `horizon` that is done are finished. What a run wrote that is neither claimed nor done
-- is removed. `renewed_at` is by the clock of the collector.
-- state    1 claimed, 2 done, 3 given up.
CREATE TABLE IF NOT EXISTS analytics.session_runs
(
    run UInt64,
    collector_id SimpleAggregateFunction(any, String),
    horizon SimpleAggregateFunction(max, DateTime64(3, 'UTC')),
    renewed_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')),
    state SimpleAggregateFunction(max, UInt8)
)
ENGINE = AggregatingMergeTree
ORDER BY run
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- Tabs in which an event arrived late, by the batch it came with: their sessions may be finished already, and are
-- rebuilt. `first_at` is of the earliest such event. Ten minutes is less than the horizon's distance from now.
CREATE TABLE IF NOT EXISTS analytics.late_sessions
(
    session_hash UInt64,
    batch_id UUID,
    first_at DateTime64(3, 'UTC')
)
ENGINE = MergeTree
ORDER BY (batch_id, session_hash)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.late_views_mv TO analytics.late_sessions AS
SELECT halfMD5(session_id) AS session_hash, batch_id, min(created_at) AS first_at
FROM analytics.page_views WHERE created_at < received_at - toIntervalMinute(10) GROUP BY session_hash, batch_id;

CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.late_clicks_mv TO analytics.late_sessions AS
SELECT halfMD5(session_id) AS session_hash, batch_id, min(created_at) AS first_at
FROM analytics.click_events WHERE created_at < received_at - toIntervalMinute(10) GROUP BY session_hash, batch_id;

CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.late_conversions_mv TO analytics.late_sessions AS
SELECT halfMD5(session_id) AS session_hash, batch_id, min(created_at) AS first_at
FROM analytics.conversion_events WHERE created_at < received_at - toIntervalMinute(10) GROUP BY session_hash, batch_id;

CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.late_engagement_mv TO analytics.late_sessions AS
SELECT halfMD5(session_id) AS session_hash, batch_id, min(created_at) AS first_at
FROM analytics.engagement_events WHERE created_at < received_at - toIntervalMinute(10) GROUP BY session_hash, batch_id;

CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.late_assignments_mv TO analytics.late_sessions AS
SELECT halfMD5(session_id) AS session_hash, batch_id, min(assigned_at) AS first_at
FROM analytics.ab_test_assignments WHERE assigned_at < received_at - toIntervalMinute(10) GROUP BY session_hash, batch_id;
