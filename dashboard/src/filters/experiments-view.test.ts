import { ExperimentGoal } from '@half-measure/shared/stats/experiments-plan.ts'
import { describe, expect, it } from 'vitest'
import { GOAL_LABELS, readGoal, writeGoal } from './experiments-view.ts'

describe('the goal in the address', () => {
  it.each([null, ...ExperimentGoal.options])('%s is read back as it was written', (goal) => {
    expect(readGoal(writeGoal(goal))).toBe(goal)
  })

  it.each(['', 'purchase', 'VALUE'])('%j stands for each test’s own goal', (text) => {
    expect(readGoal(new URLSearchParams({ goal: text }))).toBeNull()
  })

  it('has a name for each goal', () => {
    expect(Object.keys(GOAL_LABELS).toSorted()).toEqual([...ExperimentGoal.options].toSorted())
  })
})
