import { SESSION_GAP_MS } from '@half-measure/shared/stats/sessions.ts'
import { randomUUID } from 'node:crypto'
import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { literals, runQuery } from '../clickhouse/query.ts'
import { EVENT_TABLES, type EventTable, timeOf } from '../../events/event-tables.ts'
import { failpoint } from '../../platform/failpoint.ts'
import { IN_BACKGROUND } from './finish-sessions.ts'
import { newRun, ON_ONE_REPLICA, type SessionRuns } from './runs.ts'
import { SESSION_COLUMNS } from './session-columns.ts'
import { LOOK_BACK_MS, dateTime64Sql, sessionRows, selectUnchangedSessions, tabsOf } from './session-rows.ts'

/** Tabs whose sessions are rebuilt in one statement. */
export const TABS_AT_ONCE = 5_000

/** Batches that one statement names: 40 bytes each, of the 262,144 that the parser takes. */
const BATCHES_AT_ONCE = 2_000

/**
 * Marks the sessions of a batch whose rows were inserted late, or not in one insert: sessions may be finished without
 * them.
 */
export async function markBatch(
  client: ClickHouseClient,
  batchId: string,
  tables: readonly EventTable[] = EVENT_TABLES,
): Promise<void> {
  for (const table of tables) await markRows(client, table, `batch_id = '${batchId}'`)
}

/** Marks the sessions of rows that are about to be removed, or whose sessions need rebuilding otherwise. */
export function markRows(client: ClickHouseClient, table: EventTable, where: string): Promise<void> {
  return mark(
    client,
    `SELECT halfMD5(session_id) AS session_hash, batch_id, min(${timeOf(table)})
      FROM analytics.${table} WHERE ${where} GROUP BY session_hash, batch_id`,
  )
}

/**
 * Marks tabs before their rows are sent to the spool: the rows do not look late, but their sessions may be finished.
 *
 * @param ids session ids as this collector makes them: letters, digits and underscores.
 * @param firstAt time of the earliest event, milliseconds since 1970.
 */
export function markTabs(client: ClickHouseClient, ids: readonly string[], firstAt: number): Promise<void> {
  return mark(
    client,
    `SELECT halfMD5(arrayJoin([${literals(ids)}])), toUUID('${randomUUID()}'), ${dateTime64Sql(firstAt)}`,
  )
}

/** Marks the sessions that lose events with the months before a moment. @param begins milliseconds since 1970. */
export function markAcross(client: ClickHouseClient, begins: number): Promise<void> {
  return mark(
    client,
    `SELECT session_hash, generateUUIDv4(1), max(ended_at) FROM analytics.sessions
      WHERE started_at < ${dateTime64Sql(begins)} AND ended_at >= ${dateTime64Sql(begins)}
      GROUP BY session_hash`,
  )
}

async function mark(client: ClickHouseClient, select: string): Promise<void> {
  await client.command({
    query: `INSERT INTO analytics.late_sessions (session_hash, batch_id, first_at)
      ${select} SETTINGS insert_deduplicate = 0`,
  })
}

/** The batches with late events. */
export async function listLateBatches(client: ClickHouseClient): Promise<string[]> {
  const rows = await runQuery(client, {
    name: 'batches with late events',
    sql: 'SELECT DISTINCT batch_id FROM analytics.late_sessions',
    row: z.object({ batch_id: z.uuid() }),
  })
  return rows.map(({ batch_id }) => batch_id)
}

/** Hands out batches with late events once every view of the sessions takes them into account. */
export class LateBatches {
  readonly #client: ClickHouseClient
  readonly #viewTtlMs: number
  /** When this process first saw each. */
  readonly #since = new Map<string, number>()

  constructor(client: ClickHouseClient, viewTtlMs: number) {
    this.#client = client
    this.#viewTtlMs = viewTtlMs
  }

