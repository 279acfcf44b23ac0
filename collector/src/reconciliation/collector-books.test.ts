import { describe, expect, it } from 'vitest'
import { closed, type CollectorBook, isLiving, isOld, NONE, sumOfFigures } from './collector-books.ts'

function aBook(overrides: Partial<CollectorBook> = {}): CollectorBook {
  return {
    collector: '0a0a0a0a-0000-4000-8000-000000000001',
    version: 1,
    age_ms: 0,
    silent_ms: 10_000,
    state: 'writing',
    auditing: NONE,
    paused_for: NONE,
    received: 10,
    accepted: 6,
    duplicates: 1,
    rejected: { prefetch: 2, erased: 1 },
    pending: 3,
    dead_letters: 1,
    erased: 0,
    expired: 0,
    late_duplicates: 0,
    ...overrides,
  }
}

describe('the books of collectors', () => {
  it('add up figure by figure, and what was refused reason by reason', () => {
    const other = aBook({
      received: 5,
      accepted: 4,
      duplicates: 0,
      rejected: { prefetch: 1 },
      erased: 2,
      late_duplicates: 3,
    })
    expect(sumOfFigures([aBook(), other])).toEqual({
      received: 15,
      accepted: 10,
      duplicates: 1,
      rejected: { prefetch: 3, erased: 1 },
      pending: 6,
      dead_letters: 2,
      erased: 2,
      expired: 0,
      late_duplicates: 3,
    })
  })

  it('that are closed have what waited in the log among the dead letters', () => {
    expect(closed(aBook())).toEqual(aBook({ pending: 0, dead_letters: 4 }))
  })

  it.each([
    ['writing', 10_000, true, false],
    ['writing', 10_001, false, true],
    ['stopped', 10_001, false, false],
    ['gone', 0, false, false],
  ] as const)('are of somebody who is there or not: %s, %i ms old', (state, age_ms, living, old) => {
    const book = aBook({ state, age_ms })
    expect({ living: isLiving(book), old: isOld(book) }).toEqual({ living, old })
  })
})
