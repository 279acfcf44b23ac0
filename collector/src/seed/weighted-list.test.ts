import { describe, expect, it } from 'vitest'
import { SeededRandom } from './seeded-random.ts'
import { WeightedList } from './weighted-list.ts'

describe('WeightedList', () => {
  it('picks each item by its weight', () => {
    const list = new WeightedList([1, 0, 5, 4], (weight) => weight)
    const random = new SeededRandom(1)
    const counts = new Map<number, number>()
    for (let i = 0; i < 100_000; i++) {
      const picked = list.pick(random)
      counts.set(picked, (counts.get(picked) ?? 0) + 1)
    }
    expect(counts.has(0)).toBe(false)
    for (const weight of [1, 5, 4]) {
      expect(Math.abs((counts.get(weight) ?? 0) / 100_000 - weight / 10)).toBeLessThan(0.01)
    }
  })

  it('refuses to be without weight', () => {
    expect(() => new WeightedList(['a'], () => 0)).toThrow('weight above 0')
    expect(() => new WeightedList([], () => 1)).toThrow('weight above 0')
  })
})
