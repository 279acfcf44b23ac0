-- How long the books of a collector may stay unwritten before the others take it for gone: each says it of itself, so
-- that collectors with different settings, and those of the version before, agree on every one of them.
ALTER TABLE analytics.collector_books ADD COLUMN IF NOT EXISTS silent_ms UInt32 DEFAULT 30000;
