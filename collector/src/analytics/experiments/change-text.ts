import type { InterimAnalysis } from './interim-analysis.ts'

type Round = (value: number) => number

/** `12%`, `0.4%`; never more digits than are significant. @param share 0 to 1. */
export function percent(share: number, round: Round = Math.round): string {
  return inSteps(share * 100, share < 0.01 ? 10 : 1, round, (value) => `${value}%`)
}

/**
 * `between 36% and 5% fewer`, `between 5% less and 53% more`: the range of a change, never its middle alone. If the
 * interval excludes zero, the nearer end is rounded towards zero, because it is promised.
 */
export function changeText(analysis: InterimAnalysis, isValue: boolean): string {
  const less = isValue ? 'less' : 'fewer'
  const [low, high] = analysis.liftInterval ?? analysis.interval
  const say = analysis.liftInterval ? percent : isValue ? pounds : points
  if (high < 0) return `between ${say(-low)} and ${say(-high, Math.floor)} ${less}`
  if (low > 0) return `between ${say(low, Math.floor)} and ${say(high)} more`
  return `between ${say(-low)} ${less} and ${say(high)} more`
}

/** `at least 4% and up to 39% more` */
export function gainText(analysis: InterimAnalysis, isValue: boolean): string {
  const [low, high] = analysis.liftInterval ?? [0, 0]
  return low < 0.001
    ? changeText(analysis, isValue)
    : `at least ${percent(low, Math.floor)} and up to ${percent(high)} more`
}

function points(share: number, round: Round = Math.round): string {
  return inSteps(share * 100, 10, round, (value) => `${value.toFixed(1)} points`)
}

function pounds(amount: number, round: Round = Math.round): string {
  return inSteps(amount, 100, round, (value) => `£${value.toFixed(2)}`)
}

/** What is less than a step is called that, not nothing. @param perUnit steps. */
function inSteps(value: number, perUnit: number, round: Round, say: (value: number) => string): string {
  const steps = round(value * perUnit)
  return steps === 0 && value > 0 ? `less than ${say(1 / perUnit)}` : say(steps / perUnit)
}

/** `3 days`, `6 weeks`, `9 months`: an estimate is not given to the day. */
export function durationText(days: number): string {
  if (days < 2) return '1 day'
  if (days <= 10) return `${days} days`
  if (days <= 90) return `${Math.ceil(days / 7)} weeks`
  const months = Math.ceil(days / 30)
  return months <= 24 ? `${months} months` : `${Math.ceil(days / 365)} years`
}
