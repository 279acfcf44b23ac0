import { describe, expect, it } from 'vitest'
import { refusalOf } from './refusal.ts'

const engineError = (code: unknown, message = 'DB::Exception') => Object.assign(new Error(message), { code })

describe('refusalOf', () => {
  it.each([
    ['a text that is no number', '72'],
    ['an unknown field', '117'],
    ['a broken escape', '25'],
    ['a date that is none', '38'],
    ['an id that is none', '376'],
    ['a null', '349'],
    ['a type that does not fit', '53'],
  ])('%s: the rows themselves are refused', (_, code) => {
    expect(refusalOf(engineError(code))).toEqual({ code, error: 'DB::Exception' })
    expect(refusalOf(engineError(Number(code)))).toMatchObject({ code })
  })

  it.each([
    ['memory', '241'],
    ['too many queries', '202'],
    ['a timeout of the engine', '159'],
    ['a missing table', '60'],
    ['a wrong password', '516'],
    ['a table that is read-only', '242'],
    ['a network that broke', 'ECONNRESET'],
    ['a network that is silent', 'ETIMEDOUT'],
    ['nobody there', 'ECONNREFUSED'],
  ])('%s is no refusal: it is retried', (_, code) => {
    expect(refusalOf(engineError(code))).toBeUndefined()
  })

  it('tells the two meanings of 252 apart', () => {
    expect(
      refusalOf(engineError('252', 'Too many partitions for single INSERT block (more than 100)')),
    ).toMatchObject({ code: '252' })
    expect(
      refusalOf(engineError('252', 'Too many parts (3000). Merges are processing slower than inserts')),
    ).toBeUndefined()
  })

  it.each([
    [new Error('Timeout error.')],
    [new Error('')],
    ['a text'],
    [undefined],
    [null],
    [{ code: '117' }],
  ])('takes nothing else for one', (error) => {
    expect(refusalOf(error)).toBeUndefined()
  })
})
