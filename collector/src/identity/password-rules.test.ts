import { demoAdmin } from '@half-measure/shared/publication.ts'
import { describe, expect, it } from 'vitest'
import { weaknessesOf } from './password-rules.ts'

const email = 'ada.lovell@b.test'

describe('weaknessesOf', () => {
  it.each([
    ['xk4-vq9', ['length']],
    ['🍺🍺🍺🍺🍺🍺🍺', ['length', 'pwned']],
    ['hunter2', ['length', 'pwned']],
    ['password', ['pwned']],
    ['Password123!', ['pwned']],
    ['SUMMER2026', ['pwned']],
    ['1qaz2wsx', ['pwned']],
    ['zzzzzzzzzz', ['pwned']],
    ['abcabcabc', ['pwned']],
    ['48201937', ['pwned']],
    ['half-measure', ['pwned']],
    ['correcthorsebatterystaple', ['pwned']],
    ['ada.lovell@b.test', ['pwned']],
  ])('%s is weak by %j', async (password, reasons) => {
    expect(await weaknessesOf(password, email)).toEqual(reasons)
  })

  it.each(['malt floor at dawn', 'xk4-vuq9', 'ünbekannte wörter', demoAdmin.password])(
    'accepts %s',
    async (password) => {
      expect(await weaknessesOf(password, email)).toEqual([])
    },
  )
})
