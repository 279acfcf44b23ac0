-- What the collectors that write to this ClickHouse tell each other (decision 20). With the embedded engine there is one
-- collector, and nothing is written here.

-- The books of each: its part of the account, a row for each time it wrote them; the newest counts.
--
-- version      counts a collector's own rows.
-- written_at   by the server's clock, which is everybody's: how old a row is can be told without trusting two.
-- state        `writing`, or `stopped`: then nothing of it changes until it is back.
-- auditing     the audit that it is about to make, or makes: the others stop writing until the next row says no more so.
-- paused_for   the audit that it does not write for. Zeros where there is none.
CREATE TABLE IF NOT EXISTS analytics.collector_books
(
    collector UUID,
    version UInt64,
    written_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC'),
    state LowCardinality(String),
    auditing UUID,
    paused_for UUID,
    received UInt64,
    accepted UInt64,
    duplicates UInt64,
    rejected Map(String, UInt64),
    pending UInt64,
    dead_letters UInt64,
    erased UInt64,
    expired UInt64
)
ENGINE = ReplacingMergeTree(version)
ORDER BY collector;

-- Promises to forget a session. A row with the session's id is the promise of the collector that was asked, and goes when
-- it is kept. A row without one says that a collector has nothing of the session in its log, its segments and its dead
-- letters any more, and takes nothing; these rows stay, so that a collector that was away hears of it.
--
-- session_hash  SHA-256 of the id, in hexadecimal.
CREATE TABLE IF NOT EXISTS analytics.erasure_promises
(
    session_hash String,
    collector UUID,
    session_id String,
    written_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC')
)
ENGINE = ReplacingMergeTree
ORDER BY (session_hash, collector, session_id);
