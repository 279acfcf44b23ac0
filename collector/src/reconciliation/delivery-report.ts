import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import type { CollectorShare, Delivery, KnownDelivery } from '@half-measure/shared/stats/delivery.ts'
import { runQuery, runQueryForNumber } from '../warehouse/clickhouse/query.ts'
import { ApiError } from '../platform/api-error.ts'
import { EVENT_TABLES } from '../events/event-tables.ts'
import type { Logger } from '../platform/logger.ts'
import type { Spool } from '../spool/spool.ts'
import type { DeadLetters } from '../warehouse/loader/dead-letters.ts'
import { withTimeout } from '../platform/deadline.ts'
import { type CollectorFigures, sumFigures } from './coordination/collector-figures.ts'
import type { Collector } from './coordination/coordination.ts'
import type { Ledger } from './ledger.ts'
import { type Removed, removedEvents, sumRemoved } from './removed-events.ts'

/** The figures that are added up. */
export type Report = Omit<Delivery, 'oldest_pending_ms' | 'last_reconciliation'>

/** Figures of the log for the report; a copy gives the report of that moment. */
export interface LogFigures extends Pick<Spool, 'totals' | 'pendingRows'> {
  readonly cursor: { readonly lost: number }
}

/** The collector id of rows that a data directory imported without its log. */
export function importerOf(collectorId: string): string {
  return `${collectorId}-import`
}

/** This collector's own figures, all of one moment. @param ledger adds imported rows. */
export function ownFigures(
  spool: LogFigures,
  deadLetters: Pick<DeadLetters, 'count'>,
  ledger?: Pick<Ledger, 'imported'>,
): CollectorFigures {
  const { received, accepted, duplicates, rejected } = spool.totals
  const imported = ledger?.imported.rows ?? 0
  return {
    received: received + imported,
    accepted: accepted + imported,
    duplicates,
    rejected: { ...rejected },
    pending: spool.pendingRows,
    dead_letters: deadLetters.count + spool.cursor.lost,
  }
}

/** The report of all collectors. The left side comes from their logs, the right side also from the tables. */
export async function deliveryReport(
  client: ClickHouseClient,
  parts: readonly CollectorFigures[],
): Promise<Report> {
  const stored = await countStored(client)
  return reportOf(parts, stored, sumRemoved((await removedEvents(client)).values()))
}

/** One collector's figures, or several added up, beside what the tables say. */
export function reportOf(parts: readonly CollectorFigures[], stored: number, removed: Removed): Report {
  const { erased, expired, deduplicated } = removed
  const { accepted, duplicates, ...sums } = sumFigures(parts)
  return {
    ...sums,
    accepted: accepted - deduplicated,
    duplicates: duplicates + deduplicated,
    stored,
    erased,
    expired,
    ...(deduplicated > 0 && { deduplicated }),
  }
}

export function sharesOf(own: CollectorFigures, id: string, others: readonly Collector[]): CollectorShare[] {
  const share = ({ received, accepted, pending }: CollectorFigures) => ({ received, accepted, pending })
  return [
    { id, state: 'here', age_ms: 0, ...share(own) },
    ...others.map(({ id, state, age_ms, figures }) => ({ id, state, age_ms, ...share(figures) })),
  ]
}

function countStored(client: ClickHouseClient): Promise<number> {
  return runQueryForNumber(client, {
    name: 'rows stored',
    sql: `SELECT ${EVENT_TABLES.map((table) => `(SELECT count() FROM analytics.${table})`).join(' + ')} AS rows`,
  })
}

/** Rows in the tables, by the collector that accepted them. */
export async function storedByCollector(client: ClickHouseClient): Promise<Map<string, number>> {
  const rows = await runQuery(client, {
    name: 'rows stored by collector',
    sql: `SELECT collector_id AS id, count() AS rows
      FROM (${EVENT_TABLES.map((table) => `SELECT collector_id FROM analytics.${table}`).join(' UNION ALL ')})
      GROUP BY id`,
    row: z.object({ id: z.string(), rows: z.coerce.number() }),
  })
  return new Map(rows.map(({ id, rows }) => [id, rows]))
}

/** A person waits for the report: a database that is silent for longer counts as unavailable. */
const TIMEOUT_MS = 10_000
const RETRY_SECONDS = 10
const UNAVAILABLE =
  'ClickHouse does not respond, so what is stored cannot be counted. Events are kept on disk until it does; the rest of the report is in the details.'

/**
 * The delivery report with a timeout. Callers share one count at a time, or counts would pile up against a silent
 * server.
 */
export class DeliveryReporter {
  readonly #report: () => Promise<Report>
  readonly #log: Logger
  #counting: Promise<Report | undefined> | undefined

  constructor(report: () => Promise<Report>, log: Logger) {
    this.#report = report
    this.#log = log
  }

  /** @throws {ApiError} 503 with what is known without the database, where it does not respond in time. */
  async get(known: KnownDelivery): Promise<Delivery> {
    this.#counting ??= this.#report()
      .catch((error: unknown) => {
        this.#log.warn({ err: error }, 'the tables cannot be counted')
        return undefined
      })
      .finally(() => (this.#counting = undefined))
    const counted = await withTimeout(TIMEOUT_MS, this.#counting)
    const { oldest_pending_ms, last_reconciliation } = known
    if (counted) return { ...counted, oldest_pending_ms, last_reconciliation }
    throw new ApiError(503, 'clickhouse_unavailable', UNAVAILABLE, {
      retryAfter: RETRY_SECONDS,
      details: known,
    })
  }
}
