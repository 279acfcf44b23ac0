import { describe, expect, it } from 'vitest'
import { assignVariant } from './assign-variant.ts'
import { findExperiment } from './experiments.ts'

/** The two of the specification, which other tests join. */
const SPECIFIED = ['review_page_layout', 'cta_button_text'].flatMap((name) => findExperiment(name) ?? [])

const sessions = Array.from(
  { length: 30_000 },
  (_, i) => `session_${1_763_632_800_000 + i * 977}_k3j9x${i % 36}`,
)

describe('assignVariant', () => {
  it.each(SPECIFIED)('$name: gives each variant its weight of sessions', (experiment) => {
    const counts = new Map<string, number>()
    for (const session of sessions) {
      const variant = assignVariant(experiment, session)
      counts.set(variant, (counts.get(variant) ?? 0) + 1)
    }
    let chiSquare = 0
    for (const { name, weight } of experiment.variants) {
      const expected = weight * sessions.length
      chiSquare += ((counts.get(name) ?? 0) - expected) ** 2 / expected
    }
    // 99.9 % quantile of chi-square with two degrees of freedom.
    expect(chiSquare).toBeLessThan(13.82)
  })

  it('is independent between tests, so that one test does not confound the other', () => {
    const [layout, text] = SPECIFIED
    if (!layout || !text) throw new Error('two experiments are declared')
    const compact = sessions.filter((session) => assignVariant(layout, session) === 'compact')
    const share =
      compact.filter((session) => assignVariant(text, session) === 'Check Price').length / compact.length
    expect(share).toBeGreaterThan(0.28)
    expect(share).toBeLessThan(0.32)
  })

  // Worked out by another implementation of the same two hashes.
  it.each([
    ['session_1_aaaa', 'compact', 'Learn More'],
    ['session_0_aaaa', 'detailed', 'Check Price'],
    ['session_5_eeee', 'default', 'Get This Product'],
    ['session_1763632800000_k3j9x2', 'default', 'Check Price'],
  ])('keeps its variants for %s: stored assignments must survive a release', (session, ...expected) => {
    expect(SPECIFIED.map((experiment) => assignVariant(experiment, session))).toEqual(expected)
  })

  it('gives the last variant what rounding leaves over', () => {
    const experiment = {
      name: 'rounding',
      variants: [
        { name: 'first', weight: 0 },
        { name: 'last', weight: 0 },
      ],
    } as const
    expect(assignVariant(experiment, 'session_1_aaaa')).toBe('last')
  })
})
