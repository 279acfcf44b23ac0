import { describe, expect, it } from 'vitest'
import { linkToken } from './link-token.ts'

describe('linkToken', () => {
  it('reads the token of a mailed link', () => {
    expect(linkToken('#token=Ab-_9')).toBe('Ab-_9')
  })

  it.each(['', '#', '#token=', '#tokens=x'])('finds none in %j', (hash) => {
    expect(linkToken(hash)).toBeNull()
  })
})
