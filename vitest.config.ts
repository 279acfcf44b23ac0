import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { useTestDirectory } from './scripts/test-directory.ts'
import { readTestFiles } from './scripts/test-files.ts'

// Collectors and engines are started by the hundred: each would strip the types of every file again.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/node')
useTestDirectory()

/** Vitest alone would leave one core of two to the rest of the machine. */
const cores = Math.max(2, availableParallelism())

const UNIT = ['{shared,site,dashboard,scripts}/**/*.test.{ts,tsx}', 'collector/{src,bench,seed}/**/*.test.ts']
const NEVER = ['**/node_modules/**', '**/dist/**']
const files = readTestFiles()
const pathsOf = (wanted: (typeof files)[number][]) => wanted.map(({ path }) => path)
const mocking = pathsOf(files.filter(({ mocks }) => mocks))
const values = pathsOf(files.filter(({ isValue }) => isValue))

export default defineConfig({
  test: {
    // More files than there are cores: they wait for processes, disks and timers half of their time.
    maxWorkers: cores + 2,
    // A process and its modules serve file after file; `leaves-nothing.ts` sees to it that none disturbs the next.
    isolate: false,
    setupFiles: 'scripts/leaves-nothing.ts',
    // Machines are shared and noisy. What is awaited usually comes at once; what never comes still fails.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    projects: [
      { extends: true, test: { name: 'values', include: values } },
      {
        extends: true,
        test: {
          name: 'unit',
          include: UNIT,
          exclude: [...NEVER, ...values, ...mocking],
          globalSetup: 'collector/test/postgres/shared-server.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'mocking',
          isolate: true,
          include: mocking,
          globalSetup: 'collector/test/postgres/shared-server.ts',
        },
      },
      {
        extends: true,
        // Real engines; slower, and each file has one of its own.
        test: {
          name: 'integration',
          include: ['collector/test/**/*.test.ts', 'infra/**/*.test.ts'],
          // `npm run test:containers`.
          exclude: ['collector/test/containers/**', ...mocking],
          globalSetup: 'collector/test/postgres/shared-server.ts',
        },
      },
      {
        extends: true,
        // A real browser against the real stack, which keep a core busy; so these are not mixed with the others.
        test: {
          name: 'browser',
          maxWorkers: cores,
          sequence: { groupOrder: 1 },
          include: ['e2e/**/*.test.ts'],
          globalSetup: 'e2e/harness/build-first.ts',
        },
      },
    ],
  },
})
