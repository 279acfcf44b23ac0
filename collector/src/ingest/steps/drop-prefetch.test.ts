import { describe, expect, it } from 'vitest'
import { aDraft } from '../../testing/drafts.ts'
import { dropPrefetch } from './drop-prefetch.ts'

describe('dropPrefetch', () => {
  it.each([
    ['prefetch'],
    ['prefetch;prerender'],
    ['prefetch;anonymous-client-ip'],
    ['prerender'],
    ['Prefetch'],
    // Safari's name for its top-hit preview.
    ['preview'],
  ])('drops a request for the purpose %j', (purpose) => {
    expect(dropPrefetch(aDraft({ request: { purpose } }))).toBe('prefetch')
  })

  it.each([[''], ['navigate'], ['fetch']])('keeps one for the purpose %j', (purpose) => {
    expect(dropPrefetch(aDraft({ request: { purpose } }))).toBeUndefined()
  })
})
