import { describe, expect, it } from 'vitest'
import type { DayCounts } from './day-counts.ts'
import { type Decision, judge } from './judge.ts'
import { days, DESIGN, onDates, verdictOf } from './testing/made-up-days.ts'
import { variantVerdict } from './verdict.ts'

describe('a decision', () => {
  it('stays once it is reached, and says that the lead has shrunk', () => {
    const early = days(20, [400, 20], [400, 34])
    const first = verdictOf(early)
    const later = verdictOf([...early, ...days(30, [400, 27], [400, 20])])
    expect(first.kind).toBe('keep')
    expect(later).toMatchObject({ kind: 'keep', since: first.since, shrunk: true })
    expect(later.sentence).toMatch(
      / Keep “compact”\. Since then, its lead has shrunk: no change is possible again\.$/,
    )
  })

  it('says of a variant that was stopped that it has caught up: it never led', () => {
    const early = days(20, [400, 34], [400, 20])
    const later = verdictOf([...early, ...days(30, [400, 20], [400, 27])])
    expect(later).toMatchObject({ kind: 'stop', shrunk: true })
    expect(later.sentence).toMatch(
      / Stop “compact”\. Since then, it has caught up: no change is possible again\.$/,
    )
  })

  it.each([
    ['keep', 20, 44, 30, 6, 'worse: between 58% and 44% fewer'],
    ['stop', 44, 20, 6, 30, 'better: between 79% and 137% more'],
  ])('stays %s with a difference on the other side, which it says', (kind, a, b, laterA, laterB, turned) => {
    const early = days(10, [200, a], [200, b])
    const later = verdictOf([...early, ...days(40, [200, laterA], [200, laterB])])
    expect(later).toMatchObject({ kind, since: '2026-09-08', shrunk: true })
    expect(later.sentence).toMatch(/ (Keep|Stop) “compact”\. Since then, /)
    expect(later.sentence).toContain(
      ` Since then, it has done ${turned} sessions with an affiliate click over the whole test. Look into it.`,
    )
  })

  it('says of no difference worth having that one has become possible again', () => {
    const early = days(8, [400, 108], [400, 99])
    const later = verdictOf([...early, ...days(1, [400, 108], [400, 78])])
    expect(later).toMatchObject({ kind: 'no_difference', shrunk: true })
    expect(later.sentence).toContain(
      'Take the simpler one. Since then, a larger difference has become possible again.',
    )
  })

  it.each([
    ['stop', 99],
    ['keep', 117],
  ])('is %s once a small difference turns out to be real, and stays', (kind, converters) => {
    const list = days(56, [400, 108], [400, converters])
    const early = verdictOf(list.slice(0, 14))
    expect(early.kind).toBe('no_difference')
    const later = verdictOf(list)
    expect(later).toMatchObject({ kind, shrunk: false })
    expect(later.since?.localeCompare(early.since ?? '')).toBe(1)
    const last = verdictOf([...list, ...days(30, [400, converters], [400, 108])])
    expect(last).toMatchObject({ kind, since: later.since, shrunk: true })
  })

  it('is no difference as recorded, although without the erased sessions an earlier day shows one', () => {
    const list = onDates([...days(20, [400, 20], [400, 34]), ...days(30, [400, 27], [400, 20])])
    expect(judge(list, DESIGN).decisions[1]).toMatchObject({ kind: 'keep' })
    const recorded: Decision = { kind: 'no_difference', since: '2026-10-15', sentence: 'As it was.' }
    expect(judge(list, DESIGN, [null, recorded]).decisions[1]).toEqual(recorded)
  })
})

describe('a decision that was recorded', () => {
  const recorded = { kind: 'keep', since: '2026-09-03', sentence: 'Kept in those days.' } as const
  const judged = (list: readonly DayCounts[], design = DESIGN, decision: Decision = recorded) =>
    variantVerdict(judge(onDates(list), design, [null, decision]), 1, design)

  it('stands in its own words where the days that led to it no longer show it', () => {
    const sentence = 'Kept in those days. Since then, its lead has shrunk: no change is possible again.'
    const list = days(28, [200, 10], [200, 12])
    expect(judged(list)).toMatchObject({ kind: 'keep', since: '2026-09-03', shrunk: true, sentence })
    expect(judged(list, DESIGN, { ...recorded, sentence })).toMatchObject({ sentence })
  })

  it('says what has become of it today, not what had when it was recorded', () => {
    const turned = days(40, [200, 30], [200, 6])
    const { sentence } = judged(turned)
    expect(sentence).toMatch(/^Kept in those days\. Since then, it has done worse: [^.]+\. Look into it\.$/)
    const later = judged(days(28, [200, 10], [200, 12]), DESIGN, { ...recorded, sentence })
    expect(later.sentence).toBe(
      'Kept in those days. Since then, its lead has shrunk: no change is possible again.',
    )
    expect(judged(turned, DESIGN, { ...recorded, sentence: later.sentence })).toMatchObject({ sentence })
  })

  it('has the figures of today where they still show it', () => {
    const verdict = judged(days(84, [200, 10], [200, 12]))
    expect(verdict).toMatchObject({ kind: 'keep', since: '2026-09-03', shrunk: false })
    expect(verdict.sentence).toContain('at least 3% and up to 39% more')
  })

  it('leaves the other variants as early as they are', () => {
    const design = { ...DESIGN, names: ['default', 'compact', 'detailed'], weights: [0.4, 0.3, 0.3] }
    const judgement = judge(onDates(days(4, [200, 2], [150, 2], [150, 2])), design, [null, recorded])
    expect(variantVerdict(judgement, 2, design)).toMatchObject({
      kind: 'too_early',
      sentence:
        'Too early: 3 of at least 7 whole days with sessions; 24 of about 84 sessions with an affiliate click needed.',
    })
  })

  it('stays as it was where there is nothing left to compare', () => {
    expect(judged(days(4, [200, 2], [200, 2]))).toMatchObject(recorded)
  })

  it('is not known before its day, and decides no other goal', () => {
    expect(judged(days(2, [200, 2], [200, 2])).kind).toBe('too_early')
    expect(judged(days(28, [200, 10], [200, 12]), { ...DESIGN, goal: 'newsletter_signup' }).kind).toBe(
      'described',
    )
  })

  it('is hidden with all others where the split is wrong', () => {
    expect(judged(days(28, [400, 10], [200, 12])).kind).toBe('unhealthy')
  })
})
