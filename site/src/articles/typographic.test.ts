import { describe, expect, it } from 'vitest'
import { typographic } from './typographic.ts'

describe('typographic', () => {
  it.each([
    ["a landlady's eighth tap", 'a landlady’s eighth tap'],
    ['the word "journey"', 'the word “journey”'],
    ['"Oh," she said', '“Oh,” she said'],
    ['("quoted")', '(“quoted”)'],
    ["'half' a pint", '‘half’ a pint'],
    ["the summer of '76", 'the summer of ’76'],
    ['"\'Tis"', '“‘Tis”'],
    ['and so on...', 'and so on…'],
    ['5 o’clock', '5 o’clock'],
  ])('sets %s as %s', (typed, printed) => {
    expect(typographic(typed)).toBe(printed)
  })
})
