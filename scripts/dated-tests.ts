/** The tests that depend on dates, for `vitest.dates.config.ts`: globs relative to the root of the repository. */

/** No database, and nothing left behind by a file: one process runs them all. */
export const VALUES = [
  '{shared,site,dashboard}/src/**/*.test.{ts,tsx}',
  'site/scripts/build/*.test.ts',
  'collector/src/{ingest,operations}/**/*.test.ts',
  'collector/src/analytics/{,engine/}*.test.ts',
  'collector/src/**/{access-tokens,measure-alert,report-week,signing-keys,totp}.test.ts',
]

/** One of each kind on its database, for `npm test`: reports, retention, figures by day. */
export const QUICK = [
  'collector/src/**/report-routes.test.ts',
  'collector/test/faults/retention.test.ts',
  'collector/test/reports/journeys.test.ts',
]

/** The rest. Oracles of fixed dates, kills and processes that know no date are left out. */
export const THOROUGH = [
  'collector/{seed,src}/**/*.test.ts',
  'collector/test/{collect-to-stats,event-to-tables,monitoring,operations,seed,statistics-api,stats-parameters}.test.ts',
  'collector/test/{findings,same-figures,sessions,stats-engine}/*.test.ts',
]

/** Of THOROUGH, those on fixed dates or a clock that stands still: one date far from theirs shows that they read no other. */
export const STILL = [
  'collector/seed/{seeded-random,traffic}.test.ts',
  'collector/src/{analytics,config,database,events}/**/*.test.ts',
  'collector/src/audience/!(personal-data).test.ts',
  'collector/src/audience/{contact,issues,newsletter}/!(letters).test.ts',
  'collector/src/identity/{,passkeys/,second-factors/}*.test.ts',
  'collector/src/workspace/!(saved-views).test.ts',
  'collector/test/{monitoring,seed}.test.ts',
  'collector/test/reports/!(reports-over-http).test.ts',
  'collector/test/sessions/!(forged-times).test.ts',
]

export const DATELESS = [
  'collector/src/analytics/experiments/simulation.test.ts',
  'collector/src/email/mailer.test.ts',
  'collector/src/warehouse/engine/*.test.ts',
  'collector/test/sessions/crashes.test.ts',
  'collector/test/stats-engine/results.test.ts',
]
