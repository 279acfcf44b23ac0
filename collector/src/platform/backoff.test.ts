import { describe, expect, it } from 'vitest'
import { backoff } from './backoff.ts'

describe('backoff', () => {
  it('doubles from 100 ms to 10 s', () => {
    const longest = Array.from({ length: 10 }, (_, i) => backoff(i + 1, () => 1))
    expect(longest).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000, 10_000])
  })

  it('leaves half of it to chance, so that retries do not march in step', () => {
    expect(backoff(3, () => 0)).toBe(200)
    expect(backoff(3, () => 0.5)).toBe(300)
    expect(backoff(1_000, () => 0)).toBe(5_000)
  })
})
