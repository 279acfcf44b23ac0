import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import { dateTime64 } from '../events/date-time64.ts'
import { literals, runQuery, runQueryForNumber } from '../warehouse/clickhouse/query.ts'
import { EVENT_TABLES, type EventTable } from '../events/event-tables.ts'
import { failpoint } from '../platform/failpoint.ts'
import type { Logger } from '../platform/logger.ts'
import { markRows } from '../warehouse/sessions/late-sessions.ts'
import { recordRemovals } from './removed-events.ts'

/** An event counts once within seven days; the rest allows for clocks and a missed night. */
const LOOK_BACK_DAYS = 9
/** The longest time between receiving an event and writing it to the log. */
const WRITING_MS = 60_000
/** Ids that are held in memory at once. */
const MAX_IDS = 4_000_000
/** Rows removed with one statement. */
const CHUNK = 500

const ASSIGNMENT = "concat(session_id, ' in ', test_name)"

/** The columns that distinguish rows of the same event. */
const StoredEvent = z.object({
  table: z.enum(EVENT_TABLES),
  event_id: z.string(),
  batch_id: z.string(),
  collector_id: z.string(),
  /** As the tables have it: texts sort as the times do. */
  received_at: z.string(),
  /** The session and test of an assignment, which is unique for ever; '' for any other event. */
  assignment: z.string(),
})
export type StoredEvent = Readonly<z.output<typeof StoredEvent>>

export interface Deduplication {
  readonly client: ClickHouseClient
  /**
   * Every collector has loaded what it wrote to its log before this moment: no batch from before it is unconfirmed.
   * Milliseconds since 1970.
   */
  readonly loadedThrough: number
  readonly log: Logger
}

/**
 * Removes cross-collector duplicates, as after a failover: of each event, only the row that arrived first stays. The
 * delivery report then counts the others as duplicates. Loading does not pause: rows of a batch that may be
 * unconfirmed are left for the next night. Rows that one collector stored twice are left alone: they are a finding.
 *
 * @returns the number of rows removed.
 */
export async function deduplicate({ client, loadedThrough, log }: Deduplication): Promise<number> {
  const to = loadedThrough - WRITING_MS
  const range = { from: dateTime64(to - LOOK_BACK_DAYS * DAY_MS), to: dateTime64(to) }
  let removed = 0
  for (const query of await queriesOf(client, range)) {
    const later = laterDuplicates(await runQuery(client, { ...query, params: range, row: StoredEvent }))
    for (let from = 0; from < later.length; from += CHUNK) {
      const chunk = later.slice(from, from + CHUNK)
      await remove(client, chunk)
      removed += chunk.length
    }
  }
  if (removed > 0)
    log.warn(
      { rows: removed },
      'events that two collectors had stored are stored once now; the later rows were removed',
    )
  return removed
}

/**
 * The rows to remove. Of each event, and of each session's assignment in a test, the first to arrive stays. Only
 * another collector's row is a duplicate.
 */
export function laterDuplicates(rows: readonly StoredEvent[]): StoredEvent[] {
  const firstOf = new Map<string, string>()
  return rows.toSorted(byArrival).filter((row) => {
    const keys = row.assignment === '' ? [row.event_id] : [row.event_id, row.assignment]
    const isLater = keys.some((key) => (firstOf.get(key) ?? row.collector_id) !== row.collector_id)
    if (!isLater) for (const key of keys) firstOf.set(key, row.collector_id)
    return isLater
  })
}

function byArrival(a: StoredEvent, b: StoredEvent): number {
  return compare(a.received_at, b.received_at) || compare(a.batch_id, b.batch_id)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

async function remove(client: ClickHouseClient, rows: readonly StoredEvent[]): Promise<void> {
  await recordRemovals(
    client,
    'deduplicated',
    rows.map(({ table, event_id, batch_id, collector_id }) => {
      return { collector_id, table, rows: 1, key: [event_id, batch_id] }
    }),
  )
  failpoint('deduplicate.recorded')
  for (const table of EVENT_TABLES) {
    const pairs = rows.filter((row) => row.table === table)
    if (pairs.length === 0) continue
    const ids = literals(pairs.map(({ event_id }) => event_id))
    const list = pairs.map(({ event_id, batch_id }) => `('${event_id}', '${batch_id}')`)
    const where = `event_id IN (${ids}) AND (event_id, batch_id) IN (${list.join(', ')})`
    // Their sessions may be finished with both rows.
    await markRows(client, table, where)
    await client.command({
      query: `ALTER TABLE analytics.${table} DELETE WHERE ${where} SETTINGS mutations_sync = 2`,
    })
    failpoint(`deduplicate.after-${table}`)
  }
}

/** Queries for the rows of events or assignments that several collectors have stored, each for a share of all ids. */
async function queriesOf(
  client: ClickHouseClient,
  range: Readonly<Record<string, string>>,
): Promise<{ name: string; sql: string }[]> {
  const during = (column: string) =>
    `${column} >= {from: DateTime64(3, 'UTC')} AND ${column} < {to: DateTime64(3, 'UTC')}`
  const ids = EVENT_TABLES.map(
    (table) => `SELECT event_id, collector_id FROM analytics.${table} WHERE ${during('received_at')}`,
  ).join(' UNION ALL ')
  const rows = await runQueryForNumber(client, {
    name: 'recent rows of all tables',
    sql: `SELECT count() AS rows FROM (${ids})`,
    params: range,
  })
  const shares = Math.max(1, Math.ceil(rows / MAX_IDS))
  return Array.from({ length: shares }, (_, share) => {
    const several = `stored.event_id IN (SELECT event_id FROM (${ids})
      WHERE cityHash64(event_id) % ${shares} = ${share} GROUP BY event_id HAVING uniqExact(collector_id) > 1)`
    // Assignments are unique for ever: the first may be long ago.
    const assigned = `${ASSIGNMENT} IN (SELECT ${ASSIGNMENT} AS assignment FROM analytics.ab_test_assignments
      WHERE cityHash64(session_id) % ${shares} = ${share}
        AND session_id IN (SELECT session_id FROM analytics.ab_test_assignments WHERE ${during('received_at')})
      GROUP BY assignment HAVING uniqExact(collector_id) > 1)`
    return [
      {
        name: 'events of several collectors',
        sql: EVENT_TABLES.map((table) =>
          rowsOf(table, `${several} AND ${during('stored.received_at')}`),
        ).join(' UNION ALL '),
      },
      {
        name: 'assignments of several collectors',
        sql: rowsOf('ab_test_assignments', `${assigned} AND stored.received_at < {to: DateTime64(3, 'UTC')}`),
      },
    ]
  }).flat()
}

/** Rows of a table that fulfil a condition, in the same columns whatever the table. */
function rowsOf(table: EventTable, condition: string): string {
  return `SELECT '${table}' AS table, toString(stored.event_id) AS event_id, toString(stored.batch_id) AS batch_id,
      stored.collector_id AS collector_id, toString(stored.received_at) AS received_at,
      ${table === 'ab_test_assignments' ? ASSIGNMENT : "''"} AS assignment
    FROM analytics.${table} AS stored WHERE ${condition}`
}
