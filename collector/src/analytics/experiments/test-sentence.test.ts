import { describe, expect, it } from 'vitest'
import type { DayCounts } from './day-counts.ts'
import { judge } from './judge.ts'
import { days, DESIGN, onDates } from './testing/made-up-days.ts'
import { type NamedDesign, testSentence } from './verdict.ts'

describe('the sentence on a test without sessions of late', () => {
  const idle = days(40, [0, 0], [0, 0])
  const sentence = (list: readonly DayCounts[]) => testSentence(judge(onDates(list), DESIGN), DESIGN)
  const since = ' No sessions on a complete day since Wednesday 16 September 2026.'

  it.each([
    ['before a first analysis', [10, 0], /^Still open after 56 days: 0 of about 50 sessions with an/],
    ['without a verdict', [200, 10], /^Still open after 56 days: “compact” is level: /],
  ] as const)('says since when: %s', (_, arm, begin) => {
    expect(sentence([...days(16, arm, arm), ...idle])).toMatch(begin)
    expect(sentence([...days(16, arm, arm), ...idle])).toContain(since)
  })

  it('says so after a verdict', () => {
    const list = days(16, [200, 10], [200, 40])
    expect(sentence([...list, ...idle])).toBe(sentence(list) + since)
  })

  it('says it of no test that never had any', () => {
    expect(sentence(idle)).toBe('No sessions on a complete day yet.')
  })
})

describe('the sentence on a test with two variants beside the control', () => {
  const design: NamedDesign = {
    ...DESIGN,
    names: ['default', 'compact', 'detailed'],
    weights: [0.4, 0.3, 0.3],
  }

  it('speaks of both, and says of two winners that they are not compared', () => {
    const list = onDates(days(30, [400, 20], [300, 30], [300, 33]))
    const sentence = testSentence(judge(list, design), design)
    expect(sentence).toContain('Keep “compact”.')
    expect(sentence).toContain('Keep “detailed”.')
    expect(sentence).toContain(
      'Of these, “detailed” has the higher lower end; the difference between them is not tested.',
    )
  })

  it('needs 84 conversions of all arms together: 25 in an arm of 0.3', () => {
    const list = onDates(days(6, [400, 1], [300, 1], [300, 1]))
    expect(testSentence(judge(list, design), design)).toBe(
      'Too early: 5 of at least 7 whole days with sessions; 18 of about 84 sessions with an affiliate click needed.',
    )
  })
})
