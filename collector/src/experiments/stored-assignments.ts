import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { runQuery } from '../clickhouse/query.ts'

/** The assignments of a session that are in the database; more than one per test never are. */
export function storedAssignments(
  client: ClickHouseClient,
  sessionId: string,
): Promise<{ test_name: string; variant: string; assigned_at_ms: number }[]> {
  return runQuery(client, {
    name: 'assignments of a session',
    sql: `SELECT test_name, variant, toUnixTimestamp64Milli(assigned_at) AS assigned_at_ms
      FROM analytics.ab_test_assignments WHERE session_id = {session: String} ORDER BY assigned_at`,
    params: { session: sessionId },
    row: z.object({ test_name: z.string(), variant: z.string(), assigned_at_ms: z.coerce.number() }),
  })
}
