import { formatCount, formatRatio } from '@half-measure/shared/format-figures.ts'
import type { FigureUnit } from '@half-measure/shared/stats/definitions.ts'

type Value = number | null | undefined

/** `up 12%`, `down 3%`, `unchanged`, `new`; of percentages in points. Empty where there is nothing to compare. */
export function formatChange(unit: FigureUnit, value: Value, before: Value): string {
  if (value === null || value === undefined || before === null || before === undefined) return ''
  if (unit === 'percent') return direction(value - before, (change) => `${formatRatio(change)} points`)
  if (before === 0) return value === 0 ? 'unchanged' : 'new'
  return direction(((value - before) / before) * 100, (change) => `${formatCount(Math.round(change))}%`)
}

function direction(change: number, format: (size: number) => string): string {
  const size = format(Math.abs(change))
  if (size === format(0)) return 'unchanged'
  return `${change > 0 ? 'up' : 'down'} ${size}`
}
