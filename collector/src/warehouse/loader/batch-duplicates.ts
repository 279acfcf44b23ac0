import type { ClickHouseClient } from '@clickhouse/client'
import { EVENT_TABLES } from '../../events/event-tables.ts'
import type { DuplicateIds } from '../../spool/cursor.ts'
import { eventIdsOf, rowStarts, rowTextsOf, type StoredRows } from '../../spool/row-block.ts'
import { findStored } from './find-stored.ts'
import type { BatchPart } from './split-batch.ts'

/** The events of a batch that the database has from an earlier one, by table; tables without any are left out. */
export async function findDuplicates(
  client: ClickHouseClient,
  batchId: string,
  found: readonly StoredRows[],
): Promise<DuplicateIds> {
  const duplicateIds: DuplicateIds = {}
  for (const table of EVENT_TABLES) {
    const rows = found.filter((block) => block.table === table).flatMap(({ bytes }) => [...rowTextsOf(bytes)])
    const stored = await findStored(client, table, rows, batchId)
    if (stored.size > 0) duplicateIds[table] = [...stored]
  }
  return duplicateIds
}

/** The part without the rows of some events. */
export function withoutEvents(part: BatchPart, eventIds: readonly string[]): BatchPart {
  if (eventIds.length === 0) return part
  const left = new Set(eventIds)
  const kept: Buffer[] = []
  for (const start of rowStarts(part.rows)) {
    const row = part.rows.subarray(start, part.rows.indexOf(0x0a, start) + 1)
    const [id] = eventIdsOf(row)
    if (id === undefined || !left.has(id)) kept.push(row)
  }
  return { ...part, rows: Buffer.concat(kept), count: kept.length }
}
