import { describe, expect, it } from 'vitest'
import { circle, fade, line, place, rect } from '../../src/pictures/shapes.ts'
import { readMarks } from './read-marks.ts'

describe('readMarks', () => {
  it('reads a line with its width and tone', () => {
    const [mark] = readMarks([line('M0 0H10', 3, 0.4)])
    expect(mark?.steps).toEqual([
      ['m', 0, 0],
      ['l', 10, 0],
    ])
    expect(mark?.stroke).toBe(3)
    expect(mark?.tone).toBeCloseTo(0.4, 2)
  })

  it('reads a filled shape', () => {
    expect(readMarks([circle(5, 5, 2)])).toMatchObject([{ tone: 1 }])
    expect(readMarks([circle(5, 5, 2)])[0]).not.toHaveProperty('stroke')
  })

  it('moves, turns and scales what stands in a group, and its lines with it', () => {
    const inner = place(line('M1 0H2', 2), 10, 0, { turn: 90 })
    const [mark] = readMarks([place(inner, 100, 50, { scale: 3 })])
    const [start, end] = mark?.steps ?? []
    expect(start?.slice(1).map(Number)).toEqual([expect.closeTo(130), expect.closeTo(53)])
    expect(end?.slice(1).map(Number)).toEqual([expect.closeTo(130), expect.closeTo(56)])
    expect(mark?.stroke).toBeCloseTo(6)
  })

  it('leaves what comes after a group where it is', () => {
    const [, after] = readMarks([place(rect(0, 0, 1, 1), 50, 50), line('M1 2H3', 1)])
    expect(after?.steps[0]).toEqual(['m', 1, 2])
  })

  it('refuses what has no place in a small vector print', () => {
    expect(() => readMarks([fade(0, 0, 9, 9, { id: 'f', from: 0, to: 1 })])).toThrow('cannot print')
  })
})
