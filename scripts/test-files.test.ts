import { describe, expect, it } from 'vitest'
import { readTestFiles } from './test-files.ts'

describe('the files of tests', () => {
  const files = new Map(readTestFiles().map((file) => [file.path, file]))

  it.each([
    [
      'shared/src/domain/assign-variant.test.ts',
      { heavy: false, mocks: false, isValue: true, readsClock: false },
    ],
    [
      'collector/src/platform/http/guards.test.ts',
      { heavy: false, mocks: false, isValue: true, readsClock: false },
    ],
    // Through what it imports.
    [
      'collector/src/spool/spool-append.test.ts',
      { heavy: false, mocks: false, isValue: true, readsClock: true },
    ],
    ['site/src/dates/relative-date.test.ts', { heavy: false, mocks: false, isValue: true, readsClock: true }],
    [
      'collector/src/identity/sessions.test.ts',
      { heavy: true, mocks: false, isValue: false, readsClock: true },
    ],
    [
      'collector/src/warehouse/loader/loader-retries.test.ts',
      { heavy: false, mocks: true, isValue: false, readsClock: true },
    ],
    ['e2e/consent.test.ts', { heavy: true, mocks: false, isValue: false, readsClock: true }],
  ])('%s', (path, expected) => {
    expect(files.get(path)).toEqual({ path, ...expected })
  })
})
