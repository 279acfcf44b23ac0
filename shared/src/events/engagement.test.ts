import { describe, expect, it } from 'vitest'
import { anEngagement } from '../testing/events.ts'
import { problemsOf } from '../testing/problems-of.ts'
import { Engagement } from './engagement.ts'

const given = (overrides: object) => ({ ...anEngagement(), ...overrides })

describe('Engagement', () => {
  it.each([
    [{ active_ms: 30_000 }],
    [{ scroll_depth: 50 }],
    [{ active_ms: 0, scroll_depth: 0 }],
    [{ lcp_ms: 1_800 }],
    [{ inp_ms: 0 }],
    [{ cls: 0 }],
    [{ lcp_ms: 1_800, inp_ms: 96, cls: 0.0312 }],
  ])('takes %j', (overrides) => {
    const { active_ms: _, ...bare } = anEngagement()
    expect(Engagement.parse({ ...bare, ...overrides })).toMatchObject(overrides)
  })

  it('needs a time, a depth or a vital', () => {
    const { active_ms: _, ...bare } = anEngagement()
    expect(problemsOf(Engagement, bare)).toEqual([''])
  })

  it('needs an id, a time and a path', () => {
    expect(problemsOf(Engagement, { type: 'engagement', active_ms: 1 })).toEqual([
      'event_id',
      'occurred_at',
      'page_path',
    ])
  })

  it.each([
    ['active_ms', [0, 3_600_000], [-1, 3_600_001, 0.5, Infinity, '1', null]],
    ['scroll_depth', [0, 12.5, 100], [-0.1, 100.1, Infinity, Number.NaN, '50', null]],
    ['lcp_ms', [0, 3_600_000], [-1, 3_600_001, 0.5, Infinity, '1', null]],
    ['inp_ms', [0, 3_600_000], [-1, 3_600_001, 0.5, Infinity, '1', null]],
    ['cls', [0, 0.1, 1_000], [-0.1, 1_000.1, Infinity, Number.NaN, '0', null]],
  ])('bounds %s', (field, good, bad) => {
    for (const value of good) expect(problemsOf(Engagement, given({ [field]: value }))).toEqual([])
    for (const value of bad) expect(problemsOf(Engagement, given({ [field]: value }))).toEqual([field])
  })

  it('strips what it does not know', () => {
    expect(Engagement.parse(given({ page_title: 'x' }))).not.toHaveProperty('page_title')
  })
})
