import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { EVENT_TABLES } from '../../events/event-tables.ts'
import { runQueryForOne } from '../clickhouse/query.ts'

/** What sessions are read from. */
const TABLES = [...EVENT_TABLES, 'late_sessions', 'session_runs', 'sessions'] as const

/**
 * A mark of what the tables hold that sessions are read from: the same mark, the same rows. Every insert, mutation and
 * merge gives another one, as it makes a part of another name. Undefined without a part: a server that does not show its
 * parts to this account has none either. Of a cluster it is of one replica of each shard, as queries are.
 */
export async function markOfTables(client: ClickHouseClient): Promise<string | undefined> {
  const { parts, mark } = await runQueryForOne(client, {
    name: 'parts of the tables',
    sql: `SELECT count() AS parts, toString(groupBitXor(cityHash64(table, name, hash_of_all_files))) AS mark
      FROM system.parts
      WHERE database = 'analytics' AND active AND table IN (${TABLES.map((table) => `'${table}'`).join(', ')})`,
    row: z.object({ parts: z.coerce.number(), mark: z.string() }),
  })
  return parts > 0 ? mark : undefined
}
