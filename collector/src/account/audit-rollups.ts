import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import type { Finding } from '@half-measure/shared/stats/audit.ts'
import { compareRollup } from '../clickhouse/compare-rollup.ts'
import { runQueryForOne } from '../clickhouse/query.ts'
import { ROLLUP_COMPARISONS } from '../clickhouse/rollup-comparisons.ts'
import { ALL_ROWS, type Rollup } from '../clickhouse/rollups.ts'
import { daysWithRows } from './rollup-days.ts'

const DAY_S = 86_400

/** Hours or days of each rollup, and how many of them agree with the raw rows in every column. */
export async function auditRollups(
  client: ClickHouseClient,
): Promise<{ findings: Finding[]; staleDays: number[] }> {
  const stretches = stretchesOf(await daysWithRows(client))
  const staleDays = new Set<number>()
  const findings: Finding[] = []
  for (const { rollup, findings: names } of ROLLUP_COMPARISONS) {
    const counts = new Map([...names.keys()].map((label) => [label, { agree: 0, all: 0 }]))
    for (const { from, to } of stretches) {
      const { rolled, raw } = conditionsOf(rollup, from, to)
      for (const { label, times, differing } of await compareRollup(client, rollup, rolled, raw, ALL_ROWS)) {
        const count = counts.get(label) ?? { agree: 0, all: 0 }
        counts.set(label, { agree: count.agree + times - differing.length, all: count.all + times })
        for (const time of differing) staleDays.add(time - (time % DAY_S))
      }
    }
    for (const [label, { agree, all }] of counts)
      findings.push({ name: names.get(label) ?? `${rollup}: ${label}`, left: agree, right: all })
  }
  const facts = await possibleFacts(client, stretches)
  findings.push(facts)
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

function conditionsOf(rollup: Rollup, from: number, to: number): { rolled: string; raw: string } {
  const moment = (seconds: number) => `toDateTime(${seconds}, 'UTC')`
  const column = rollup === 'session_facts' ? "toDateTime(day, 'UTC')" : 'hour'
  return {
    rolled: `${column} >= ${moment(from)} AND ${column} < ${moment(to)}`,
    raw: `created_at >= ${moment(from)} AND created_at < ${moment(to)}`,
  }
}

/** A visit's country, device, browser and system are those of any of its rows: left, visits of which that holds. */
async function possibleFacts(client: ClickHouseClient, stretches: readonly Stretch[]): Promise<Finding> {
  let left = 0
  let right = 0
  for (const { from, to } of stretches) {
    const { rolled, raw } = conditionsOf('session_facts', from, to)
    const rows = ['page_views', 'click_events', 'conversion_events', 'engagement_events']
      .map(
        (table) => `SELECT toDate(created_at) AS day, session_id, toString(country) AS country,
          toString(device) AS device, toString(browser) AS browser, toString(os) AS os
          FROM analytics.${table} WHERE ${raw}`,
      )
      .join(' UNION ALL ')
    const counted = await runQueryForOne(client, {
      name: 'audit: facts of visits',
      sql: `SELECT countIf(has(countries, country) AND has(devices, device) AND has(browsers, browser) AND has(systems, os))
          AS left, count() AS right
        FROM (SELECT day, session_id, toString(any(country)) AS country, toString(any(device)) AS device,
            toString(any(browser)) AS browser, toString(any(os)) AS os
          FROM analytics.session_facts WHERE ${rolled} GROUP BY day, session_id) AS facts
        LEFT JOIN (SELECT day, session_id, groupUniqArray(country) AS countries, groupUniqArray(device) AS devices,
            groupUniqArray(browser) AS browsers, groupUniqArray(os) AS systems
          FROM (${rows}) GROUP BY day, session_id) AS raw USING (day, session_id)`,
      row: z.object({ left: z.coerce.number(), right: z.coerce.number() }),
    })
    left += counted.left
    right += counted.right
  }
  return { name: 'session_facts: country, device, browser and system as in its rows', left, right }
}
