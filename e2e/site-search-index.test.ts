import type { SearchEntry } from '../site/src/search/find-entries.ts'
import { describe, expect, it } from 'vitest'
import { useSharedProduct } from './harness/use-product.ts'

describe('the search index', () => {
  const product = useSharedProduct()

  it('has both days of an event of several, as its page has', async () => {
    const response = await fetch(`${product.site}/search.json`)
    const entries = (await response.json()) as SearchEntry[]
    const metaOf = (title: string) => entries.find((entry) => entry.title === title)?.meta
    expect(metaOf('Sign Language')).toContain(' · 3 October 2026 to 23 October 2026 · ')
    expect(metaOf('Estuary Beer Weekend')).toContain(' · 6 June 2026 to 7 June 2026 · ')
  })
})
