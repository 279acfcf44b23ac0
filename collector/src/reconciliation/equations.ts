import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import type { Finding } from '@half-measure/shared/stats/reconciliation.ts'
import { runQuery } from '../warehouse/clickhouse/query.ts'
import type { Shard } from '../warehouse/shard.ts'
import { EVENT_TABLES } from '../events/event-tables.ts'
import type { CollectorFigures } from './coordination/collector-figures.ts'
import type { Collector } from './coordination/coordination.ts'
import { importerOf, reportOf, type Report, storedByCollector } from './delivery-report.ts'
import { type Removed, removedEvents, sumRemoved } from './removed-events.ts'

/** Rows stored and removed, by collector. */
export interface TableCounts {
  readonly stored: ReadonlyMap<string, number>
  readonly removed: ReadonlyMap<string, Removed>
}

export async function tableCounts(client: ClickHouseClient): Promise<TableCounts> {
  return { stored: await storedByCollector(client), removed: await removedEvents(client) }
}

/** Adds up the counts of several shards. */
export function sumCounts(parts: readonly TableCounts[]): TableCounts {
  const stored = new Map<string, number>()
  for (const part of parts) for (const [id, rows] of part.stored) stored.set(id, (stored.get(id) ?? 0) + rows)
  const all = Map.groupBy(
    parts.flatMap(({ removed }) => [...removed]),
    ([id]) => id,
  )
  const removed = new Map([...all].map(([id, of]) => [id, sumRemoved(of.map(([, rows]) => rows))]))
  return { stored, removed }
}

/** Counts the tables of all shards. */
export async function countsOf(shards: readonly Pick<Shard, 'clickhouse'>[]): Promise<TableCounts> {
  return sumCounts(await Promise.all(shards.map(({ clickhouse }) => tableCounts(clickhouse.migrator))))
}

/** Adds up the findings of several shards by name. */
export function sumFindings(findings: readonly Finding[]): Finding[] {
  return [...Map.groupBy(findings, ({ name }) => name)].map(([name, same]) => ({
    name,
    left: same.reduce((sum, { left }) => sum + left, 0),
    right: same.reduce((sum, { right }) => sum + right, 0),
  }))
}

export function isDifference({ left, right }: Finding): boolean {
  return left !== right
}

/** The report of one collector, against its own rows. */
export function reportOfCollector(
  id: string,
  figures: CollectorFigures,
  { stored, removed }: TableCounts,
): Report {
  const ids = [id, importerOf(id)]
  const rows = ids.reduce((sum, each) => sum + (stored.get(each) ?? 0), 0)
  return reportOf([figures], rows, sumRemoved(ids.flatMap((each) => removed.get(each) ?? [])))
}

/**
 * The figures of a collector whose log is lost: accepted rows that are neither stored nor removed count as dead
 * letters.
 */
export function figuresWithoutLog(
  id: string,
  figures: CollectorFigures,
  counts: TableCounts,
): CollectorFigures {
  const { stored, erased, expired, deduplicated = 0 } = reportOfCollector(id, figures, counts)
  const found = stored + erased + expired + deduplicated
  const accepted = Math.max(figures.accepted, found)
  return {
    ...figures,
    // It may have accepted more since its last heartbeat.
    received: figures.received + accepted - figures.accepted,
    accepted,
    pending: 0,
    dead_letters: accepted - found,
  }
}

/** Both equations of a report. @param of names the collector, if it is another one. */
export function equations(
  { received, accepted, duplicates, rejected, stored, pending, dead_letters, erased, expired }: Report,
  of = '',
): Finding[] {
  const refused = Object.values(rejected).reduce((sum, count) => sum + count, 0)
  return [
    {
      name: `received = accepted + duplicates + rejected${of}`,
      left: received,
      right: accepted + duplicates + refused,
    },
    {
      name: `accepted = stored + pending + dead letters + erased + expired${of}`,
      left: accepted,
      right: stored + pending + dead_letters + erased + expired,
    },
  ]
}

/**
 * The equations of the collectors whose figures stand: stopped and retired ones. A live one compares its own every
 * night; the last actions of an expired one are not known.
 */
export function equationsOfOthers(
  others: readonly Collector[],
  counts: TableCounts,
): { findings: Finding[]; skipped: string[] } {
  const standing = others.filter(({ state }) => state === 'stopped' || state === 'retired')
  const expired = others.filter(({ state }) => state === 'expired')
  return {
    findings: standing.flatMap(({ id, state, figures }) =>
      equations(reportOfCollector(id, figures, counts), `, collector ${id} (${state})`),
    ),
    skipped: expired.map(({ id }) => `accepted = stored + … of collector ${id}, which sends no heartbeat`),
  }
}

/** Rows that no known collector has accepted. */
export function foreignRows(ids: readonly string[], { stored }: TableCounts): Finding {
  const known = new Set(ids.flatMap((id) => [id, importerOf(id)]))
  const foreign = [...stored].filter(([id]) => !known.has(id))
  const left = foreign.reduce((sum, [, rows]) => sum + rows, 0)
  return { name: 'rows from unknown collectors = 0', left, right: 0 }
}

/** Sessions per query: more would not fit. */
export const MAX_DIGESTS = 1_000

/** Ids of sessions that a table has. @param digests of the sessions, SHA-256 in hexadecimal; `MAX_DIGESTS` at most. */
export async function storedSessions(
  client: ClickHouseClient,
  digests: readonly string[],
): Promise<string[]> {
  const sessions = EVENT_TABLES.map((table) => `SELECT DISTINCT session_id FROM analytics.${table}`)
  const rows = await runQuery(client, {
    name: 'erased sessions that are stored',
    sql: `SELECT session_id FROM (${sessions.join(' UNION DISTINCT ')})
      WHERE lower(hex(SHA256(session_id))) IN {digests: Array(String)}`,
    params: { digests },
    row: z.object({ session_id: z.string() }),
  })
  return rows.map(({ session_id }) => session_id)
}

/**
 * Recently erased sessions that a table still has, for example from a restored backup.
 *
 * @param digests of their ids, oldest first.
 */
export async function erasedSessionsStored(
  client: ClickHouseClient,
  digests: readonly string[],
): Promise<Finding> {
  const { length: left } = await storedSessions(client, digests.slice(-MAX_DIGESTS))
  return { name: 'erased sessions still stored = 0', left, right: 0 }
}
