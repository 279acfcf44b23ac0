import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // One process a file: the embedded engine has one data directory a process.
    pool: 'forks',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{shared,site,dashboard,scripts}/**/*.test.{ts,tsx}', 'collector/src/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          // Machines are shared and noisy; a test that hangs still ends.
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
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        // A real browser against the real stack. One at a time: they share the machine's two cores with a browser.
        test: {
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