  /** The longest known, some thousand at most. */
  async next(): Promise<string[]> {
    const batches = new Set(await listLateBatches(this.#client))
    const now = performance.now()
    this.forget([...this.#since.keys()].filter((batch) => !batches.has(batch)))
    for (const batch of batches) if (!this.#since.has(batch)) this.#since.set(batch, now)
    const seen = [...this.#since].filter(([, since]) => now - since >= this.#viewTtlMs)
    return seen.slice(0, BATCHES_AT_ONCE).map(([batch]) => batch)
  }

  /** Those that are rebuilt. */
  forget(batches: readonly string[]): void {
    for (const batch of batches) this.#since.delete(batch)
  }
}

/** Tabs with late events. */
interface LateTabs {
  /** Their number. */
  readonly tabs: number
  /** Time of their earliest late event, milliseconds since 1970. */
  readonly from: number
}

/** The tabs with late events in these batches that have finished sessions to rebuild. */
export async function lateTabs(
  client: ClickHouseClient,
  batches: readonly string[],
  horizon: number,
): Promise<LateTabs> {
  const [late] = await runQuery(client, {
    name: 'tabs with late events',
    sql: `SELECT count() AS tabs, min(from_ms) AS from FROM (${lateOf(batches, horizon)})`,
    row: z.object({ tabs: z.coerce.number(), from: z.coerce.number() }),
  })
  return late ?? { tabs: 0, from: 0 }
}

/** A SELECT of the tabs. Events at the horizon or later are in no finished session, and so not late. */
function lateOf(batches: readonly string[], horizon: number): string {
  return `SELECT session_hash, toUnixTimestamp64Milli(min(first_at)) AS from_ms FROM analytics.late_sessions
    WHERE session_hash IN (SELECT session_hash FROM analytics.late_sessions WHERE batch_id IN (${literals(batches)}))
    GROUP BY session_hash HAVING from_ms < ${horizon}`
}

interface LateRebuild extends LateTabs {
  readonly run: string
  readonly batches: readonly string[]
  /** Milliseconds since 1970. */
  readonly horizon: number
  /** How many times as many parts to build them in as usual. */
  readonly split: number
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/**
 * Rebuilds the finished sessions of tabs with late events. As long as the batches are marked, queries read these tabs
 * in `open_sessions`.
 */
export async function rebuildLate(
  client: ClickHouseClient,
  runs: SessionRuns,
  { run, batches, horizon, tabs, from, split, now }: LateRebuild,
): Promise<void> {
  const parts = Math.ceil(tabs / TABS_AT_ONCE) * split
  const tabsRun = newRun(now())
  const since = from - LOOK_BACK_MS
  await client.command({
    query: `INSERT INTO analytics.run_tabs (run, session_hash, from_ms)
      SELECT toUInt64(${tabsRun}), session_hash, from_ms FROM (${lateOf(batches, horizon)}) ${IN_BACKGROUND}`,
  })
  for (let nth = 0; nth < parts; nth++) {
    const build = {
      run,
      tabsRun,
      part: { nth, of: parts },
      table: 'sessions',
      rowsFrom: since,
      late: true,
      rowsTo: horizon,
      endedBefore: horizon - SESSION_GAP_MS,
    }
    await client.command({
      query: `INSERT INTO analytics.sessions (${SESSION_COLUMNS.join(', ')})
        ${sessionRows(build)} UNION ALL ${selectUnchangedSessions(build, since)} ${IN_BACKGROUND}`,
    })
    failpoint('late-sessions.after-part')
    await runs.renew(run, now())
  }
  // Before the older rows are removed: until then the new rows count as strays of an abandoned run.
  await runs.done(run, now())
  failpoint('late-sessions.done')
  await client.command({
    query: `DELETE FROM analytics.sessions
      WHERE started_at >= ${dateTime64Sql(since)} AND run != ${run} AND session_hash IN (${tabsOf(tabsRun)})
      SETTINGS ${ON_ONE_REPLICA}, allow_nondeterministic_mutations = 1`,
  })
  failpoint('late-sessions.after-removal')
  await clearBatches(client, batches)
}

/** Unmarks batches whose sessions are rebuilt. */
export async function clearBatches(client: ClickHouseClient, batches: readonly string[]): Promise<void> {
  for (let from = 0; from < batches.length; from += BATCHES_AT_ONCE)
    await client.command({
      query: `ALTER TABLE analytics.late_sessions
        DELETE WHERE batch_id IN (${literals(batches.slice(from, from + BATCHES_AT_ONCE))}) SETTINGS ${ON_ONE_REPLICA}`,
    })
}
