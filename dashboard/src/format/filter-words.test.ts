import { describe, expect, it } from 'vitest'
import { filterWords } from './filter-words.ts'

describe('filterWords', () => {
  it('says a filter as people would', () => {
    expect(filterWords({ operator: 'is', dimension: 'country', values: ['GB', 'IE'] })).toBe(
      'Country is United Kingdom or Ireland',
    )
    expect(filterWords({ operator: 'is_not', dimension: 'source', values: [''] })).toBe(
      'Source is not Direct',
    )
    expect(filterWords({ operator: 'contains', dimension: 'country', values: ['G'] })).toBe(
      'Country contains G',
    )
  })
})
