import { DEFAULT_GOALS } from '@half-measure/shared/stats/goals.ts'
import { describe, expect, it } from 'vitest'
import { type DayCounts, NO_COUNTS } from './day-counts.ts'
import { type Decision, judge } from './judge.ts'
import { type NamedDesign, testSentence, variantVerdict } from './verdict.ts'

const DESIGN: NamedDesign = {
  names: ['default', 'compact'],
  weights: [0.5, 0.5],
  goal: 'affiliate_click',
  plan: {
    goal: 'affiliate_click',
    goals: DEFAULT_GOALS,
    alpha: 0.05,
    smallestLift: 0.2,
    minDays: 7,
    maxDays: 56,
  },
  isValue: false,
  isEnded: false,
}

/** Days in a row with the same traffic: `[exposures, converters]` a day, the control first. */
function days(count: number, ...arms: readonly (readonly [number, number])[]): DayCounts[] {
  return Array.from({ length: count }, () => ({
    day: '',
    arms: arms.map(([exposures, converters]) => ({ ...NO_COUNTS, exposures, converters })),
  }))
}

function onDates(list: readonly DayCounts[]): DayCounts[] {
  return list.map(({ arms }, i) => ({
    day: new Date(Date.UTC(2026, 8, 1 + i)).toISOString().slice(0, 10),
    arms,
  }))
}

function verdictOf(list: readonly DayCounts[], design = DESIGN) {
  return variantVerdict(judge(onDates(list), design), 1, design)
}

