import { describe, expect, it } from 'vitest'
import { ellipseOutline, outline } from './outline.ts'

describe('outline', () => {
  it('makes relative steps absolute', () => {
    expect(outline('M10 20h5v5l-2 3z')).toEqual([
      ['m', 10, 20],
      ['l', 15, 20],
      ['l', 15, 25],
      ['l', 13, 28],
      ['h'],
    ])
  })

  it('goes on from the start of a closed shape', () => {
    expect(outline('M1 1H9V9Zl2 2').at(-1)).toEqual(['l', 3, 3])
  })

  it('takes further pairs after a move for lines', () => {
    expect(outline('m1 1 2 2')).toEqual([
      ['m', 1, 1],
      ['l', 3, 3],
    ])
  })

  it('turns quadratic curves into cubic ones', () => {
    expect(outline('M0 0Q3 6 6 0')).toEqual([
      ['m', 0, 0],
      ['c', 2, 4, 4, 4, 6, 0],
    ])
  })

  it('mirrors the last control point for a smooth curve', () => {
    expect(outline('M0 0Q3 6 6 0T12 0').at(-1)).toEqual(['c', 8, -4, 10, -4, 12, 0])
  })

  it('refuses commands that no picture uses', () => {
    expect(() => outline('M0 0A5 5 0 0 1 10 0')).toThrow('cannot draw "A"')
  })
})

describe('ellipseOutline', () => {
  it('touches all four sides of its box and closes', () => {
    const steps = ellipseOutline(10, 20, 5, 3)
    const ends = steps.flatMap(([operator, ...numbers]) => (operator === 'c' ? [numbers.slice(-2)] : []))
    expect(ends).toEqual([
      [15, 20],
      [10, 23],
      [5, 20],
      [10, 17],
    ])
    expect(steps.at(-1)).toEqual(['h'])
  })
})
