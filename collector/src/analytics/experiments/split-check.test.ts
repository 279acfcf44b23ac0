import { describe, expect, it } from 'vitest'
import { checkSampleRatio } from './split-check.ts'

describe('checkSampleRatio', () => {
  it.each([
    // Worked out by two other implementations; the critical values of chi-square are 10.8276 and 13.8155.
    [[4_200, 2_900, 2_900], [0.4, 0.3, 0.3], 'mismatch', 16.6667, 0.000240369],
    [[5_164, 4_836], [0.5, 0.5], 'ok', 10.7584, 0.00103807],
    [[5_165, 4_835], [0.5, 0.5], 'mismatch', 10.89, 0.000966848],
    [[5_500, 4_500], [1, 1], 'mismatch', 100, 1.52397e-23],
    [[400, 300, 300], [4, 3, 3], 'ok', 0, 1],
  ] as const)('%j at %j: %s', (counts, weights, status, chiSquare, p) => {
    const check = checkSampleRatio(counts, weights)
    expect(check.status).toBe(status)
    expect(check.chiSquare).toBeCloseTo(chiSquare, 4)
    expect((check.p ?? 0) / p).toBeCloseTo(1, 5)
  })

  it('says nothing of fewer than 100 sessions, or fewer than 5 expected in an arm', () => {
    expect(checkSampleRatio([99, 0], [1, 1]).status).toBe('too_little')
    expect(checkSampleRatio([100, 0], [1, 1]).status).toBe('mismatch')
    expect(checkSampleRatio([480, 5], [0.99, 0.01]).status).toBe('too_little')
    expect(checkSampleRatio([495, 5], [0.99, 0.01]).status).toBe('ok')
    expect(checkSampleRatio([0, 0, 0], [0.4, 0.3, 0.3])).toEqual({
      status: 'too_little',
      chiSquare: null,
      p: null,
      expected: [0, 0, 0],
    })
  })

  it('counts an arm that nobody was given', () => {
    expect(checkSampleRatio([1_000, 0], [0.5, 0.5]).status).toBe('mismatch')
  })

  it('says how many were expected', () => {
    expect(checkSampleRatio([5_164, 4_836], [0.4, 0.6]).expected).toEqual([4_000, 6_000])
  })
})
