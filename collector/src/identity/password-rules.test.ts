import { demoAdmin } from '@half-measure/shared/publication.ts'
import { describe, expect, it } from 'vitest'
import { weaknessesOf } from './password-rules.ts'

describe('weaknessesOf', () => {
  it.each([
    ['short', ['length']],
    ['🍺🍺🍺🍺🍺🍺🍺', ['length', 'pwned']],
    ['hunter2', ['length', 'pwned']],
    ['password', ['pwned']],
    ['Password123!', ['pwned']],
    ['SUMMER2026', ['pwned']],
    ['1qaz2wsx', ['pwned']],
    ['zzzzzzzzzz', ['pwned']],
    ['abcabcabc', ['pwned']],
  ])('%s is weak by %j', (password, reasons) => {
    expect(weaknessesOf(password)).toEqual(reasons)
  })

  it.each(['malt floor at dawn', 'xk4-vuq9', '48201937', 'ünbekannte wörter', demoAdmin.password])(
    'asks nothing else of %s',
    (password) => {
      expect(weaknessesOf(password)).toEqual([])
    },
  )
})
