import { describe, expect, it } from 'vitest'
import { SeededRandom } from './seeded-random.ts'

const many = <Value>(count: number, make: () => Value) => Array.from({ length: count }, make)
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('SeededRandom', () => {
  it('still draws the same numbers', () => {
    const random = new SeededRandom(1)
    expect(many(4, () => random.bits())).toEqual([1_779_833_415, 2_026_416_846, 1_661_539_736, 2_729_060_721])
    expect(random.uuid()).toBe('f7bc3fb2-2a39-473f-a800-8facaa52a934')
  })

  it('draws the same numbers for the same seed and stream only', () => {
    const draw = (seed: number, stream?: number) => {
      const random = new SeededRandom(seed, stream)
      return many(8, () => random.bits()).join()
    }
    expect(draw(7, 3)).toBe(draw(7, 3))
    expect(new Set([draw(7, 3), draw(7, 4), draw(8, 3), draw(3, 7), draw(7), draw(0, 0)]).size).toBe(6)
  })

  it('is uniform: chi-squared over 100 bins, also across the first numbers of neighbouring streams', () => {
    const random = new SeededRandom(42)
    const within = many(100_000, () => random.below(100))
    const across = Array.from({ length: 100_000 }, (_, stream) => new SeededRandom(42, stream).below(100))
    for (const draws of [within, across]) {
      const boxes = Array.from({ length: 100 }, () => 0)
      for (const draw of draws) boxes[draw] = (boxes[draw] ?? 0) + 1
      const chiSquared = boxes.reduce((sum, count) => sum + (count - 1_000) ** 2 / 1_000, 0)
      // 99 degrees of freedom: beyond these in one of a thousand.
      expect(chiSquared).toBeGreaterThan(56)
      expect(chiSquared).toBeLessThan(149)
    }
  })

  it('stays within bounds', () => {
    const random = new SeededRandom(3)
    for (let i = 0; i < 10_000; i++) {
      const fraction = random.fraction()
      expect(fraction >= 0 && fraction < 1).toBe(true)
      const between = random.between(-2, 5)
      expect(between >= -2 && between < 5).toBe(true)
    }
    expect(new Set(many(1_000, () => random.pick(['a', 'b', 'c'])))).toEqual(new Set(['a', 'b', 'c']))
  })

  it('draws normal numbers of mean 0 and variance 1, and log-normal ones about their median', () => {
    const random = new SeededRandom(4)
    const normal = many(50_000, () => random.normal())
    expect(mean(normal)).toBeCloseTo(0, 1)
    expect(mean(normal.map((value) => value ** 2))).toBeCloseTo(1, 1)
    const around = many(50_000, () => random.around(60, 0.8)).sort((one, other) => one - other)
    expect(Math.abs((around[25_000] ?? 0) - 60)).toBeLessThan(2)
  })

  it('makes distinct UUIDs of version 4', () => {
    const random = new SeededRandom(5)
    const ids = many(20_000, () => random.uuid())
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it('makes texts of letters and digits', () => {
    expect(new SeededRandom(6).text(12)).toMatch(/^[0-9a-z]{12}$/)
  })
})
