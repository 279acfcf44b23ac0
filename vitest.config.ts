import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // One process a file: the embedded engine has one data directory a process.
    pool: 'forks',
    // Files of all projects beside each other, two even on two cores: each waits for other processes a good part of
    // its time. Vitest alone would leave one core to the rest of the machine.
    maxWorkers: Math.max(2, availableParallelism()),
    // Machines are shared and noisy. What is awaited usually comes at once; what never comes still fails.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{shared,site,dashboard,scripts}/**/*.test.{ts,tsx}', 'collector/src/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        // Real engines; slower, and each file has one of its own.
        test: {
          name: 'integration',
          include: ['collector/test/**/*.test.ts', 'infra/**/*.test.ts'],
          // `npm run test:containers`.
          exclude: ['collector/test/containers/**'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        // A real browser against the real stack.
        test: {
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          globalSetup: 'e2e/harness/build-first.ts',
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
