-- `visits_1h` and `page_views_1h` answer all that these two were made for. They took most of an insert's time, and no
-- question reads them. Views first: a view without its table would refuse every insert into the raw one. SYNC, so that
-- a replica's path in Keeper is free at once, should a node that joins be told all of this from the start.

DROP VIEW IF EXISTS analytics.session_facts_views_mv SYNC;
DROP VIEW IF EXISTS analytics.session_facts_clicks_mv SYNC;
DROP VIEW IF EXISTS analytics.session_facts_conversions_mv SYNC;
DROP VIEW IF EXISTS analytics.session_facts_engagement_mv SYNC;
DROP VIEW IF EXISTS analytics.dimensions_1h_mv SYNC;

DROP TABLE IF EXISTS analytics.session_facts SYNC;
DROP TABLE IF EXISTS analytics.dimensions_1h SYNC;
