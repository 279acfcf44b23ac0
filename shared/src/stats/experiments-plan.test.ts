import { describe, expect, it } from 'vitest'
import { EXPERIMENTS } from '../domain/experiments.ts'
import { ExperimentGoal, planOf } from './experiments-plan.ts'

describe('the plan of a test', () => {
  it.each(EXPERIMENTS)('$name: is one that can end', ({ name }) => {
    const plan = planOf(name)
    expect(ExperimentGoal.options).toContain(plan.goal)
    expect(plan.alpha).toBeGreaterThan(0)
    expect(plan.alpha).toBeLessThanOrEqual(0.05)
    expect(plan.smallestLift).toBeGreaterThan(0)
    expect(plan.minDays % 7).toBe(0)
    expect(plan.minDays).toBeGreaterThanOrEqual(7)
    expect(plan.maxDays).toBeGreaterThan(plan.minDays)
    // Whatever has become a goal by default since it was planned.
    expect(plan.goals.event_types).toEqual([
      'newsletter_signup',
      'ebook_download',
      'contact_sent',
      'affiliate_click',
      'free_gift_click',
    ])
  })
})
