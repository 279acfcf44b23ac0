import type { MetricFacts } from '@half-measure/shared/stats/engine/metrics.ts'

const count = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })
const two = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

/** A figure in a letter: `12,345`, `3.27%`, `72 s`, `£120.00`; a dash where there is none. */
export function figureWords(unit: MetricFacts['unit'], value: number | null | undefined): string {
  if (value === null || value === undefined) return '–'
  switch (unit) {
    case 'count':
      return count.format(value)
    case 'percent':
      return `${two.format(value)}%`
    case 'seconds':
      return `${count.format(value)} s`
    case 'ratio':
      return two.format(value)
    case 'gbp':
      return pounds.format(value)
  }
}

/** `up 12%`, `down 3%`, `as before`, `new`; of percentages the change is in points. Empty where nothing can be said. */
export function changeWords(
  unit: MetricFacts['unit'],
  value: number | null | undefined,
  before: number | null | undefined,
): string {
  if (value === null || value === undefined || before === null || before === undefined) return ''
  if (unit === 'percent') return direction(value - before, (change) => `${two.format(change)} points`)
  if (before === 0) return value === 0 ? 'as before' : 'new'
  return direction(((value - before) / before) * 100, (change) => `${count.format(change)}%`)
}

function direction(change: number, words: (size: number) => string): string {
  const size = words(Math.abs(change))
  if (size === words(0)) return 'as before'
  return `${change > 0 ? 'up' : 'down'} ${size}`
}
