import { defineConfig } from 'vitest/config'

/** `npm run test:containers`: what production runs on, in containers. */
export default defineConfig({
  test: {
    pool: 'forks',
    // They share one ClickHouse, which has one database of ours.
    fileParallelism: false,
    globalSetup: 'collector/test/containers/start-stores.ts',
    include: [
      'collector/test/containers/*.test.ts',
      'collector/test/collect-to-stats.test.ts',
      'collector/test/event-to-tables.test.ts',
      'collector/test/seed.test.ts',
      'collector/test/stats-parameters.test.ts',
      'collector/test/postgres/*.test.ts',
      'collector/src/{analytics/sharing,audience,database,email,identity,workspace}/**/*.test.ts',
      'collector/src/{analytics,ingest,reconciliation}/**/*-{refusals,routes}.test.ts',
      'collector/src/operations/health.test.ts',
      'collector/src/unstorable-input.test.ts',
    ],
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
