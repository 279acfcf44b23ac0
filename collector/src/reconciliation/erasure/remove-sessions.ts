import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { literals, runQuery } from '../../warehouse/clickhouse/query.ts'
import { EVENT_TABLES, sessionDigest } from '../../events/event-tables.ts'
import { failpoint } from '../../platform/failpoint.ts'
import { SESSION_TABLES } from '../../warehouse/sessions/session-columns.ts'
import { recordRemovals } from '../removed-events.ts'

/** Sessions per round: their ids are parameters of a query. */
const CHUNK = 100

/** Batches that one statement names: 40 bytes each, of the 262,144 that the parser takes. */
const BATCHES_AT_ONCE = 2_000

/** Rows of a session in one batch and table. */
const Found = z.object({
  table: z.enum(EVENT_TABLES),
  session_id: z.string(),
  /** `halfMD5` of the session id. */
  hash: z.string(),
  batch_id: z.string(),
  collector_id: z.string(),
  rows: z.coerce.number(),
})
type Found = z.infer<typeof Found>

/** The sessions that have rows in the tables. */
export async function sessionsInTables(
  client: ClickHouseClient,
  sessions: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>()
  for (let from = 0; from < sessions.length; from += CHUNK)
    for (const { session_id } of await look(client, sessions.slice(from, from + CHUNK))) found.add(session_id)
  return found
}

export interface SessionRemoval {
  readonly client: ClickHouseClient
  /** Called with the sessions that have rows, before any is removed. */
  readonly onFound: (sessions: readonly string[]) => Promise<void>
  /** Removes them from the session tables, once their raw rows are removed. @param hashes `halfMD5` of each. */
  readonly eraseSessions: (hashes: readonly string[]) => Promise<void>
}

/**
 * Removes all rows of sessions from the tables. Removals are recorded first, batch by batch, and only counted batches
 * are touched, so that rows loaded meanwhile are never removed uncounted.
 */
export async function removeSessions(removal: SessionRemoval, sessions: readonly string[]): Promise<void> {
  for (let from = 0; from < sessions.length; from += CHUNK) {
    const chunk = sessions.slice(from, from + CHUNK)
    // A collector that was down may load more rows meanwhile.
    for (
      let found = await look(removal.client, chunk);
      found.length > 0;
      found = await look(removal.client, chunk)
    )
      await remove(removal, found)
    // Queried separately: a crash may have followed the removal of the last raw row.
    await removal.eraseSessions(await derivedHashes(removal.client, chunk))
  }
}

/** `halfMD5` of the sessions that a session table has. */
async function derivedHashes(client: ClickHouseClient, sessions: readonly string[]): Promise<string[]> {
  const tables = SESSION_TABLES.map((table) => `SELECT session_hash FROM analytics.${table}`)
  const rows = await runQuery(client, {
    name: 'finished sessions of tabs',
    sql: `SELECT DISTINCT toString(session_hash) AS hash FROM (${tables.join(' UNION ALL ')})
      WHERE session_hash IN (SELECT halfMD5(arrayJoin({sessions: Array(String)})))`,
    params: { sessions: [...sessions] },
    row: z.object({ hash: z.string() }),
  })
  return rows.map(({ hash }) => hash)
}

async function look(client: ClickHouseClient, sessions: readonly string[]): Promise<Found[]> {
  return runQuery(client, {
    name: 'rows of sessions',
    sql: EVENT_TABLES.map(
      (table) => `SELECT '${table}' AS table, session_id, toString(halfMD5(session_id)) AS hash,
          toString(batch_id) AS batch_id, collector_id, count() AS rows
        FROM analytics.${table} WHERE session_id IN {sessions: Array(String)}
        GROUP BY session_id, batch_id, collector_id`,
    ).join(' UNION ALL '),
    params: { sessions: [...sessions] },
    row: Found,
  })
}

async function remove({ client, onFound }: SessionRemoval, found: readonly Found[]): Promise<void> {
  const hashes = new Map(found.map(({ session_id, hash }) => [session_id, hash]))
  const sessions = [...hashes.keys()]
  await onFound(sessions)
  await recordRemovals(
    client,
    'erased',
    found.map(({ table, session_id, batch_id, collector_id, rows }) => {
      return { collector_id, table, rows, key: [sessionDigest(session_id), batch_id] }
    }),
  )
  failpoint('erasure.recorded')
  for (const table of EVENT_TABLES) {
    const rows = found.filter((row) => row.table === table)
    const batches = [...new Set(rows.map(({ batch_id }) => batch_id))]
    // By hashes, so that no session's id stays in the engine's list of mutations. Somebody may have made another id
    // with the short one, whose rows are not counted here.
    for (let from = 0; from < batches.length; from += BATCHES_AT_ONCE)
      await client.command({
        query: `ALTER TABLE analytics.${table} DELETE WHERE halfMD5(session_id) IN (${[...hashes.values()].join(', ')})
          AND lower(hex(SHA256(session_id))) IN (${literals(sessions.map(sessionDigest))})
          AND batch_id IN (${literals(batches.slice(from, from + BATCHES_AT_ONCE))}) SETTINGS mutations_sync = 2`,
      })
    if (batches.length > 0) failpoint(`erasure.after-${table}`)
  }
}
