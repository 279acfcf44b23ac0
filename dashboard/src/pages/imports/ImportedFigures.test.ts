import { expect, it } from 'vitest'
import { firstValues } from './ImportedFigures.tsx'

const values = (length: number, page_views: number | null) =>
  Array.from({ length }, (_, i) => ({ provider: 'ga4' as const, value: `/${i}`, page_views, visits: 1 }))

it('100 values may be the first of more, by page views or else by visits', () => {
  expect(firstValues(values(100, 3))).toBe('the 100 with most page views')
  expect(firstValues(values(100, null))).toBe('the 100 with most visits')
})

it('fewer are all that were imported', () => {
  expect(firstValues(values(99, 3))).toBeNull()
  expect(firstValues([])).toBeNull()
})
