import { randomUUID } from 'node:crypto'
import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { insertRows } from '../clickhouse/insert-rows.ts'
import { runQuery } from '../clickhouse/query.ts'

/** No audit. */
export const NONE = '00000000-0000-0000-0000-000000000000'

const count = z.coerce.number()

/** A collector's part of the account. */
export const OwnFigures = z.object({
  received: count,
  accepted: count,
  duplicates: count,
  rejected: z.record(z.string(), count),
  pending: count,
  dead_letters: count,
  erased: count,
  expired: count,
  /** Rows that it took out as copies: accepted twice, whoever accepted them, and duplicates since. */
  late_duplicates: count,
})
export type OwnFigures = Readonly<z.infer<typeof OwnFigures>>

/** What a collector last wrote of itself. */
export const CollectorBook = OwnFigures.extend({
  collector: z.uuid(),
  version: count,
  /** Milliseconds, by the server's clock. */
  age_ms: count,
  /** Books that were not written for longer are old: their collector is gone, or cannot reach ClickHouse. */
  silent_ms: count,
  /** Nothing of a stopped one changes until it is back; one that is gone does not come back. */
  state: z.enum(['writing', 'stopped', 'gone']),
  /** The audit that it makes, and the one that it does not write for; `NONE` without. */
  auditing: z.uuid(),
  paused_for: z.uuid(),
})
export type CollectorBook = z.infer<typeof CollectorBook>

export type NewBook = Omit<CollectorBook, 'age_ms'>

/** Somebody wrote in them lately, and may have done more since. */
export function isLiving({ state, age_ms, silent_ms }: CollectorBook): boolean {
  return state === 'writing' && age_ms <= silent_ms
}

/** What they say may have changed long ago. */
export function isOld({ state, age_ms, silent_ms }: CollectorBook): boolean {
  return state === 'writing' && age_ms > silent_ms
}

/** The newest books of each collector, in the order of their ids. */
export function readBooks(client: ClickHouseClient): Promise<CollectorBook[]> {
  return runQuery(client, {
    name: 'books of the collectors',
    sql: `SELECT collector, version, greatest(0, dateDiff('millisecond', written_at, now64(3, 'UTC'))) AS age_ms,
        silent_ms, state, auditing, paused_for, received, accepted, duplicates, rejected, pending, dead_letters, erased, expired,
        late_duplicates
      FROM (SELECT * FROM analytics.collector_books ORDER BY version DESC LIMIT 1 BY collector) ORDER BY toString(collector)`,
    row: CollectorBook,
  })
}

/** Writes them. The time is the server's. */
export async function writeBook(client: ClickHouseClient, book: NewBook): Promise<void> {
  await tellCollectors(client, 'collector_books', book.collector, [book])
}

/** Rows for what collectors tell each other. Doing it again makes no difference to a reader. */
export async function tellCollectors(
  client: ClickHouseClient,
  table: 'collector_books' | 'erasure_promises',
  collector: string,
  rows: readonly object[],
): Promise<void> {
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  await insertRows(client, `analytics.${table}`, Buffer.from(text), {
    // All rows of a collector go to one shard, and none is taken for a repetition.
    insert_deduplication_token: `${collector}:${randomUUID()}`,
    async_insert: 0,
  })
}

/** The part of a collector whose log is lost: what waited there counts as dead letters. */
export function closed<Figures extends OwnFigures>(figures: Figures): Figures {
  return { ...figures, pending: 0, dead_letters: figures.dead_letters + figures.pending }
}

/** The account of several collectors: their parts, added up. */
export function sumOfFigures(parts: readonly OwnFigures[]): OwnFigures {
  const sum = (of: (part: OwnFigures) => number) => parts.reduce((total, part) => total + of(part), 0)
  const rejected: Record<string, number> = {}
  for (const part of parts)
    for (const [reason, events] of Object.entries(part.rejected))
      rejected[reason] = (rejected[reason] ?? 0) + events
  return {
    received: sum(({ received }) => received),
    accepted: sum(({ accepted }) => accepted),
    duplicates: sum(({ duplicates }) => duplicates),
    rejected,
    pending: sum(({ pending }) => pending),
    dead_letters: sum(({ dead_letters }) => dead_letters),
    erased: sum(({ erased }) => erased),
    expired: sum(({ expired }) => expired),
    late_duplicates: sum(({ late_duplicates }) => late_duplicates),
  }
}
