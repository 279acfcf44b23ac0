import type { MetricFacts } from '@half-measure/shared/stats/engine/metrics.ts'

type Unit = MetricFacts['unit']
type Value = number | null | undefined

const count = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })
const two = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

/** A metric in an email: `12,345`, `3.27%`, `72 s`, `£120.00`; a dash where there is none. */
export function formatMetric(unit: Unit, value: Value): string {
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

/** `up 12%`, `down 3%`, `unchanged`, `new`; of percentages in points. Empty where there is nothing to compare. */
export function formatChange(unit: Unit, value: Value, before: Value): string {
  if (value === null || value === undefined || before === null || before === undefined) return ''
  if (unit === 'percent') return direction(value - before, (change) => `${two.format(change)} points`)
  if (before === 0) return value === 0 ? 'unchanged' : 'new'
  return direction(((value - before) / before) * 100, (change) => `${count.format(change)}%`)
}

function direction(change: number, format: (size: number) => string): string {
  const size = format(Math.abs(change))
  if (size === format(0)) return 'unchanged'
  return `${change > 0 ? 'up' : 'down'} ${size}`
}
