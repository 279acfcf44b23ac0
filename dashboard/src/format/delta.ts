import { METRICS, type Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { formatCount, formatShare } from './number.ts'

/** How a figure changed against another one. */
export interface Delta {
  /** `+12.3%`, `−0.4 pp`, `new`. */
  text: string
  /** The same without its sign, for a sentence that says it in words. */
  amount: string
  direction: 'up' | 'down' | 'flat'
  tone: 'good' | 'bad' | 'neutral'
}

/** Null where there is nothing to compare. Rates change by percentage points, everything else in percent. */
export function deltaOf(
  metric: Metric,
  now: number | null | undefined,
  before: number | null | undefined,
): Delta | null {
  if (now === null || now === undefined || before === null || before === undefined) return null
  const { unit, better } = METRICS[metric]
  if (unit !== 'percent' && before === 0 && now !== 0)
    return { text: 'new', amount: 'from nothing', direction: 'up', tone: toneOf(1, better) }
  const change = rounded(unit === 'percent' ? now - before : before === 0 ? 0 : (now / before - 1) * 100)
  const sign = change > 0 ? '+' : change < 0 ? '−' : ''
  const amount = unit === 'percent' ? `${Math.abs(change).toFixed(1)} pp` : percent(Math.abs(change))
  return {
    text: sign + amount,
    amount,
    direction: change > 0 ? 'up' : change < 0 ? 'down' : 'flat',
    tone: toneOf(change, better),
  }
}

/** To the tenth that is shown, so that what reads as no change is none. */
function rounded(change: number): number {
  return Math.round(change * 10) / 10
}

function percent(amount: number): string {
  return amount < 100 ? formatShare(amount) : `${formatCount(Math.round(amount))}%`
}

function toneOf(change: number, better: 'higher' | 'lower' | 'neither'): Delta['tone'] {
  if (change === 0 || better === 'neither') return 'neutral'
  return change > 0 === (better === 'higher') ? 'good' : 'bad'
}