describe('the verdict on a variant', () => {
  it('is none without sessions', () => {
    expect(verdictOf([])).toMatchObject({ kind: 'no_data', sentence: 'No sessions on a complete day yet.' })
  })

  it('is too early before seven whole days, and says what is missing and how long it may take', () => {
    const verdict = verdictOf(days(5, [200, 2], [200, 2]))
    expect(verdict.kind).toBe('too_early')
    expect(verdict.sentence).toBe(
      'Too early: 4 of at least 7 whole days with sessions; 20 of about 50 sessions with an affiliate click needed.',
    )
    expect(verdict.days_left).toBeGreaterThan(56)
  })

  it('waits for a whole week: the day in which the test begins is none', () => {
    const begun = days(1, [1, 0], [0, 0])
    const verdict = verdictOf([...begun, ...days(6, [400, 108], [400, 80])])
    expect(verdict).toMatchObject({
      sentence: 'Too early: 6 of at least 7 whole days with sessions.',
      days_left: 1,
    })
    expect(verdictOf([...begun, ...days(7, [400, 108], [400, 80])])).toMatchObject({
      kind: 'stop',
      since: '2026-09-08',
    })
  })

  it('waits for a week of days with sessions: seven without any make a verdict rest on one weekday', () => {
    const list = [...days(1, [5, 1], [5, 1]), ...days(7, [0, 0], [0, 0]), ...days(1, [300, 30], [300, 90])]
    expect(verdictOf(list).sentence).toBe('Too early: 1 of at least 7 whole days with sessions.')
    const week = [...list, ...days(6, [300, 30], [300, 90])]
    expect(verdictOf(week.slice(0, -1)).kind).toBe('too_early')
    expect(verdictOf(week)).toMatchObject({ kind: 'keep', since: '2026-09-15' })
  })

  it('is too early after seven days too, with too few conversions', () => {
    const verdict = verdictOf(days(12, [200, 2], [200, 2]))
    expect(verdict.kind).toBe('too_early')
    expect(verdict.sentence).toBe(
      'Too early after 12 days: 48 of about 50 sessions with an affiliate click needed.',
    )
    expect(verdictOf(days(13, [200, 2], [200, 2])).kind).toBe('cannot_tell')
  })

  it('is too early where nearly everybody converts, or too few came to check the split', () => {
    const verdict = verdictOf(days(8, [6, 6], [6, 6]))
    expect(verdict.sentence).toBe(
      'Too early after 8 days: 0 of about 50 sessions without one needed; too few sessions (96) to check the split.',
    )
  })

  it('does not wait for the conversions of a variant that has none: it is stopped', () => {
    const verdict = verdictOf(days(8, [200, 10], [200, 0]))
    expect(verdict).toMatchObject({ kind: 'stop', since: '2026-09-08', shrunk: false, days_left: null })
    expect(verdict.sentence).toMatch(
      /^“compact” is worse than “default”: between 100% and \d+% fewer sessions with an affiliate click\. Stop “compact”\.$/,
    )
  })

  it('is cannot tell yet while no change is possible, with the time that a worthwhile one needs', () => {
    const verdict = verdictOf(days(28, [200, 10], [200, 12]))
    // The vector of the method: 280 of 5,600 beside 336 of 5,600, analysed first after 8 days of 400.
    expect(verdict).toMatchObject({ kind: 'cannot_tell', since: null, days_left: 44 })
    expect(verdict.sentence).toBe(
      'Cannot tell yet: “compact” leads so far: between 5% fewer and 53% more sessions with an affiliate click than “default”. About 7 weeks more for a change of 20%.',
    )
  })

  it('is keep once the interval is above no change', () => {
    const verdict = verdictOf(days(84, [200, 10], [200, 12]), {
      ...DESIGN,
      plan: { ...DESIGN.plan, maxDays: 100 },
    })
    expect(verdict.kind).toBe('keep')
    expect(verdict.sentence).toBe(
      '“compact” is better than “default”: at least 3% and up to 39% more sessions with an affiliate click. Keep “compact”.',
    )
  })

  it('says so where the effect is below the smallest lift of the plan', () => {
    const verdict = verdictOf(days(50, [20_000, 1_000], [20_000, 1_080]))
    expect(verdict.kind).toBe('keep')
    expect(verdict.sentence).toContain('That is less than the 20% that the test was to find.')
  })

  it('is no difference once the interval lies within the smallest lift of the plan', () => {
    const verdict = verdictOf(days(40, [2_000, 100], [2_000, 101]))
    expect(verdict).toMatchObject({ kind: 'no_difference', days_left: null })
    expect(verdict.sentence).toBe(
      '“compact” makes no large difference: between 6% fewer and 8% more sessions with an affiliate click than “default”, and a change of 20% was sought. Take the simpler one.',
    )
  })

  it('is undecided after the planned days', () => {
    expect(verdictOf(days(55, [200, 10], [200, 11])).kind).toBe('cannot_tell')
    const verdict = verdictOf(days(56, [200, 10], [200, 11]))
    expect(verdict.kind).toBe('undecided')
    expect(verdict.sentence).toMatch(
      /^Still open after 56 days: “compact” leads so far: .* than “default”\. Keep “default”, or try a bolder change\.$/,
    )
  })

  it('is undecided after the planned days too where too little came for an analysis', () => {
    const little = (count: number) => verdictOf(days(count, [10, 0], [10, 0]))
    expect(little(55).kind).toBe('too_early')
    expect(little(56)).toMatchObject({
      kind: 'undecided',
      days_left: null,
      sentence: 'Still open after 56 days: 0 of about 50 sessions with an affiliate click needed.',
    })
    const other = { ...DESIGN, goal: 'newsletter_signup' } as const
    expect(verdictOf(days(56, [10, 0], [10, 0]), other).kind).toBe('too_early')
  })

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

  it('names the variant that is ahead before there is a verdict, never by how much alone', () => {
    expect(verdictOf(days(28, [200, 12], [200, 10])).sentence).toMatch(
      /^Cannot tell yet: “compact” trails so far: between \d+% fewer and \d+% more sessions with an affiliate click than “default”\./,
    )
    expect(verdictOf(days(28, [200, 10], [200, 10])).sentence).toMatch(/: “compact” is level: between /)
  })

  it('is overridden by a split that was wrong once, even if it analyses right now', () => {
    const wrong = days(8, [260, 10], [200, 12])
    const right = days(20, [2_000, 80], [2_015, 130])
    const list = [...wrong, ...right]
    const { split } = judge(onDates(list), DESIGN)
    expect(split.status).toBe('ok')
    const verdict = verdictOf(list)
    expect(verdict.kind).toBe('unhealthy')
    expect(verdict.sentence).toMatch(
      /expected 50\.0\/50\.0, got 5\d\.\d\/4\d\.\d up to \w+day \d September 2026\./,
    )
  })

  it('is overridden by sessions with two variants, from 1 in 20', () => {
    const switching = (switchers: number) =>
      days(10, [200, 10], [200, 12]).map(({ day, arms }) => ({
        day,
        arms: arms.map((counts) => ({ ...counts, switchers })),
      }))
    expect(verdictOf(switching(10)).kind).toBe('cannot_tell')
    expect(testSentence(judge(onDates(switching(10)), DESIGN), DESIGN)).toContain(
      '5% of sessions saw two variants: look into it.',
    )
    expect(verdictOf(switching(11)).kind).toBe('unhealthy')
    expect(verdictOf(switching(11)).sentence).toContain('6% of sessions saw two variants')
  })

  it('makes nothing of sessions with two variants among fewer than 100, as of their split', () => {
    const begun = (control: number) =>
      judge(
        onDates([
          { day: '', arms: [control, 40].map((exposures) => ({ ...NO_COUNTS, exposures, switchers: 3 })) },
        ]),
        DESIGN,
      )
    expect(testSentence(begun(59), DESIGN)).toMatch(/^Too early: /)
    expect(testSentence(begun(60), DESIGN)).toMatch(/^6% of sessions saw two variants\. /)
  })

  it('is a description, no more, for a goal that does not decide', () => {
    const verdict = verdictOf(days(84, [200, 10], [200, 20]), { ...DESIGN, goal: 'newsletter_signup' })
    expect(verdict).toMatchObject({ kind: 'described', since: null })
    expect(verdict.sentence).toContain('this test is decided by sessions with an affiliate click')
  })

  it('says where there is too little traffic to wait', () => {
    const verdict = verdictOf(days(50, [20, 1], [20, 1]))
    expect(verdict.kind).toBe('cannot_tell')
    expect(verdict.sentence).toContain('There is too little traffic for a change of 20%: it would take about')
  })
})

