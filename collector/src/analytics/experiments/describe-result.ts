import { publication } from '@half-measure/shared/publication.ts'
import type { ExperimentResult } from '@half-measure/shared/stats/experiments-result.ts'
import { type ArmCounts, NO_COUNTS, total } from './day-counts.ts'
import { alphaPerComparison, armsOf, type DailyAnalysis, type Judgement } from './judge.ts'
import type { InterimAnalysis } from './interim-analysis.ts'
import { type NamedDesign, testSentence, testVerdict, variantVerdict } from './verdict.ts'
import { SINGLE_ANALYSIS_Z, wilson } from './wilson.ts'

export interface Findings {
  readonly test: string
  readonly design: NamedDesign
  readonly judgement: Judgement
  /** Counts of days that are not complete, by variant. */
  readonly open: readonly ArmCounts[]
  readonly bots: number
  /** In pounds. */
  readonly cap: number | null
  readonly ended: ExperimentResult['ended']
}

type Variant = ExperimentResult['variants'][number]

/** A judged test in the shape of the response. An untrustworthy test has no figures by variant except the split. */
export function describeResult(findings: Findings): ExperimentResult {
  const { test, design, judgement, open, bots, cap, ended } = findings
  const { plan, goal, isValue } = design
  const { analyses, firstAnalysis, splitFailure } = judgement
  const split = splitFailure?.check ?? judgement.split
  const last = analyses.at(-1)
  const all = total(last?.arms ?? [])
  const isTrusted = testVerdict(judgement, design)?.kind !== 'unhealthy'
  const variants = describeVariants(judgement, open, design)
  return {
    test,
    goal,
    decides: goal === plan.goal,
    plan: {
      goal: plan.goal,
      alpha: plan.alpha,
      alpha_per_comparison: alphaPerComparison(design),
      smallest_lift: plan.smallestLift,
      min_days: plan.minDays,
      max_days: plan.maxDays,
    },
    time_zone: publication.timeZone,
    ended,
    first_day: analyses[0]?.day ?? null,
    last_day: last?.day ?? null,
    days: analyses.length,
    first_analysis: analyses[firstAnalysis ?? -1]?.day ?? null,
    split: {
      status: split.status,
      chi_square: split.chiSquare,
      p: split.p,
      failed_on: splitFailure?.day ?? null,
    },
    switchers: { sessions: all.switchers, share: all.exposures === 0 ? 0 : all.switchers / all.exposures },
    bots,
    cap: isValue ? { pounds: cap, capped: all.capped } : null,
    variants: isTrusted ? variants : variants.map(withoutFigures),
    analyses: isTrusted
      ? analyses.map((analysis) => ({ day: analysis.day, arms: armsAt(analysis, design) }))
      : [],
    sentence: testSentence(judgement, design),
  }
}

function withoutFigures(variant: Variant): Variant {
  return {
    ...variant,
    converters: null,
    rate: null,
    rate_interval: null,
    open: variant.open && { ...variant.open, converters: null },
    comparison: null,
  }
}

function describeVariants(judgement: Judgement, open: readonly ArmCounts[], design: NamedDesign): Variant[] {
  const last = judgement.analyses.at(-1)
  const all = design.weights.reduce((sum, weight) => sum + weight, 0)
  return design.weights.map((weight, i) => {
    const counts = last?.arms[i] ?? NO_COUNTS
    const { exposures, converters } = open[i] ?? NO_COUNTS
    return {
      variant: design.names[i] ?? '',
      is_control: i === 0,
      weight: weight / all,
      exposures: counts.exposures,
      expected: judgement.split.expected[i] ?? 0,
      converters: counts.converters,
      ...rateOf(counts, design),
      open: { exposures, converters },
      comparison: describeAnalysis(last?.comparisons[i]),
      verdict: i === 0 ? null : variantVerdict(judgement, i, design),
    }
  })
}

function armsAt({ arms, comparisons }: DailyAnalysis, design: NamedDesign) {
  return arms.map((counts, i) => ({
    variant: design.names[i] ?? '',
    exposures: counts.exposures,
    converters: counts.converters,
    rate: rateOf(counts, design).rate,
    comparison: describeAnalysis(comparisons[i]),
  }))
}

function rateOf(counts: ArmCounts, { isValue }: NamedDesign): Pick<Variant, 'rate' | 'rate_interval'> {
  const { exposures, converters } = counts
  if (exposures === 0) return { rate: null, rate_interval: null }
  const [arm] = armsOf([counts], isValue)
  const rate = arm?.mean ?? 0
  if (!isValue) return { rate, rate_interval: wilson(converters, exposures) }
  const half = SINGLE_ANALYSIS_Z * Math.sqrt((arm?.variance ?? 0) / exposures)
  return { rate, rate_interval: exposures < 2 ? null : [rate - half, rate + half] }
}

function describeAnalysis(analysis: InterimAnalysis | null | undefined) {
  if (!analysis) return null
  return {
    difference: analysis.difference,
    interval: analysis.interval,
    lift: analysis.liftInterval ? analysis.lift : null,
    lift_interval: analysis.liftInterval,
    p: analysis.p,
  }
}
