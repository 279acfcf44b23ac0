import { describe, expect, it } from 'vitest'
import { axisTicks, labelStep, linePath, nearestPoint, pointAfterKey, pointAt } from './scale.ts'

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

describe('axisTicks', () => {
  it.each([
    [[3, 97], {}, [0, 25, 50, 75, 100]],
    [[1_240], {}, [0, 500, 1_000, 1_500]],
    [[-0.02, 0.05], {}, [-0.02, 0, 0.02, 0.04, 0.06]],
    [[1, 2], { wholeNumbers: true }, [0, 1, 2]],
    [[0, 0], { wholeNumbers: true }, [0, 1]],
    [[], {}, [0, 0.25, 0.5, 0.75, 1]],
  ])('of %j %o are %j', (values, options, ticks) => {
    expect(axisTicks(values, options)).toEqual(ticks)
  })

  it.each([1, 7, 12.5, 999, 0.004, 1e7])('include zero and reach beyond %d', (highest) => {
    const ticks = axisTicks([highest])
    expect(ticks).toContain(0)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest)
    expect(ticks.length).toBeLessThanOrEqual(6)
  })
})

describe('labelStep', () => {
  it('leaves room for every label that is shown', () => {
    const labels = Array.from({ length: 28 }, () => 'Fri 20 Nov')
    expect(labelStep(labels, 4_000)).toBe(1)
    expect(labelStep(labels, 900)).toBe(4)
    expect(labelStep(labels, 300)).toBe(12)
    expect(labelStep([], 300)).toBe(1)
  })
})

describe('linePath', () => {
  it('connects neighbours, and leaves gaps', () => {
    expect(linePath([[0, 1], [1, 2], null, [3, 4]])).toBe('M0 1L1 2M3 4')
  })
})
