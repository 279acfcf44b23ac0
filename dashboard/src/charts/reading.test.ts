import { describe, expect, it } from 'vitest'
import { nearestPoint, pointAfterKey, pointAt } from './reading.ts'

describe('points of a chart', () => {
  it('are found under the pointer, the outermost beside the plot', () => {
    expect([-0.2, 0, 0.1, 0.24, 0.26, 1, 1.2].map((part) => nearestPoint(part, 3))).toEqual([
      0, 0, 0, 0, 1, 2, 2,
    ])
  })

  it('are found where they stand', () => {
    const points = Array.from({ length: 7 }, (_, index) => index)
    expect(points.map((index) => nearestPoint(pointAt(index, 7), 7))).toEqual(points)
    expect(pointAt(0, 1)).toBe(0.5)
    expect(nearestPoint(0.9, 1)).toBe(0)
  })
})

describe('pointAfterKey', () => {
  it('moves as on a slider, and stays at the ends', () => {
    expect(pointAfterKey('ArrowLeft', 5, 28)).toBe(4)
    expect(pointAfterKey('ArrowUp', 5, 28)).toBe(6)
    expect(pointAfterKey('PageDown', 5, 28)).toBe(0)
    expect(pointAfterKey('PageUp', 5, 28)).toBe(12)
    expect(pointAfterKey('ArrowRight', 27, 28)).toBe(27)
    expect(pointAfterKey('Home', 5, 28)).toBe(0)
    expect(pointAfterKey('End', 5, 28)).toBe(27)
  })

  it('begins with the newest point, and ignores other keys', () => {
    expect(pointAfterKey('ArrowLeft', null, 28)).toBe(27)
    expect(pointAfterKey('Home', null, 28)).toBe(0)
    expect(pointAfterKey('w', 5, 28)).toBeNull()
    expect(pointAfterKey('ArrowLeft', null, 0)).toBeNull()
  })
})
