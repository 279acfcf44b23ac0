import { describe, expect, it } from 'vitest'
import type { Day } from './day.ts'
import { pickDay } from './draft-range.ts'

const [first, second] = ['2026-11-02' as Day, '2026-11-09' as Day]

describe('pickDay', () => {
  it('begins a new range where one was complete', () => {
    expect(pickDay({ from: first, to: second }, second)).toEqual({ from: second, to: null })
  })

  it('completes the range begun', () => {
    expect(pickDay({ from: first, to: null }, second)).toEqual({ from: first, to: second })
  })

  it('turns round an end that lies before the start', () => {
    expect(pickDay({ from: second, to: null }, first)).toEqual({ from: first, to: second })
  })

  it('takes the same day twice for a range of one day', () => {
    expect(pickDay({ from: first, to: null }, first)).toEqual({ from: first, to: first })
  })
})
