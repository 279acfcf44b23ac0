import type { ClickHouseClient } from '@clickhouse/client'
import type { Finding } from '@half-measure/shared/stats/reconciliation.ts'
import { z } from 'zod'
import { runQueryForOne } from '../warehouse/clickhouse/query.ts'
import { compareRollup } from '../warehouse/clickhouse/compare-rollup.ts'
import { ROLLUP_COMPARISONS } from '../warehouse/clickhouse/rollup-comparisons.ts'
import { ALL_ROWS } from '../warehouse/clickhouse/rollup-comparisons.ts'
import { daysWithRows } from './rollup-days.ts'

const DAY_S = 86_400

/**
 * Rollups against the raw rows they stand for: sums, then hours that agree in every column.
 *
 * @returns days on which they differ: their starts, seconds since 1970.
 */
export async function compareRollups(
  client: ClickHouseClient,
): Promise<{ findings: Finding[]; staleDays: number[] }> {
  const findings = await compareSums(client)
  const stretches = stretchesOf(await daysWithRows(client))
  const staleDays = new Set<number>()
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

/** Left a rollup, right the raw rows it stands for: figures that a person can read. */
const SUMS: readonly { name: string; left: string; right: string }[] = [
  {
    name: 'page_views_1h: views = page views',
    left: 'SELECT sum(views) FROM analytics.page_views_1h',
    right: 'SELECT count() FROM analytics.page_views',
  },
  {
    name: 'visits_1h: views = page views',
    left: 'SELECT sum(views) FROM analytics.visits_1h',
    right: 'SELECT count() FROM analytics.page_views',
  },
  {
    name: 'visits_1h: clicks = click events',
    left: 'SELECT sum(clicks) FROM analytics.visits_1h',
    right: 'SELECT count() FROM analytics.click_events',
  },
  {
    name: 'visits_1h: conversions = conversion events',
    left: 'SELECT sum(conversions) FROM analytics.visits_1h',
    right: 'SELECT count() FROM analytics.conversion_events',
  },
  {
    name: 'visits_1h: active milliseconds = engagement',
    left: 'SELECT sum(active_ms) FROM analytics.visits_1h',
    right: 'SELECT sum(active_ms) FROM analytics.engagement_events',
  },
]

async function compareSums(client: ClickHouseClient): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { name, left, right } of SUMS) {
    const pair = await runQueryForOne(client, {
      name: 'sums to compare',
      sql: `SELECT (${left}) AS left, (${right}) AS right`,
      row: z.object({ left: z.coerce.number(), right: z.coerce.number() }),
    })
    findings.push({ name, ...pair })
  }
  return findings
}
