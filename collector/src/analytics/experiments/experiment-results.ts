import type { Experiment } from '@half-measure/shared/domain/experiments.ts'
import { type ExperimentGoal, planOf } from '@half-measure/shared/stats/experiments-plan.ts'
import type { ExperimentResult } from '@half-measure/shared/stats/experiments-result.ts'
import type { ReportSources } from '../report-scope.ts'
import { completeDays } from './complete-days.ts'
import { describeResult } from './describe-result.ts'
import { exposedBots, exposures, valueCap } from './exposures.ts'
import { type Decision, judge } from './judge.ts'

export interface ResultQuery {
  readonly experiment: Experiment
  /** By default the plan's. */
  readonly goal?: ExperimentGoal | undefined
  /** Milliseconds since 1970. */
  readonly until: number
  /** Earlier decisions, by variant. */
  readonly decisions?: readonly (Decision | null)[]
  /** Set if the test has ended by then. */
  readonly ended?: ExperimentResult['ended']
}

/**
 * A test's result as of a moment, from the first stored exposure on, by days of the magazine's time zone; the same
 * for every viewer. Reading it often changes nothing.
 */
export async function experimentResults(
  { queryRows, goals }: Pick<ReportSources, 'queryRows' | 'goals'>,
  { experiment, goal: requestedGoal, until, decisions = [], ended = null }: ResultQuery,
): Promise<ExperimentResult> {
  const { name: test, variants } = experiment
  const plan = planOf(test)
  const goal = requestedGoal ?? plan.goal
  const isValue = goal === 'value'

  const counted = goal === plan.goal ? plan.goals : await goals()
  const query = { test, goal, goals: counted, until, cap: null }
  const uncapped = await exposures(queryRows, query)
  const [first] = uncapped
  const cap = isValue && first ? await valueCap(queryRows, first.day_start * 1_000, counted) : null
  const rows = cap === null ? uncapped : await exposures(queryRows, { ...query, cap })
  const days = completeDays(rows, variants, until)
  const design = {
    names: variants.map(({ name }) => name),
    weights: variants.map(({ weight }) => weight),
    plan,
    goal,
    isValue,
    isEnded: ended !== null,
  }
  return describeResult({
    test,
    design,
    open: days.open,
    judgement: judge(days.complete, design, decisions),
    bots: await exposedBots(queryRows, query),
    cap,
    ended,
  })
}
