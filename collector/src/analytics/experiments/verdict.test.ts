import { describe, expect, it } from 'vitest'
import { NO_COUNTS } from './day-counts.ts'
import { judge } from './judge.ts'
import { days, DESIGN, onDates, verdictOf } from './testing/made-up-days.ts'
import { type NamedDesign, testSentence } from './verdict.ts'

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
