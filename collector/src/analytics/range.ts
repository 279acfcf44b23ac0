import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { dateTime64 } from '../date-time64.ts'

/** The condition of a range on a time column, and its parameters. */
export function inRange(column: 'created_at' | 'assigned_at', range: StatsRange): string {
  const bots = range.bots === 'include' ? '' : ' AND is_bot = 0'
  return `${column} >= {from: DateTime64(3, 'UTC')} AND ${column} < {to: DateTime64(3, 'UTC')}${bots}`
}

export function rangeParams(range: StatsRange): Record<string, string> {
  return { from: dateTime64(Date.parse(range.from)), to: dateTime64(Date.parse(range.to)) }
}
