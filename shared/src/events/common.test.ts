import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { problemsOf } from '../testing/problems-of.ts'
import { common, PagePath } from './common.ts'

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
