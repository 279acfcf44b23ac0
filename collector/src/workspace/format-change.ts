import { formatCount, formatRatio } from '@half-measure/shared/format-figures.ts'
import { isWithinChance } from '@half-measure/shared/stats/chance.ts'
import type { FigureUnit } from '@half-measure/shared/stats/definitions.ts'

type Value = number | null | undefined

/**
 * `up 12%`, `down 3%`, `unchanged`, `new`; of percentages in points. Empty where there is nothing to compare.
 *
 * @param sessions of a rate, now and before.
 */
export function formatChange(
  unit: FigureUnit,
  value: Value,
  before: Value,
  sessions: readonly [Value, Value] = [null, null],
): string {
  if (value === null || value === undefined || before === null || before === undefined) return ''
  if (unit === 'percent') {
    const change = direction(value - before, (points) => `${formatRatio(points)} points`)
    const mayBeChance = change !== 'unchanged' && isWithinChance([value, before], sessions)
    return mayBeChance ? `${change}, which may be chance` : change
  }
  if (before === 0) return value === 0 ? 'unchanged' : 'new'
  return direction(((value - before) / before) * 100, (change) => `${formatCount(Math.round(change))}%`)
}

function direction(change: number, format: (size: number) => string): string {
  const size = format(Math.abs(change))
  if (size === format(0)) return 'unchanged'
  return `${change > 0 ? 'up' : 'down'} ${size}`
}
