-- The five tables events end in. What they have in common:
--
-- event_id      chosen by the sender; the same id is stored once.
-- batch_id      the insert it came with; after a crash its count says whether the insert happened.
-- created_at    when it happened, by the sender's clock, held within received_at -7 days .. +5 minutes.
-- received_at   when it arrived, by ours. Partitions follow it, so that one batch touches two months at most.
-- Nothing has a default: every value is in the bytes that are inserted, so that a retry writes the same.
-- LowCardinality only where the list of values is closed or ours; what a client can choose is a String.
-- fsync_*       an insert that is confirmed is on disk.
-- non_replicated_deduplication_window   0 unless set: then a retried insert would count twice.
-- min_free_disk_ratio...                refuse early rather than die full.

CREATE TABLE IF NOT EXISTS analytics.page_views
(
    event_id UUID,
    batch_id UUID CODEC(ZSTD(1)),
    received_at DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
    created_at DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
    session_id String CODEC(ZSTD(1)),
    consent_version LowCardinality(String),
    is_bot UInt8,
    page_path String CODEC(ZSTD(1)),
    page_title String CODEC(ZSTD(1)),
    referrer String CODEC(ZSTD(1)),
    referrer_host String CODEC(ZSTD(1)),
    source String CODEC(ZSTD(1)),
    channel LowCardinality(String),
    utm_source String CODEC(ZSTD(1)),
    utm_medium String CODEC(ZSTD(1)),
    utm_campaign String CODEC(ZSTD(1)),
    utm_term String CODEC(ZSTD(1)),
    utm_content String CODEC(ZSTD(1)),
    user_agent String CODEC(ZSTD(1)),
    browser LowCardinality(String),
    os LowCardinality(String),
    device LowCardinality(String),
    country LowCardinality(String),
    language String CODEC(ZSTD(1)),
    timezone String CODEC(ZSTD(1)),
    screen String CODEC(ZSTD(1)),
    INDEX by_batch batch_id TYPE bloom_filter GRANULARITY 4,
    INDEX by_session session_id TYPE bloom_filter GRANULARITY 4
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(received_at)
ORDER BY (toDate(created_at), page_path, session_id, event_id)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1,
    ttl_only_drop_parts = 1, min_free_disk_ratio_to_perform_insert = 0.02;

CREATE TABLE IF NOT EXISTS analytics.click_events
(
    event_id UUID,
    batch_id UUID CODEC(ZSTD(1)),
    received_at DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
    created_at DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
    session_id String CODEC(ZSTD(1)),
    consent_version LowCardinality(String),
    is_bot UInt8,
    page_path String CODEC(ZSTD(1)),
    element_type String CODEC(ZSTD(1)),
    -- Empty where the element has no id.
    element_id String CODEC(ZSTD(1)),
    -- JSON text.
    click_data String CODEC(ZSTD(1)),
    browser LowCardinality(String),
    os LowCardinality(String),
    device LowCardinality(String),
    country LowCardinality(String),
    INDEX by_batch batch_id TYPE bloom_filter GRANULARITY 4,
    INDEX by_session session_id TYPE bloom_filter GRANULARITY 4
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(received_at)
ORDER BY (toDate(created_at), element_type, element_id, session_id, event_id)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1,
    ttl_only_drop_parts = 1, min_free_disk_ratio_to_perform_insert = 0.02;

CREATE TABLE IF NOT EXISTS analytics.conversion_events
(
    event_id UUID,
    batch_id UUID CODEC(ZSTD(1)),
    received_at DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
    created_at DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
    session_id String CODEC(ZSTD(1)),
    consent_version LowCardinality(String),
    is_bot UInt8,
    page_path String CODEC(ZSTD(1)),
    event_type LowCardinality(String),
    product_name String CODEC(ZSTD(1)),
    -- 0 where the event names no product.
    product_rank UInt16,
    -- In units of the currency; exact, because it is money.
    value Decimal(18, 4),
    currency String CODEC(ZSTD(1)),
    -- JSON text.
    conversion_data String CODEC(ZSTD(1)),
    browser LowCardinality(String),
    os LowCardinality(String),
    device LowCardinality(String),
    country LowCardinality(String),
    INDEX by_batch batch_id TYPE bloom_filter GRANULARITY 4,
    INDEX by_session session_id TYPE bloom_filter GRANULARITY 4
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(received_at)
ORDER BY (toDate(created_at), event_type, session_id, event_id)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1,
    ttl_only_drop_parts = 1, min_free_disk_ratio_to_perform_insert = 0.02;

-- One row for a session and test, for ever: the collector looks before it accepts.
CREATE TABLE IF NOT EXISTS analytics.ab_test_assignments
(
    event_id UUID,
    batch_id UUID CODEC(ZSTD(1)),
    received_at DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
    assigned_at DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
    session_id String CODEC(ZSTD(1)),
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
ORDER BY (test_name, toDate(assigned_at), session_id)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1,
    ttl_only_drop_parts = 1, min_free_disk_ratio_to_perform_insert = 0.02;

-- Reading, kept apart from conversions so that those figures stay clean.
CREATE TABLE IF NOT EXISTS analytics.engagement_events
(
    event_id UUID,
    batch_id UUID CODEC(ZSTD(1)),
    received_at DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
    created_at DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
    session_id String CODEC(ZSTD(1)),
    consent_version LowCardinality(String),
    is_bot UInt8,
    page_path String CODEC(ZSTD(1)),
    -- Milliseconds visible and focused since the report before.
    active_ms UInt32,
    -- Percent of the article, 0 to 100.
    scroll_depth Float32,
    browser LowCardinality(String),
    os LowCardinality(String),
    device LowCardinality(String),
    country LowCardinality(String),
    INDEX by_batch batch_id TYPE bloom_filter GRANULARITY 4,
    INDEX by_session session_id TYPE bloom_filter GRANULARITY 4
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(received_at)
ORDER BY (toDate(created_at), page_path, session_id, event_id)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1,
    ttl_only_drop_parts = 1, min_free_disk_ratio_to_perform_insert = 0.02;
