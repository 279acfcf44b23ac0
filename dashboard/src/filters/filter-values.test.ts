import { CODED_DIMENSIONS, valueLabel } from '@half-measure/shared/stats/engine/labels.ts'
import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import { describe, expect, it } from 'vitest'
import { meantValues, valuesQuery } from './filter-values.ts'

const meantBy = (dimension: Dimension, text: string, keys: readonly string[]) =>
  meantValues({ rows: keys.map((key) => ({ key, figures: {} })) }, dimension, text, valueLabel)

describe('a typed text', () => {
  it('means the value that is shown so, whatever its case', () => {
    expect(meantBy('source', 'google', ['Google'])).toEqual({ found: ['Google'], meant: 'Google' })
    expect(meantBy('channel', 'Search', ['direct', 'search']).meant).toBe('search')
    expect(meantBy('utm_source', 'Bing', ['bing', 'Bing']).meant).toBe('Bing')
    expect(meantBy('source', 'goog', ['Google']).meant).toBeUndefined()
  })

  it('finds codes by their labels', () => {
    expect(meantBy('country', 'germ', ['GB', 'DE']).found).toEqual(['DE'])
    expect(meantBy('hour_of_week', 'fri 21', ['5-20', '5-21']).found).toEqual(['5-21'])
    for (const dimension of CODED_DIMENSIONS) expect(valuesQuery(dimension, 'germ').search).toBeUndefined()
  })

  it('finds for “contains” what the filter matches: keys, not their labels or titles', () => {
    const containing = (dimension: Dimension, text: string, keys: readonly string[]) =>
      meantValues(
        { rows: keys.map((key) => ({ key, figures: {} })) },
        dimension,
        text,
        valueLabel,
        'contains',
      ).found
    expect(containing('country', 'Kingdom', ['GB'])).toEqual([])
    expect(containing('country', 'gb', ['GB', 'DE'])).toEqual(['GB'])
    // The server has found it by its title.
    expect(containing('page', 'Christmas', ['/articles/pine-beer'])).toEqual([])
    expect(containing('source', 'direct', [])).toEqual([])
  })

  it('finds what has no value by the word for that', () => {
    expect(meantBy('source', 'direct', [])).toEqual({ found: [''], meant: '' })
    expect(meantBy('source', '', ['Google']).found).toEqual(['Google'])
  })
})
