import { describe, expect, it } from 'vitest'
import { assignVariant } from './assign-variant.ts'
import { EXPERIMENTS } from './experiments.ts'

const sessions = Array.from(
  { length: 30_000 },
  (_, i) => `session_${1_763_632_800_000 + i * 977}_k3j9x${i % 36}`,
)

describe('assignVariant', () => {
  it.each(EXPERIMENTS)('$name: gives each variant its weight of sessions', (experiment) => {
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
    const [layout, text] = EXPERIMENTS
    if (!layout || !text) throw new Error('two experiments are declared')
    const compact = sessions.filter((session) => assignVariant(layout, session) === 'compact')
    const share =
      compact.filter((session) => assignVariant(text, session) === 'Check Price').length / compact.length
    expect(share).toBeGreaterThan(0.28)
    expect(share).toBeLessThan(0.32)
  })

  it('keeps its answers: stored assignments must survive a release', () => {
    const [layout] = EXPERIMENTS
    if (!layout) throw new Error('an experiment is declared')
    const answers = ['session_1_aaaa', 'session_2_bbbb', 'session_3_cccc', 'session_4_dddd'].map((session) =>
      assignVariant(layout, session),
    )
    expect(answers).toMatchInlineSnapshot(`
      [
        "compact",
        "default",
        "default",
        "default",
      ]
    `)
  })
})
