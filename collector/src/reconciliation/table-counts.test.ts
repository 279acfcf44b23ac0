import { describe, expect, it } from 'vitest'
import { takenSince } from './table-counts.ts'

const OLDEST = '202610'

const counted = (month: string, rows: Record<string, number>, views: number) => ({
  month,
  rows,
  stored: { page_views: views },
})

describe('takenSince', () => {
  it('is what months beyond their retention have lost', () => {
    const last = counted('202611', { 'page_views:202607': 10, 'page_views:202611': 5 }, 15)
    expect(takenSince(last, counted('202612', { 'page_views:202611': 5 }, 15), OLDEST)).toEqual({
      page_views: 10,
    })
    const part = counted('202612', { 'page_views:202607': 4, 'page_views:202611': 5 }, 15)
    expect(takenSince(last, part, OLDEST)).toEqual({ page_views: 6 })
  })

  it('takes in what came after the last count, where its month is gone as well', () => {
    const last = counted('202607', { 'page_views:202607': 10 }, 10)
    expect(takenSince(last, counted('202612', {}, 13), OLDEST)).toEqual({ page_views: 13 })
    // Some of it came in the next month, and is there.
    const some = counted('202612', { 'page_views:202608': 2 }, 13)
    expect(takenSince(last, some, OLDEST)).toEqual({ page_views: 11 })
  })

  it('hides no row that is missing for another reason', () => {
    const last = counted('202611', { 'page_views:202607': 10, 'page_views:202611': 5 }, 15)
    const lost = counted('202612', { 'page_views:202607': 10, 'page_views:202611': 1 }, 15)
    expect(takenSince(last, lost, OLDEST)).toEqual({})
    const both = counted('202612', { 'page_views:202611': 1 }, 15)
    expect(takenSince(last, both, OLDEST)).toEqual({ page_views: 10 })
  })

  it('tells tables apart', () => {
    const last = {
      month: '202611',
      rows: { 'page_views:202607': 3, 'click_events:202607': 4, 'click_events:202611': 1 },
      stored: {},
    }
    const now = { month: '202612', rows: { 'page_views:202607': 3, 'click_events:202611': 1 }, stored: {} }
    expect(takenSince(last, now, OLDEST)).toEqual({ click_events: 4 })
  })
})
