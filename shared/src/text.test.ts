import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { problemsOf } from './testing/problems-of.ts'
import { lines, text, wellFormed } from './text.ts'

describe('text', () => {
  it('takes as many characters as it says, and not one more', () => {
    for (const value of ['', 'beer', '🍺🍺🍺🍺', '\uD800\uD800\uD800\uD800']) {
      expect(problemsOf(text(4), value)).toEqual([])
    }
    for (const value of ['beers', '🍺🍺🍺🍺.', '\uD800\uD800\uD800\uD800\uD800']) {
      expect(problemsOf(text(4), value)).toEqual([''])
    }
  })

  it('takes nothing but strings', () => {
    for (const value of [1, null, undefined, true, ['a'], { toString: 'a' }]) {
      expect(problemsOf(text(4), value)).toEqual([''])
    }
  })

  it('replaces what a database would refuse', () => {
    expect(text(8).parse('a\uD800b\0c')).toBe('a\uFFFDb\uFFFDc')
  })
})

describe('wellFormed', () => {
  it.each([
    ['a high surrogate alone', 'a\uD83Cb', 'a\uFFFDb'],
    ['a low surrogate alone', '\uDF7A!', '\uFFFD!'],
    ['a pair the wrong way round', '\uDF7A\uD83C', '\uFFFD\uFFFD'],
    ['a high surrogate at the end', 'half \uD83C', 'half \uFFFD'],
    ['NULs', '\0a\0', '\uFFFDa\uFFFD'],
    ['a whole pair', '🍺', '🍺'],
    ['other control characters', 'a\u0001\n\u007F', 'a\u0001\n\u007F'],
  ])('%s', (_, given, expected) => {
    expect(wellFormed(given)).toBe(expected)
  })

  it('keeps the length, and changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '\0', '\uD83C', '\uDF7A', '€')), (units) => {
        const given = units.join('')
        const clean = wellFormed(given)
        expect(clean).toHaveLength(given.length)
        expect(clean.isWellFormed()).toBe(true)
        expect(clean).not.toContain('\0')
        expect(wellFormed(clean)).toBe(clean)
      }),
    )
  })
})

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
