import type { ExperimentPlan } from '@half-measure/shared/stats/experiments-plan.ts'
import { type Arm, conversionArm, valueArm, withVariance } from './arm.ts'
import { accumulate, type ArmCounts, type CountsSoFar, type DayCounts } from './day-counts.ts'
import { mayAnalyse } from './first-analysis.ts'
import { type InterimAnalysis, analyse } from './interim-analysis.ts'
import { checkSampleRatio, type SampleRatioCheck } from './split-check.ts'

/** Design of a test, fixed before its start; in the planned split the control is first. */
export interface Design {
  readonly weights: readonly number[]
  readonly plan: ExperimentPlan
  /** Whether the goal is pounds per session, not a share of sessions. */
  readonly isValue: boolean
}

/**
 * A verdict that has been reached. It stays, whatever later analyses say: that is what the error rate covers. Only no
 * large difference gives way, once the interval of a later day shows on which side of the control the variant lies.
 */
export interface Decision {
  readonly kind: 'keep' | 'stop' | 'no_difference'
  readonly since: string
  /** Sentence of the verdict at the time, for a recorded decision. */
  readonly sentence?: string
}

/** The end of a complete day. */
export interface DailyAnalysis extends CountsSoFar {
  /** By variant; null for the control, and before the first analysis. */
  readonly comparisons: readonly (InterimAnalysis | null)[]
}

export interface Judgement {
  /** One a day, oldest first. */
  readonly analyses: readonly DailyAnalysis[]
  /** Index in `analyses` of the first day with verdicts. */
  readonly firstAnalysis: number | null
  /** At the last analysis. */
  readonly split: SampleRatioCheck
  /** The first day with a split mismatch, which is permanent: more of the same data repairs nothing. */
  readonly splitFailure: { readonly day: string; readonly check: SampleRatioCheck } | null
  /** By variant. */
  readonly decisions: readonly (Decision | null)[]
}

/** Alpha of one comparison: the variants other than the control share the chance of a false verdict. */
export function alphaPerComparison({ weights, plan }: Design): number {
  return plan.alpha / Math.max(1, weights.length - 1)
}

/**
 * Analyses a test at the end of each of its complete days, in order.
 *
 * @param days complete ones, oldest first.
 * @param recorded earlier decisions by variant. They stand even if the days that led to them were erased or have
 * expired.
 */
export function judge(
  days: readonly DayCounts[],
  design: Design,
  recorded: readonly (Decision | null)[] = [],
): Judgement {
  const { weights, plan, isValue } = design
  const alpha = alphaPerComparison(design)
  const analyses: DailyAnalysis[] = []
  const lastDay = days.at(-1)?.day ?? ''
  const decisions = weights.map((_, i) => {
    const decision = recorded[i]
    return decision && decision.since <= lastDay ? decision : null
  })
  let firstAnalysis: number | null = null
  let split = splitOf([], weights)
  let splitFailure: Judgement['splitFailure'] = null

  for (const [index, counts] of accumulate(days).entries()) {
    const { day, arms } = counts
    split = splitOf(arms, weights)
    if (split.status === 'mismatch') splitFailure ??= { day, check: split }
    if (firstAnalysis === null && mayAnalyse(counts, design)) firstAnalysis = index
    const first = firstAnalysis === index ? arms : analyses[firstAnalysis ?? -1]?.arms
    const comparisons = first ? compare(arms, first, alpha, isValue) : weights.map(() => null)
    analyses.push({ ...counts, comparisons })
    for (const [variant, analysis] of comparisons.entries()) {
      const kind = analysis && decide(analysis, plan.smallestLift)
      const earlier = decisions[variant]
      const isOpen =
        !earlier || (earlier.kind === 'no_difference' && kind !== earlier.kind && day > earlier.since)
      if (kind && isOpen) decisions[variant] = { kind, since: day }
    }
  }
  return { analyses, firstAnalysis, split, splitFailure, decisions }
}

export function armsOf(counts: readonly ArmCounts[], isValue: boolean): Arm[] {
  return isValue
    ? withVariance(counts.map(({ exposures, sum, squares }) => valueArm(exposures, sum, squares)))
    : counts.map(({ exposures, converters }) => conversionArm(exposures, converters))
}

function compare(
  counts: readonly ArmCounts[],
  first: readonly ArmCounts[],
  alpha: number,
  isValue: boolean,
): (InterimAnalysis | null)[] {
  const arms = armsOf(counts, isValue)
  const [control] = arms
  return arms.map((arm, i) => {
    if (!control || i === 0) return null
    return analyse(
      control,
      arm,
      { control: first[0]?.exposures ?? 0, variant: first[i]?.exposures ?? 0 },
      alpha,
    )
  })
}

function decide(
  { interval, liftInterval }: InterimAnalysis,
  smallestLift: number,
): Decision['kind'] | undefined {
  if (interval[1] < 0) return 'stop'
  if (interval[0] > 0) return 'keep'
  return isSmallChange({ liftInterval }, smallestLift) ? 'no_difference' : undefined
}

/** Whether every change that is still possible is too small to be worth having. */
export function isSmallChange(
  { liftInterval }: Pick<InterimAnalysis, 'liftInterval'>,
  smallestLift: number,
): boolean {
  return liftInterval !== null && liftInterval[0] > -smallestLift && liftInterval[1] < smallestLift
}

function splitOf(arms: readonly ArmCounts[], weights: readonly number[]): SampleRatioCheck {
  return checkSampleRatio(
    weights.map((_, i) => arms[i]?.exposures ?? 0),
    weights,
  )
}
