import { describe, expect, it } from 'vitest'
import { lines } from './form-text.ts'

describe('lines', () => {
  it.each([
    ['a\r\nb\rc', 'a\nb\nc'],
    ['a\u000bb', 'a\nb'],
    ['a\u0001b\u001fc\u007fd', 'a b c d'],
    ['a\tb', 'a\tb'],
    ['a\0b\ud800', 'a\ufffdb\ufffd'],
  ])('reads %j as %j', (pasted, kept) => {
    expect(lines(100).parse(pasted)).toBe(kept)
  })
})
