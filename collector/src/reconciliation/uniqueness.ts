import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import type { Finding } from '@half-measure/shared/stats/reconciliation.ts'
import { EVENT_TABLES, type EventTable } from '../events/event-tables.ts'
import { runQueryForNumber, runQueryForOne } from '../warehouse/clickhouse/query.ts'
import { dateTime64Sql } from '../warehouse/sessions/session-rows.ts'

interface Check {
  /** Of the rows that arrived from here on, milliseconds since 1970. */
  readonly since: number
  /** Rows that one statement groups; by default so many that they take 1 GB of temporary disk space. */
  readonly maxRows?: number
  /** Above this, grouping continues on disk. */
  readonly memoryBytes?: number
}

/** A statement has to end within two minutes, on a busy machine too. */
const MAX_ROWS = 20_000_000
const MEMORY_BYTES = 128 * 1024 * 1024

/** Distinct values and rows. */
const Counts = z.object({ left: z.array(z.coerce.number()), right: z.array(z.coerce.number()) })

/**
 * Distinct ids (left) and rows (right), for each table and for all together; the same for sessions and tests of
 * assignments. Both sides are of one moment, so loading may continue.
 */
export async function uniqueness(client: ClickHouseClient, check: Check): Promise<Finding[]> {
  const ofEach = (sql: (i: number) => string) => EVENT_TABLES.map((_, i) => sql(i))
  const rows = ofEach((i) => `rows_${i}`)
  const ids = EVENT_TABLES.map((table, i) => `SELECT event_id, ${i} AS nth FROM ${rowsOf(table, check)}`)
  // All tables at once, because an id may be in two. Four bytes for each table: all ids of a statement are kept.
  const ofIds = await countInShares(
    client,
    check,
    ids.join(' UNION ALL '),
    'event_id',
    (share) => `
    SELECT [${ofEach((i) => `countIf(rows_${i} > 0)`).join(', ')}, count()] AS left,
      [${ofEach((i) => `sum(rows_${i})`).join(', ')}, sum(${rows.join(' + ')})] AS right
    FROM (SELECT ${ofEach((i) => `sumWithOverflow(toUInt32(nth = ${i})) AS rows_${i}`).join(', ')}
      FROM (${share}) GROUP BY event_id)`,
  )
  const assignments = `SELECT session_id, test_name FROM ${rowsOf('ab_test_assignments', check)}`
  const ofAssignments = await countInShares(
    client,
    check,
    assignments,
    'session_id',
    (share) => `
    SELECT [count()] AS left, [sum(rows)] AS right
    FROM (SELECT count() AS rows FROM (${share}) GROUP BY session_id, test_name)`,
  )
  const names = [
    ...[...EVENT_TABLES, 'all tables'].map((of) => `${of}: distinct event ids = rows`),
    'ab_test_assignments: distinct session and test = rows',
  ]
  const left = [...ofIds.left, ...ofAssignments.left]
  const right = [...ofIds.right, ...ofAssignments.right]
  return names.map((name, i) => ({ name, left: left[i] ?? 0, right: right[i] ?? 0 }))
}

function rowsOf(table: EventTable, { since }: Check): string {
  return `analytics.${table} WHERE received_at >= ${dateTime64Sql(since)}`
}

/** Counts one share of the rows at a time, to bound time and disk space. Reading a column again for each costs little beside it. */
async function countInShares(
  client: ClickHouseClient,
  { maxRows = MAX_ROWS, memoryBytes = MEMORY_BYTES }: Check,
  rows: string,
  key: string,
  counts: (share: string) => string,
): Promise<z.output<typeof Counts>> {
  const total = await runQueryForNumber(client, {
    name: 'rows to compare',
    sql: `SELECT count() FROM (${rows})`,
  })
  const shares = Math.max(1, Math.ceil(total / maxRows))
  const counted: z.output<typeof Counts>[] = []
  for (let share = 0; share < shares; share++)
    counted.push(
      await runQueryForOne(client, {
        name: 'distinct ids',
        sql: `${counts(`SELECT * FROM (${rows}) WHERE cityHash64(${key}) % ${shares} = ${share}`)}
          SETTINGS max_bytes_before_external_group_by = ${memoryBytes}, max_threads = 2`,
        row: Counts,
      }),
    )
  const sum = (side: 'left' | 'right') =>
    (counted[0]?.[side] ?? []).map((_, i) => counted.reduce((total, one) => total + (one[side][i] ?? 0), 0))
  return { left: sum('left'), right: sum('right') }
}
