import { describe, expect, it } from 'vitest'
import { splitSentences, terms } from './experiment-text.ts'

const PLAN = {
  goal: 'affiliate_click',
  alpha: 0.05,
  alpha_per_comparison: 0.025,
  smallest_lift: 0.2,
  min_days: 7,
  max_days: 56,
} as const

const TERMS = {
  first_day: '2026-08-27',
  days: 89,
  plan: PLAN,
  decides: true,
  goal: 'affiliate_click',
  ended: null,
} as const

describe('the terms of a test', () => {
  it('say from when verdicts come, and that one may still come after the planned days', () => {
    expect(terms(TERMS)).toBe(
      'Began on Thursday 27 August 2026. 89 complete days counted. A verdict needs 7 whole days with sessions, so it may come from day 8 on; a test without one on day 56 (Wednesday 21 October 2026) is called undecided, and a later verdict still counts. Checking every day is safe: the chance of any false verdict is at most 5 in 100 over the whole test.',
    )
  })

  it('of one that has ended, what counted', () => {
    const ended = { at: '2026-11-24T03:24:00Z', variant: 'compact' }
    expect(terms({ ...TERMS, ended })).toBe(
      'Began on Thursday 27 August 2026. 89 complete days counted, by sessions with an affiliate click. Nothing after the end is in these figures.',
    )
  })
})

describe('what is said of the split', () => {
  const facts = {
    split: { status: 'ok', chi_square: 0.1, p: 0.75, failed_on: null },
    switchers: { sessions: 0, share: 0 },
    bots: 0,
    ended: null,
    cap: null,
    // At 03:24 on the 24th, the 23rd is not final yet.
    last_day: '2026-11-22',
    variants: [{ open: { exposures: 30 } }, { open: { exposures: 12 } }],
  } as const

  it('names the day from which it was not as planned', () => {
    const split = { status: 'mismatch', chi_square: 20, p: 0.00001, failed_on: '2026-11-17' } as const
    expect(splitSentences({ ...facts, split })[0]).toBe(
      'Split of sessions: not as planned since Tuesday 17 November 2026 (p < 0.001).',
    )
  })

  it('names the first day that is not counted yet, which may be yesterday', () => {
    expect(splitSentences(facts)).toEqual([
      'Split of sessions: as planned (p = 0.750).',
      'Not counted yet: 42 sessions from Monday 23 November 2026 on. A day is final six hours after it ends.',
    ])
  })

  it('has no day to name before the first is final', () => {
    expect(splitSentences({ ...facts, last_day: null })[1]).toMatch(
      /^Not counted yet: 42 sessions of days that/,
    )
  })

  it('counts those of two variants, and bots', () => {
    const [, switched, , bots] = splitSentences({
      ...facts,
      switchers: { sessions: 3, share: 0.0125 },
      bots: 1,
    })
    expect(switched).toBe('3 sessions saw two variants (1.3%).')
    expect(bots).toBe('Left out: 1 session of self-declared bots.')
  })

  it('names the cap of values, or that there is none', () => {
    expect(splitSentences({ ...facts, cap: { pounds: 80, capped: 3 } }).at(-1)).toBe(
      'Values are capped at £80.00 a session: 3 sessions had more.',
    )
    expect(splitSentences({ ...facts, cap: { pounds: null, capped: 0 } }).at(-1)).toBe(
      'Values are not capped.',
    )
  })
})
