import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { EVENT_TABLES } from '../../events/event-tables.ts'
import { runQueryForOne } from '../clickhouse/query.ts'

/** What sessions are read from. */
const TABLES = [...EVENT_TABLES, 'late_sessions', 'session_runs', 'sessions'] as const

/**
 * A fingerprint of the tables that sessions are read from: while it is the same, so are the rows. Every insert, mutation
 * and merge changes it, as it makes a part of another name. Undefined without a part: a server that does not show its
 * parts to this account has none either.
 */
export async function readFingerprint(client: ClickHouseClient): Promise<string | undefined> {
  const { parts, fingerprint } = await runQueryForOne(client, {
    name: 'parts of the tables',
    sql: `SELECT count() AS parts, toString(groupBitXor(cityHash64(table, name, hash_of_all_files))) AS fingerprint
      FROM system.parts
      WHERE database = 'analytics' AND active AND table IN (${TABLES.map((table) => `'${table}'`).join(', ')})`,
    row: z.object({ parts: z.coerce.number(), fingerprint: z.string() }),
  })
  return parts > 0 ? fingerprint : undefined
}
