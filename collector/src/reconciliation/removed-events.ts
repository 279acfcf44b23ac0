import { randomUUID } from 'node:crypto'
import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { insertRows } from '../warehouse/clickhouse/insert-rows.ts'
import { runQuery } from '../warehouse/clickhouse/query.ts'
import type { EventTable } from '../events/event-tables.ts'
import { derivedId } from '../warehouse/loader/batch-part.ts'

/** Rows of one table and collector that are about to be removed. */
interface Removal {
  readonly collector_id: string
  readonly table: EventTable
  readonly rows: number
  /**
   * Identifies the rows, so that they count once however often they are recorded: after a crash fewer are left to
   * count, and the largest number holds.
   */
  readonly key: readonly string[]
}

/** Records removals. Resolves when they are on disk; only then may the rows be removed. */
export async function recordRemovals(
  client: ClickHouseClient,
  reason: 'erased' | 'expired' | 'deduplicated',
  removals: readonly Removal[],
): Promise<void> {
  if (removals.length === 0) return
  const text = removals
    .map(({ key, ...removal }) => ({ reason, removal_id: derivedId(key.join('\n'), reason), ...removal }))
    .map((row) => `${JSON.stringify(row)}\n`)
    .join('')
  await insertRows(client, 'analytics.removed_events', Buffer.from(text), {
    insert_deduplication_token: randomUUID(),
    async_insert: 0,
  })
}

const Removed = z.object({
  collector_id: z.string(),
  erased: z.coerce.number(),
  expired: z.coerce.number(),
  deduplicated: z.coerce.number(),
})
export type Removed = Omit<z.infer<typeof Removed>, 'collector_id'>

/** Rows that were removed, by collector. */
export async function removedEvents(client: ClickHouseClient): Promise<Map<string, Removed>> {
  const rows = await runQuery(client, {
    name: 'removed events',
    sql: `SELECT collector_id, sumIf(rows, reason = 'erased') AS erased, sumIf(rows, reason = 'expired') AS expired,
        sumIf(rows, reason = 'deduplicated') AS deduplicated
      FROM (SELECT reason, collector_id, table, removal_id, max(rows) AS rows FROM analytics.removed_events
        GROUP BY reason, collector_id, table, removal_id)
      GROUP BY collector_id`,
    row: Removed,
  })
  return new Map(rows.map(({ collector_id, ...removed }) => [collector_id, removed]))
}

export function sumRemoved(all: Iterable<Removed>): Removed {
  const sum = { erased: 0, expired: 0, deduplicated: 0 }
  for (const { erased, expired, deduplicated } of all) {
    sum.erased += erased
    sum.expired += expired
    sum.deduplicated += deduplicated
  }
  return sum
}
