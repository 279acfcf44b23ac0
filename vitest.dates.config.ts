import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { datedTests } from './scripts/dated-tests.ts'
import { useTestDirectory } from './scripts/test-directory.ts'

useTestDirectory()
const { values, quick, frozenClock, thorough } = datedTests()
const globalSetup = 'collector/test/postgres/shared-server.ts'

/** `npm run test:dates`: the clock of every process starts at TEST_CLOCK. `npm test` runs `values` and `quick`. */
export default defineConfig({
  test: {
    pool: 'forks',
    execArgv: [`--import=${join(import.meta.dirname, 'scripts/test-clock.mjs')}`],
    maxWorkers: Math.max(2, availableParallelism()) + 2,
    isolate: false,
    setupFiles: 'scripts/leaves-nothing.ts',
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    projects: [
      { extends: true, test: { name: 'values', include: values } },
      { extends: true, test: { name: 'quick', include: quick, globalSetup } },
      { extends: true, test: { name: 'frozen-clock', include: frozenClock, globalSetup } },
      { extends: true, test: { name: 'thorough', include: thorough, globalSetup } },
    ],
  },
})
