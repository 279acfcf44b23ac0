import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { problemsOf } from '../testing/problems-of.ts'
import { common, Instant, normalisePath, PagePath } from './common.ts'

describe('event_id', () => {
  it('is lower-cased, so that one id has one spelling', () => {
    expect(common.event_id.parse('0193A5C0-7F3E-7ABC-8DEF-0123456789AB')).toBe(
      '0193a5c0-7f3e-7abc-8def-0123456789ab',
    )
  })

  it.each([
    ['the nil one', '00000000-0000-0000-0000-000000000000'],
    ['one of version 4', 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6'],
    ['one of version 7', '0193a5c0-7f3e-7abc-8def-0123456789ab'],
    ['one of no version', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  ])('takes %s', (_, id) => {
    expect(common.event_id.parse(id)).toBe(id)
  })

  it.each([
    [''],
    ['0193a5c07f3e7abc8def0123456789ab'],
    ['{0193a5c0-7f3e-7abc-8def-0123456789ab}'],
    ['0193a5c0-7f3e-7abc-8def-0123456789ag'],
    ['0193a5c0-7f3e-7abc-8def-0123456789ab '],
    ['0193a5c0-7f3e-7abc-8def-0123456789ab\n'],
    ['0193a5c0-7f3e-7abc-8def-0123456789a'],
    ['１193a5c0-7f3e-7abc-8def-0123456789ab'],
    [7],
    [null],
  ])('refuses %j', (id) => {
    expect(problemsOf(z.object(common).pick({ event_id: true }), { event_id: id })).toEqual(['event_id'])
  })
})

describe('PagePath', () => {
  it.each([
    ['/'],
    ['/articles/pine-beer'],
    ['/a?b=c#d'],
    ['//'],
    ['/caf%C3%A9'],
    ['/café'],
    [`/${'a'.repeat(1_999)}`],
  ])('takes %s', (path) => {
    expect(PagePath.parse(path)).toBe(path)
  })

  it.each([
    ['nothing', ''],
    ['an address', 'https://halfmeasure.test/'],
    ['a script', 'javascript:alert(1)'],
    ['a path that begins elsewhere', ' /'],
    ['a second line that begins right', 'a\n/'],
    ['2,001 characters', `/${'a'.repeat(2_000)}`],
  ])('refuses %s', (_, path) => {
    expect(problemsOf(PagePath, path)).toEqual([''])
  })

  it('replaces lone surrogates and NULs', () => {
    expect(PagePath.parse('/a\uDFFF\0')).toBe('/a\uFFFD\uFFFD')
  })
})

describe('normalisePath', () => {
  it.each([
    ['/', '/'],
    ['/stories', '/stories'],
    ['/stories/', '/stories'],
    ['/articles/pine-beer?utm_source=friday', '/articles/pine-beer'],
    ['/articles/pine-beer/?a=/b/', '/articles/pine-beer'],
    ['/articles/pine-beer#notes', '/articles/pine-beer'],
    ['/articles/pine-beer?a#b?c', '/articles/pine-beer'],
    ['/?ref=x', '/'],
    ['/#top', '/'],
    ['//', '/'],
    ['//elsewhere.test/x', '/elsewhere.test/x'],
    ['///a///b///', '/a/b'],
    ['/a?\nb', '/a'],
    ['/\n/', '/\n'],
    ['/caf%C3%A9', '/caf%C3%A9'],
    ['/Stories', '/Stories'],
    ['/..', '/..'],
  ])('%j is %j', (given, expected) => {
    expect(normalisePath(given)).toBe(expected)
  })

  it('begins with one slash, ends with none, and is the same the second time', () => {
    const path = fc
      .array(fc.constantFrom('/', 'a', '?', '#', '\n', '%2F', '🍺'))
      .map((parts) => `/${parts.join('')}`)
    fc.assert(
      fc.property(path, (given) => {
        const once = normalisePath(given)
        expect(once).toMatch(/^\/$|^\/[^/?#]+(\/[^/?#]+)*$/)
        expect(normalisePath(once)).toBe(once)
      }),
    )
  })
})

describe('Instant', () => {
  it.each([
    ['2026-11-20T10:00:00.000Z', Date.UTC(2026, 10, 20, 10)],
    ['2026-11-20T10:00:00Z', Date.UTC(2026, 10, 20, 10)],
    ['2026-11-20T10:00Z', Date.UTC(2026, 10, 20, 10)],
    ['2026-11-20T10:00:00.5Z', Date.UTC(2026, 10, 20, 10, 0, 0, 500)],
    ['2026-11-20T10:00:00.123999999Z', Date.UTC(2026, 10, 20, 10, 0, 0, 123)],
    ['2026-11-20T10:00:00+01:00', Date.UTC(2026, 10, 20, 9)],
    ['2026-11-20T10:00:00-0530', Date.UTC(2026, 10, 20, 15, 30)],
    ['1970-01-01T00:00:00Z', 0],
  ])('%s', (given, expected) => {
    expect(Instant.parse(given)).toBe(expected)
  })

  it('takes years far away: the pipeline holds them near its own clock', () => {
    expect(Instant.parse('-000001-01-01T00:00:00Z')).toBeLessThan(Date.UTC(0))
    expect(Instant.parse('+275760-09-13T00:00:00Z')).toBe(8_640_000_000_000_000)
  })

  it.each([
    ['no zone', '2026-11-20T10:00:00'],
    ['no time', '2026-11-20'],
    ['a blank for the T', '2026-11-20 10:00:00Z'],
    ['the English of Date', 'Fri, 20 Nov 2026 10:00:00 GMT'],
    ['a month that is none', '2026-13-01T00:00:00Z'],
    ['an hour that is none', '2026-11-20T25:00:00Z'],
    ['a zone that is none', '2026-11-20T10:00:00+99:99'],
    ['a year that Date cannot hold', '+275760-09-14T00:00:00Z'],
    ['a year of five digits without a sign', '12026-11-20T10:00:00Z'],
    ['the year -0', '-000000-01-01T00:00:00Z'],
    ['milliseconds', '1763632800000'],
    ['something after it', '2026-11-20T10:00:00Z; DROP TABLE page_views'],
    ['a line end after it', '2026-11-20T10:00:00Z\n'],
    ['nothing', ''],
    ['41 characters', `2026-11-20T10:00:00.000Z${' '.repeat(17)}`],
  ])('refuses %s', (_, given) => {
    expect(problemsOf(Instant, given)).toEqual([''])
  })

  it.each([[1_763_632_800_000], [null], [undefined], [{}]])('refuses %s, which is no string', (given) => {
    expect(problemsOf(Instant, given)).toEqual([''])
  })
})
