import type { InterimAnalysis } from './interim-analysis.ts'
import type { Interval } from './wilson.ts'

/** `12%`, `0.4%`; never more digits than are significant. @param share 0 to 1. */
export function percent(share: number): string {
  const value = share * 100
  if (Math.abs(value) >= 1 || value === 0) return `${String(Math.round(value))}%`
  return Math.abs(value) < 0.05 ? 'less than 0.1%' : `${value.toFixed(1)}%`
}

/** `between 36% and 5% fewer`, `between 5% less and 53% more`: the range of a change, never its middle alone. */
export function changeText(analysis: InterimAnalysis, isValue: boolean): string {
  const less = isValue ? 'less' : 'fewer'
  const [low, high] = analysis.liftInterval ?? analysis.interval
  const say = analysis.liftInterval ? percent : absolute(isValue)
  const [from, to] = [say(Math.abs(low)), say(Math.abs(high))]
  if (high < 0) return `between ${from} and ${to} ${less}`
  if (low > 0) return `between ${from} and ${to} more`
  return `between ${from} ${less} and ${to} more`
}

/** `at least 4% and up to 39% more`: the lower end is rounded down, because it is promised. */
export function gainText({ liftInterval, interval }: InterimAnalysis, isValue: boolean): string {
  if (!liftInterval) {
    const [low, high] = interval.map(absolute(isValue))
    return `between ${low} and ${high} more`
  }
  return `at least ${percent(floorPercent(liftInterval))} and up to ${percent(liftInterval[1])} more`
}

function floorPercent([low]: Interval): number {
  return low >= 0.01 ? Math.floor(low * 100) / 100 : low
}

function absolute(isValue: boolean): (difference: number) => string {
  return (difference) => (isValue ? `£${difference.toFixed(2)}` : `${(difference * 100).toFixed(1)} points`)
}

/** `3 days`, `6 weeks`, `9 months`: an estimate is not given to the day. */
export function durationText(days: number): string {
  if (days < 2) return '1 day'
  if (days <= 10) return `${days} days`
  if (days <= 90) return `${Math.ceil(days / 7)} weeks`
  const months = Math.ceil(days / 30)
  return months <= 24 ? `${months} months` : `${Math.ceil(days / 365)} years`
}
