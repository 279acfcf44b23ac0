import type { ClickHouseClient } from '@clickhouse/client'
import type { Finding } from '@half-measure/shared/stats/audit.ts'
import { compareDays } from '../closed-days/compare-days.ts'
import { compareRollup } from '../clickhouse/compare-rollup.ts'
import { ROLLUP_COMPARISONS } from '../clickhouse/rollup-comparisons.ts'
import { ALL_ROWS } from '../clickhouse/rollups.ts'
import { daysWithRows } from './rollup-days.ts'

const DAY_S = 86_400

/** Hours of each rollup, and how many of them agree with the raw rows in every column; the same of closed days. */
export async function auditRollups(
  client: ClickHouseClient,
): Promise<{ findings: Finding[]; staleDays: number[] }> {
  const stretches = stretchesOf(await daysWithRows(client))
  const staleDays = new Set<number>()
  const findings: Finding[] = []
  for (const { rollup, finding } of ROLLUP_COMPARISONS) {
    let agree = 0
    let all = 0
    for (const { from, to } of stretches) {
      const { hours, differing } = await compareRollup(
        client,
        rollup,
        during('hour', from, to),
        during('created_at', from, to),
        ALL_ROWS,
      )
      agree += hours - differing.length
      all += hours
      for (const hour of differing) staleDays.add(hour - (hour % DAY_S))
    }
    findings.push({ name: finding, left: agree, right: all })
  }
  const { days, differing } = await compareDays(client)
  for (const day of differing) staleDays.add(day)
  findings.push({
    name: 'closed days: those that say what their visits did',
    left: days - differing.length,
    right: days,
  })
  return { findings, staleDays: [...staleDays].sort((a, b) => a - b) }
}

interface Stretch {
  /** Start of its first day and end of its last, seconds since 1970. */
  readonly from: number
  to: number
}

/** Days at once: a month's groups fit into memory. */
const MAX_DAYS = 31

function stretchesOf(days: readonly number[]): Stretch[] {
  const stretches: Stretch[] = []
  for (const day of days) {
    const last = stretches.at(-1)
    if (last && day + DAY_S - last.from <= MAX_DAYS * DAY_S) last.to = day + DAY_S
    else stretches.push({ from: day, to: day + DAY_S })
  }
  return stretches
}

function during(column: string, from: number, to: number): string {
  return `${column} >= toDateTime(${from}, 'UTC') AND ${column} < toDateTime(${to}, 'UTC')`
}
