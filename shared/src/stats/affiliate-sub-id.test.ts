import { describe, expect, it } from 'vitest'
import { productSlug, readSubId } from './affiliate-sub-id.ts'

describe('readSubId', () => {
  it.each([
    ['top-5.quarter-bell-pale.1', { page: 'top-5', product: 'quarter-bell-pale', rank: 1 }],
    ['pine-beer.nightjar-lager', { page: 'pine-beer', product: 'nightjar-lager', rank: null }],
    ['a.b.100', { page: 'a', product: 'b', rank: 100 }],
  ])('%s', (text, subId) => {
    expect(readSubId(text)).toEqual(subId)
  })

  it.each(['', 'top-5', 'top-5.', '.product', 'Top.b.1', 'a.b.0', 'a.b.01', 'a.b.1.2', 'a b.c', 'a.b.1000'])(
    'does not take %j for ours',
    (text) => {
      expect(readSubId(text)).toBeUndefined()
    },
  )
})

describe('productSlug', () => {
  it.each([
    ['Quarter Bell Pale', 'quarter-bell-pale'],
    ['  O’Hara’s No. 3! ', 'o-hara-s-no-3'],
    ['', ''],
  ])('%j is %j', (name, slug) => {
    expect(productSlug(name)).toBe(slug)
  })
})
