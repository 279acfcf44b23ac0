import { z } from 'zod'
import type { ClickHouse } from '../warehouse/clickhouse/clickhouse.ts'
import { runQuery } from '../warehouse/clickhouse/query.ts'
import { EVENT_TABLES } from '../events/event-tables.ts'
import { parseJson } from '../platform/parse-json.ts'
import { ErasedAddress } from './erased-addresses.ts'

/** What was erased, as hashes: kept beside backups, so that restoring an old one brings nothing back. */
export const ErasureList = z.object({
  /** SHA-256 of session ids, in hexadecimal. */
  sessions: z.array(z.string().regex(/^[0-9a-f]{64}$/)),
  addresses: z.array(ErasedAddress).default([]),
})
export type ErasureList = z.infer<typeof ErasureList>

/**
 * Reads the output of the command `erasures`, or a data directory's `ledger/erased-sessions`, one digest per line.
 *
 * @throws if the text is neither.
 */
export function parseErasures(text: string): ErasureList {
  const json = parseJson(text)
  return ErasureList.parse(json ?? { sessions: text.split('\n').filter(Boolean) })
}

/** Digests per query. */
const CHUNK = 1_000

/** Ids of the listed sessions that are in the tables. */
export async function sessionsAmong(
  { shards }: Pick<ClickHouse, 'shards'>,
  { sessions }: ErasureList,
): Promise<string[]> {
  const found = new Set<string>()
  const chunks = Array.from({ length: Math.ceil(sessions.length / CHUNK) }, (_, i) =>
    sessions.slice(i * CHUNK, (i + 1) * CHUNK),
  )
  for (const [digests, { migrator }] of chunks.flatMap((chunk) =>
    shards.map((shard) => [chunk, shard] as const),
  )) {
    const rows = await runQuery(migrator, {
      name: 'sessions that were erased elsewhere',
      sql: `SELECT DISTINCT session_id FROM (${EVENT_TABLES.map(
        (table) => `SELECT DISTINCT session_id FROM analytics.${table}`,
      ).join(' UNION ALL ')}) WHERE lower(hex(SHA256(session_id))) IN {digests: Array(String)}`,
      params: { digests },
      row: z.object({ session_id: z.string() }),
    })
    for (const { session_id } of rows) found.add(session_id)
  }
  return [...found]
}
