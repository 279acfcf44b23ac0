import { describe, expect, it } from 'vitest'
import { problemsOf } from '../testing/problems-of.ts'
import { JsonObject } from './json-data.ts'

const parse = (json: string) => JsonObject.parse(JSON.parse(json))

/** `{"a":{"a":…1}}`, that many objects deep. */
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1]))

describe('JsonObject', () => {
  it('takes an object of any JSON values as it is', () => {
    const given = '{"text":"a","number":1.5,"list":[1,"b",null,{"deep":true}],"empty":{}}'
    expect(JSON.stringify(parse(given))).toBe(given)
  })

  it.each([['[]'], ['"text"'], ['1'], ['null'], ['true']])('refuses %s, which is no object', (json) => {
    expect(problemsOf(JsonObject, JSON.parse(json))).toEqual([''])
  })

  it('takes 4 levels of objects, and refuses 5', () => {
    expect(problemsOf(JsonObject, JSON.parse(nested(4)))).toEqual([])
    expect(problemsOf(JsonObject, JSON.parse(nested(5)))).toEqual([''])
  })

  it('counts lists as levels', () => {
    expect(problemsOf(JsonObject, { a: [[[1]]] })).toEqual([])
    expect(problemsOf(JsonObject, { a: [[[[1]]]] })).toEqual([''])
  })

  it('refuses a depth of 10,000 without running out of stack', () => {
    expect(problemsOf(JsonObject, JSON.parse(nested(10_000)))).toEqual([''])
  })

  it('takes 50 keys altogether, and refuses 51', () => {
    expect(problemsOf(JsonObject, keys(50))).toEqual([])
    expect(problemsOf(JsonObject, { ...keys(24), more: keys(25) })).toEqual([])
    expect(problemsOf(JsonObject, keys(51))).toEqual([''])
    expect(problemsOf(JsonObject, { ...keys(25), more: keys(25) })).toEqual([''])
  })

  it('counts the items of lists as keys', () => {
    expect(problemsOf(JsonObject, { list: Array(49).fill(0) })).toEqual([])
    expect(problemsOf(JsonObject, { list: Array(50).fill(0) })).toEqual([''])
  })

  it('takes 4,000 characters of JSON, and refuses 4,001', () => {
    expect(problemsOf(JsonObject, { a: 'x'.repeat(3_992) })).toEqual([])
    expect(problemsOf(JsonObject, { a: 'x'.repeat(3_993) })).toEqual([''])
    // What has to be escaped counts as it is written.
    expect(problemsOf(JsonObject, { a: '"'.repeat(1_996) })).toEqual([])
    expect(problemsOf(JsonObject, { a: '"'.repeat(1_997) })).toEqual([''])
  })

  it('refuses numbers beyond the finite ones', () => {
    expect(problemsOf(JsonObject, JSON.parse('{"a":1e308}'))).toEqual([])
    expect(problemsOf(JsonObject, JSON.parse('{"a":1e400}'))).toEqual([''])
    expect(problemsOf(JsonObject, JSON.parse('{"a":[-1e400]}'))).toEqual([''])
  })

  it('writes -0 as 0', () => {
    expect(JSON.stringify(parse('{"a":-0}'))).toBe('{"a":0}')
  })

  it('cleans text at every level, names included', () => {
    expect(JSON.stringify(parse('{"a\\u0000":["\\ud800",{"\\udfff":"\\u0000"}]}'))).toBe(
      '{"a\uFFFD":["\uFFFD",{"\uFFFD":"\uFFFD"}]}',
    )
  })

  it('keeps the last of two names that are the same', () => {
    expect(JSON.stringify(parse('{"a":1,"a":2}'))).toBe('{"a":2}')
  })

  it('keeps what a client calls constructor, prototype or hasOwnProperty as data', () => {
    const given = '{"constructor":{"prototype":{"x":1}},"prototype":1,"hasOwnProperty":0}'
    expect(JSON.stringify(parse(given))).toBe(given)
  })

  it('lets no name reach a prototype', () => {
    const clean = parse('{"__proto__":{"x":1},"a":{"__proto__":{"x":1}},"constructor":{"prototype":{"x":1}}}')
    expect(({} as { x?: unknown }).x).toBeUndefined()
    for (const object of [clean, clean['a'], Object]) {
      expect((object as { x?: unknown }).x).toBeUndefined()
    }
    expect(Object.getPrototypeOf(clean)).toBe(Object.prototype)
    expect(Object.getPrototypeOf(clean['a'])).toBe(Object.prototype)
  })
})
