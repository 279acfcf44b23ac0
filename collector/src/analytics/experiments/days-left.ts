import { total } from './day-counts.ts'
import { conversionsNeeded } from './first-analysis.ts'
import { alphaPerComparison, armsOf, type Design, type Judgement } from './judge.ts'
import { conversionVariances, neededSample } from './needed-sample.ts'

/** Traffic is averaged over a week, which has each weekday once. */
const WEEK = 7

/**
 * Days until a change of the planned size would be found with 80 % probability, given the control's rate at the first
 * analysis (before it, the rate so far) and the traffic of the last seven days. The observed difference is not used:
 * it swings, and it flatters. Null if there is no estimate.
 */
export function daysLeft(judgement: Judgement, variant: number, design: Design): number | null {
  const { analyses, firstAnalysis } = judgement
  const now = analyses.at(-1)
  const base = analyses[firstAnalysis ?? analyses.length - 1]
  const perDay = exposuresPerDay(judgement)
  if (!now || !base || perDay === 0) return null
  const needed = neededSessions()
  if (needed === null) return null
  return Math.max(
    firstAnalysis === null ? daysToFirstAnalysis(judgement, design) : 0,
    Math.ceil(Math.max(0, needed - total(now.arms).exposures) / perDay),
  )

  function neededSessions(): number | null {
    const { weights, plan, isValue } = design
    const all = weights.reduce((sum, weight) => sum + weight, 0)
    const [control] = armsOf(base?.arms ?? [], isValue)
    if (!control || control.n === 0 || control.mean === 0) return null
    const spread = isValue
      ? {
          controlVariance: control.variance,
          variantVariance: control.variance,
          difference: control.mean * plan.smallestLift,
        }
      : conversionVariances(control.mean, plan.smallestLift)
    return neededSample({
      ...spread,
      controlWeight: (weights[0] ?? 0) / all,
      variantWeight: (weights[variant] ?? 0) / all,
      firstAnalysis: firstAnalysis === null ? perDay * plan.minDays : total(base?.arms ?? []).exposures,
      alpha: alphaPerComparison(design),
    })
  }
}

/** Days until verdicts begin, at the present pace; at least one. */
function daysToFirstAnalysis({ analyses }: Judgement, { weights, plan, isValue }: Design): number {
  const { arms = [], wholeDays = 0 } = analyses.at(-1) ?? {}
  const { converters } = total(arms)
  const perDay = converters / Math.max(1, analyses.length)
  const missing = Math.max(0, conversionsNeeded(weights, isValue) - converters)
  const forConversions = perDay > 0 ? Math.ceil(missing / perDay) : 0
  return Math.max(1, plan.minDays - wholeDays, forConversions)
}

/** Mean of the last seven complete days, or of as many as there are. */
function exposuresPerDay({ analyses }: Judgement): number {
  const now = total(analyses.at(-1)?.arms ?? []).exposures
  const then = analyses.length > WEEK ? total(analyses.at(-1 - WEEK)?.arms ?? []).exposures : 0
  return (now - then) / Math.max(1, Math.min(WEEK, analyses.length))
}
