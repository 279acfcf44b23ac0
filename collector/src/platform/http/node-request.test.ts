import { describe, expect, it } from 'vitest'
import { isPrefetch } from './node-request.ts'

describe('isPrefetch', () => {
  it.each([
    ['prefetch'],
    ['prefetch;prerender'],
    ['prefetch;anonymous-client-ip'],
    ['prerender'],
    ['Prefetch'],
    ['preview'],
  ])('knows the purpose %j, from browsers of today and older ones', (purpose) => {
    expect(isPrefetch({ 'sec-purpose': purpose })).toBe(true)
    expect(isPrefetch({ purpose })).toBe(true)
  })

  it.each([[''], ['navigate'], ['fetch']])('is not the purpose %j', (purpose) => {
    expect(isPrefetch({ 'sec-purpose': purpose })).toBe(false)
  })

  it('is not a request that names none', () => {
    expect(isPrefetch({})).toBe(false)
  })
})
