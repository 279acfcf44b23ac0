import type { Filter } from '@half-measure/shared/stats/engine/stats-query.ts'
import { describe, expect, it } from 'vitest'
import { isChosen, replaceAt, toggleValue } from './change-filters.ts'

const is = (values: string[]): Filter => ({ operator: 'is', dimension: 'page', values })
const not: Filter = { operator: 'is_not', dimension: 'page', values: ['/b'] }

describe('toggleValue', () => {
  it('adds a value, then another beside it, then removes both', () => {
    const one = toggleValue([not], 'page', '/a')
    expect(one).toEqual([not, is(['/a'])])
    const two = toggleValue(one, 'page', '/b')
    expect(two).toEqual([not, is(['/a', '/b'])])
    expect(toggleValue(toggleValue(two, 'page', '/a'), 'page', '/b')).toEqual([not])
  })

  it('keeps kinds apart', () => {
    expect(toggleValue([is(['/a'])], 'entry', '/a')).toHaveLength(2)
    expect(isChosen([is(['/a'])], 'page', '/a')).toBe(true)
    expect(isChosen([is(['/a'])], 'entry', '/a')).toBe(false)
    expect(isChosen([not], 'page', '/b')).toBe(false)
  })
})

it('replaceAt changes, removes and adds', () => {
  expect(replaceAt([not, is(['/a'])], 1, is(['/c']))).toEqual([not, is(['/c'])])
  expect(replaceAt([not, is(['/a'])], 0, null)).toEqual([is(['/a'])])
  expect(replaceAt([not], 1, is(['/a']))).toEqual([not, is(['/a'])])
})
