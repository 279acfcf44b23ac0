import { describe, expect, it } from 'vitest'
import { EXPERIMENTS } from '../domain/experiments.ts'
import { anAssignment } from '../testing/events.ts'
import { problemsOf } from '../testing/problems-of.ts'
import { AbAssignment } from './ab-assignment.ts'

const given = (overrides: object) => ({ ...anAssignment(), ...overrides })

describe('AbAssignment', () => {
  it('takes every variant of every test, and no page', () => {
    for (const { name, variants } of EXPERIMENTS) {
      for (const variant of variants) {
        expect(AbAssignment.parse(given({ test_name: name, variant: variant.name, page_path: '/' }))).toEqual(
          {
            type: 'ab_assignment',
            event_id: expect.any(String),
            occurred_at: expect.any(Number),
            test_name: name,
            variant: variant.name,
          },
        )
      }
    }
  })

  it('needs an id, a time, a test and a variant', () => {
    expect(problemsOf(AbAssignment, { type: 'ab_assignment' })).toEqual([
      'event_id',
      'occurred_at',
      'test_name',
      'variant',
    ])
  })

  it.each([
    ['an unknown test', { test_name: 'hero_colour' }],
    ['an unknown variant', { variant: 'verbose' }],
    ['the variant of another test', { variant: 'Learn More' }],
    ['another spelling', { variant: 'Compact' }],
    ['a name that every object has', { test_name: 'constructor', variant: 'constructor' }],
    ['nothing', { test_name: '', variant: '' }],
  ])('refuses %s', (_, overrides) => {
    expect(problemsOf(AbAssignment, given(overrides))).toEqual(['variant'])
  })

  it('refuses names of more than 64 characters', () => {
    const parsed = problemsOf(AbAssignment, given({ test_name: 'x'.repeat(65), variant: 'x'.repeat(65) }))
    expect([...new Set(parsed)]).toEqual(['test_name', 'variant'])
  })
})
