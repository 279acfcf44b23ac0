import { describe, expect, it } from 'vitest'
import { classifyError } from './classify-error.ts'

const engineError = (code: unknown, message = 'DB::Exception') => Object.assign(new Error(message), { code })

describe('classifyError', () => {
  it.each([
    ['a text that is no number', '72'],
    ['an unknown field', '117'],
    ['a broken escape', '25'],
    ['a date that is none', '38'],
    ['an id that is none', '376'],
    ['a null', '349'],
    ['a type that does not fit', '53'],
  ])('%s is poison: the rows themselves are refused', (_, code) => {
    expect(classifyError(engineError(code))).toBe('poison')
    expect(classifyError(engineError(Number(code)))).toBe('poison')
  })

  it.each([
    ['memory', '241'],
    ['too many queries', '202'],
    ['a timeout of the engine', '159'],
    ['a table that is away', '60'],
    ['a wrong password', '516'],
    ['a table that is read-only', '242'],
    ['a network that broke', 'ECONNRESET'],
    ['a network that is silent', 'ETIMEDOUT'],
    ['nobody there', 'ECONNREFUSED'],
  ])('%s is unknown: the same again', (_, code) => {
    expect(classifyError(engineError(code))).toBe('unknown')
  })

  it('tells the two meanings of 252 apart', () => {
    expect(
      classifyError(engineError('252', 'Too many partitions for single INSERT block (more than 100)')),
    ).toBe('poison')
    expect(
      classifyError(engineError('252', 'Too many parts (3000). Merges are processing slower than inserts')),
    ).toBe('unknown')
  })

  it.each([
    [new Error('Timeout error.')],
    [new Error('')],
    ['a text'],
    [undefined],
    [null],
    [{ code: '117' }],
  ])('takes anything else for unknown', (error) => {
    expect(classifyError(error)).toBe('unknown')
  })
})
