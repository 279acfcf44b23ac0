import { findEntries, type SearchEntry } from '../site/src/search/find-entries.ts'
import { describe, expect, it } from 'vitest'
import { useSharedProduct } from './harness/use-product.ts'

describe('the search index', () => {
  const product = useSharedProduct()

  const read = async () => (await (await fetch(`${product.site}/search.json`)).json()) as SearchEntry[]

  it('has both days of an event of several, as its page has', async () => {
    const entries = await read()
    const metaOf = (title: string) => entries.find((entry) => entry.title === title)?.meta
    expect(metaOf('Sign Language')).toContain(' · 3 October 2026 to 23 October 2026 · ')
    expect(metaOf('Estuary Beer Weekend')).toContain(' · 6 June 2026 to 7 June 2026 · ')
  })

  it.each([
    ['UK', '/articles/brewery-lying'],
    ['14 units', '/articles/friday-ritual-cost'],
    ['0.5%', '/articles/pine-beer'],
  ])('has the short words of a text: %s', async (query, path) => {
    expect(findEntries(await read(), query, '2026-11-28').map((entry) => entry.path)).toContain(path)
  })
})
