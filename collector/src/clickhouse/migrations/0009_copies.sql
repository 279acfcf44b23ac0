-- Rows that a collector has taken out of the tables because another one had stored the same events before: they were
-- accepted twice, and are duplicates since (decision 20).
ALTER TABLE analytics.collector_books ADD COLUMN IF NOT EXISTS late_duplicates UInt64 DEFAULT 0;
