import { describe, expect, it } from 'vitest'
import { CROPS } from './crops.ts'
import { HEIGHT, WIDTH } from './shapes.ts'

describe('crops', () => {
  it.each(Object.entries(CROPS))('%s lies on the sheet', (_, { x, y, width, height }) => {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(WIDTH)
    expect(y + height).toBeLessThanOrEqual(HEIGHT)
  })

  it.each([
    ['whole', 3 / 2],
    ['card', 1200 / 630],
    ['16x9', 16 / 9],
    ['4x3', 4 / 3],
    ['1x1', 1],
  ] as const)('%s has its shape', (name, shape) => {
    expect(CROPS[name].width / CROPS[name].height).toBeCloseTo(shape, 10)
  })
})
