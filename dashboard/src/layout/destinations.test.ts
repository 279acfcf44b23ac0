import { describe, expect, it } from 'vitest'
import { matchingDestinations } from './destinations.ts'

const all = [
  { to: '/admin/explore', label: 'Explore', kind: 'Analytics' },
  { to: '/admin/articles', label: 'Articles', kind: 'Content' },
  { to: '/admin/articles/pine-beer', label: 'The Trouble with Pine Beer', kind: 'Article' },
  { to: '/admin/articles/beer', label: 'Beer in Brussels', kind: 'Article' },
]
const labels = (text: string) => matchingDestinations(all, text).map(({ label }) => label)

describe('matchingDestinations', () => {
  it('finds every word in any order and case, in name or kind', () => {
    expect(labels('BEER pine')).toEqual(['The Trouble with Pine Beer'])
    expect(labels('analytics')).toEqual(['Explore'])
    expect(labels('stout')).toEqual([])
  })

  it('puts names that begin with the text first', () => {
    expect(labels('beer')).toEqual(['Beer in Brussels', 'The Trouble with Pine Beer'])
  })

  it('offers the pages before anything is typed', () => {
    expect(labels(' ')).toHaveLength(all.length)
  })
})
