import { z } from 'zod'
import { CONVERSION_LABELS, CONVERSION_TYPES } from '../domain/conversion-types.ts'
import type { Goals } from './goals.ts'

/** What a test is judged by: one kind of conversion, any goal, or the pounds of its goals per session. */
export const ExperimentGoal = z.enum([...CONVERSION_TYPES, 'any_goal', 'value'])
export type ExperimentGoal = z.infer<typeof ExperimentGoal>

/** The goal in words: `Sessions with an affiliate click`. */
export function goalLabel(goal: ExperimentGoal): string {
  switch (goal) {
    case 'any_goal':
      return 'Sessions with a goal'
    case 'value':
      return 'Estimated value per session'
    default:
      return `Sessions with ${CONVERSION_LABELS[goal].inSentence}`
  }
}

/**
 * What is fixed before a test begins, because choosing it later would let the figures choose. Changing any of it makes
 * another test, which needs another name.
 */
export interface ExperimentPlan {
  /** The one goal that decides; others are described without a verdict. */
  readonly goal: ExperimentGoal
  /** What `any_goal` and `value` count where they decide, whatever Settings say later. */
  readonly goals: Goals
  /** Chance of any false verdict, over all variants and all analyses. */
  readonly alpha: number
  /** Relative change of the goal that would be worth having, 0.1 for a tenth. */
  readonly smallestLift: number
  /**
   * Days with sessions before the first analysis, without the one in which the test begins: whole weeks, because
   * weekdays differ.
   */
  readonly minDays: number
  /** Days after which a test that is still open is called undecided. */
  readonly maxDays: number
}

/** The list as it was when the tests were planned: a type that is added to the defaults later must not change them. */
const GOALS: Goals = {
  event_types: ['newsletter_signup', 'ebook_download', 'contact_sent', 'affiliate_click', 'free_gift_click'],
  custom: [],
}

const USUAL = { goals: GOALS, alpha: 0.05, smallestLift: 0.2, minDays: 7, maxDays: 56 } as const

/** Both tests stand on the review, which exists to lead readers to the products. */
const PLANS: ReadonlyMap<string, ExperimentPlan> = new Map([
  ['review_page_layout', { ...USUAL, goal: 'affiliate_click' }],
  ['cta_button_text', { ...USUAL, goal: 'affiliate_click' }],
])

/** The plan of a test; a test without one of its own is read by affiliate clicks. */
export function planOf(testName: string): ExperimentPlan {
  return PLANS.get(testName) ?? { ...USUAL, goal: 'affiliate_click' }
}
