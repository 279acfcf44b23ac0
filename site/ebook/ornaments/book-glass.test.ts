import { describe, expect, it } from 'vitest'
import { glassLevel } from './book-glass.ts'

describe('glassLevel', () => {
  it('is exactly half full in the middle of the book, give or take a sip', () => {
    expect(glassLevel(13)).toBeCloseTo(0.5, 1)
  })

  it('goes down on every page and never to nothing', () => {
    for (let page = 2; page <= 25; page++) expect(glassLevel(page)).toBeLessThan(glassLevel(page - 1))
    expect(glassLevel(25)).toBeGreaterThan(0.1)
  })
})
