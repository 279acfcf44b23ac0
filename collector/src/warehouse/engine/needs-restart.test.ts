import { describe, expect, it } from 'vitest'
import { watchForRestart } from './needs-restart.ts'

const DAMAGED = new Error("Code: 246. DB::Exception: Empty marks file 'data.cmrk4': 0. (CORRUPTED_DATA)")
const FATAL = new Error('The engine is shutting down due to a fatal error')

describe('an engine needs a restart', () => {
  it.each([
    ['after damage that a full disk left', [new Error('Code: 243. (NOT_ENOUGH_SPACE)'), DAMAGED], true],
    [
      'and after a write that found no space',
      [new Error('errno: 28, No space left on device'), DAMAGED],
      true,
    ],
    ['not for damage of another origin, which a start does not mend', [DAMAGED, DAMAGED], false],
    ['not for a full disk alone', [DAMAGED, new Error('Code: 243. (NOT_ENOUGH_SPACE)')], false],
    ['after a fatal error', [FATAL], true],
  ])('%s', (_, errors, expected) => {
    expect(errors.map(watchForRestart()).at(-1)).toBe(expected)
  })
})
