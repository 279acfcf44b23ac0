import { describe, expect, it } from 'vitest'
import { pageAddress } from './use-pages.ts'

describe('the address of a page of a list', () => {
  it('is plain where nothing is asked', () => {
    expect(pageAddress('/api/messages', new URLSearchParams(), null)).toBe('/api/messages')
  })

  it('keeps the search when it goes on to the next page, and leaves the search as it was', () => {
    const params = new URLSearchParams({ folder: 'held' })
    expect(pageAddress('/api/messages', params, 'a+b')).toBe('/api/messages?folder=held&cursor=a%2Bb')
    expect(params.toString()).toBe('folder=held')
  })
})
