import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { DATELESS, QUICK, STILL, THOROUGH, VALUES } from './scripts/dated-tests.ts'

const globalSetup = 'collector/test/postgres/shared-server.ts'

/** `npm run test:dates`: the clock of every process starts at TEST_CLOCK. `npm test` runs `values` and `quick`. */
export default defineConfig({
  test: {
    pool: 'forks',
    execArgv: [`--import=${join(import.meta.dirname, 'scripts/test-clock.mjs')}`],
    maxWorkers: Math.max(2, availableParallelism()) + 2,
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    projects: [
      { extends: true, test: { name: 'values', include: VALUES, isolate: false } },
      { extends: true, test: { name: 'quick', include: QUICK, globalSetup } },
      {
        extends: true,
        test: { name: 'still', include: STILL, exclude: [...VALUES, ...QUICK, ...DATELESS], globalSetup },
      },
      {
        extends: true,
        test: {
          name: 'thorough',
          include: THOROUGH,
          exclude: [...VALUES, ...QUICK, ...STILL, ...DATELESS],
          globalSetup,
        },
      },
    ],
  },
})