describe('the verdict on a test that has ended', () => {
  const ended = { ...DESIGN, isEnded: true }

  it('waits for no more data, and needs none', () => {
    expect(verdictOf(days(5, [200, 2], [200, 2]), ended)).toMatchObject({
      kind: 'undecided',
      days_left: null,
      sentence:
        'Ended before a verdict. Too early: 4 of at least 7 whole days with sessions; 20 of about 50 sessions with an affiliate click needed.',
    })
    expect(verdictOf(days(28, [200, 10], [200, 12]), ended)).toMatchObject({
      kind: 'undecided',
      days_left: null,
      sentence:
        'Ended undecided after 28 days: “compact” led: between 5% fewer and 53% more sessions with an affiliate click than “default”.',
    })
  })

  it('is what was decided before', () => {
    const list = days(84, [200, 10], [200, 12])
    const design = { ...DESIGN, plan: { ...DESIGN.plan, maxDays: 100 } }
    expect(verdictOf(list, { ...design, isEnded: true })).toEqual(verdictOf(list, design))
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

describe('the verdict by value per session', () => {
  const design: NamedDesign = {
    ...DESIGN,
    goal: 'value',
    isValue: true,
    plan: { ...DESIGN.plan, goal: 'value' },
  }
  /** So many orders of five pounds among 200 sessions. */
  const orders = (count: number, control: number, variant: number) =>
    days(count, [200, control], [200, variant]).map(({ day, arms }) => ({
      day,
      arms: arms.map((counts) => ({
        ...counts,
        sum: counts.converters * 5,
        squares: counts.converters * 25,
      })),
    }))

  it('begins with a hundred orders in the smaller arm', () => {
    expect(verdictOf(orders(9, 11, 11), design).kind).toBe('too_early')
    expect(verdictOf(orders(10, 11, 11), design).kind).toBe('cannot_tell')
  })

  it('does not need sessions without value: every session on the review has some', () => {
    expect(verdictOf(orders(10, 200, 200), design).kind).not.toBe('too_early')
  })

  it('stops a variant that earns nothing', () => {
    const verdict = verdictOf(orders(10, 30, 0), design)
    expect(verdict.kind).toBe('stop')
    expect(verdict.sentence).toMatch(
      /between \d+% and \d+% less estimated value per session\. Stop “compact”\.$/,
    )
  })
})
