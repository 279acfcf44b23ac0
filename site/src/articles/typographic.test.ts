import { describe, expect, it } from 'vitest'
import { typographic, unbroken } from './typographic.ts'

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
    ['six 330 ml cans', 'six 330\u00a0ml cans'],
  ])('sets %s as %s', (typed, printed) => {
    expect(typographic(typed)).toBe(printed)
  })
})

describe('unbroken', () => {
  it.each([
    ['330 ml', '330\u00a0ml'],
    ['4.5 per cent', '4.5\u00a0per cent'],
    ['£6.5 million and 14 units', '£6.5\u00a0million and 14\u00a0units'],
    ['1,240 pints', '1,240\u00a0pints'],
  ])('keeps %s on one line', (typed, printed) => {
    expect(unbroken(typed)).toBe(printed)
  })

  it('leaves what is no quantity alone', () => {
    expect(unbroken('In 2026 people drank; 40 milestones')).toBe('In 2026 people drank; 40 milestones')
  })
})
