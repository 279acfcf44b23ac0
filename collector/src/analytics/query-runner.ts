import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import type { ClickHouse } from '../warehouse/clickhouse/clickhouse.ts'
import { type Query, runQueryForOne } from '../warehouse/clickhouse/query.ts'
import { ApiError } from '../platform/api-error.ts'
import { Slots } from '../platform/slots.ts'
import { toApiError } from './query-errors.ts'
import { isForViewer } from './sharing/viewer-queries.ts'

/** The rows of a query and what it took. */
export interface QueryResult<Row> {
  readonly rows: Row[]
  readonly rowsRead: number
  readonly bytesRead: number
}

export type RunQuery = <Row extends z.ZodType>(
  query: Query<Row>,
  signal?: AbortSignal,
) => Promise<QueryResult<z.output<Row>>>

/** Runs a query for its rows alone. */
export type QueryRows = <Row extends z.ZodType>(
  query: Query<Row>,
  signal?: AbortSignal,
) => Promise<z.output<Row>[]>

/** Limits of one query. Limits that a server sets for the account of the reader go before these. */
export interface QueryLimits {
  readonly seconds: number
  readonly memoryBytes: number
  readonly rowsToRead: number
  /** As many as the server has, where there is no number. */
  readonly threads?: number
  /** A query pauses while ones with a lower number run. */
  readonly priority: number
}

const LIMITS: QueryLimits = {
  seconds: 10,
  memoryBytes: 1_500_000_000,
  rowsToRead: 2_000_000_000,
  priority: 1,
}

/** What a query of an API token or a share link may take. */
const VIEWER_LIMITS: QueryLimits = {
  seconds: 5,
  memoryBytes: 750_000_000,
  rowsToRead: 1_000_000_000,
  threads: 1,
  priority: 2,
}

/** As many run at a time for administrators; viewers never take their places. */
export const MAX_RUNNING = 4
/** And as many for all API tokens and share links together. */
const MAX_OF_VIEWERS = 2

/** Queries beyond this queue are refused with 503: one dashboard sends about thirty at once. */
const MAX_WAITING = 200

const Body = z.object({
  data: z.array(z.unknown()),
  statistics: z.object({ rows_read: z.coerce.number(), bytes_read: z.coerce.number() }),
})

interface Pool {
  readonly slots: Slots
  readonly limits: QueryLimits
}

/**
 * Runs queries: a few at a time, each within its limits, and cancelled when nobody waits for the result any
 * more: ClickHouse ends one whose connection closes.
 */
export class QueryRunner {
  readonly #reader: ClickHouseClient
  readonly #administrators: Pool
  readonly #viewers: Pool
  readonly #closing = new AbortController()
  #limitless: Promise<boolean> | undefined

  constructor({ reader }: Pick<ClickHouse, 'reader'>, limits: Partial<QueryLimits> = {}) {
    this.#reader = reader
    this.#administrators = { slots: new Slots(MAX_RUNNING), limits: { ...LIMITS, ...limits } }
    this.#viewers = { slots: new Slots(MAX_OF_VIEWERS), limits: { ...VIEWER_LIMITS, ...limits } }
  }

  /** @throws {ApiError} 503 or 422 in words where a limit is hit; the signal's reason where it fires. */
  readonly run: RunQuery = async (query, given) => {
    const signal = given ? AbortSignal.any([given, this.#closing.signal]) : this.#closing.signal
    const { slots, limits } = isForViewer() ? this.#viewers : this.#administrators
    if (slots.waiting >= MAX_WAITING) throw busy()
    await slots.take(signal)
    const result = this.#execute(query, limits, signal)
    // A slot is free when its connection is, not when the caller has gone.
    void result.catch(() => {}).finally(() => slots.giveBack())
    return raceAgainst(signal, result)
  }

  /** Ends what runs; further queries are refused. */
  async close(): Promise<void> {
    this.#closing.abort(new ApiError(503, 'stopping', 'The server is stopping.', { retryAfter: 5 }))
    await Promise.all([this.#administrators, this.#viewers].map(({ slots }) => slots.idle()))
  }

  async #execute<Row extends z.ZodType>(
    query: Query<Row>,
    limits: QueryLimits,
    signal: AbortSignal,
  ): Promise<QueryResult<z.output<Row>>> {
    const settings = (await this.#mayLimit()) ? settingsOf(limits) : ''
    try {
      const result = await this.#reader.query({
        query: `${query.sql}\n${settings}`,
        format: 'JSON',
        ...(query.params && Object.keys(query.params).length > 0
          ? { query_params: { ...query.params } }
          : {}),
        abort_signal: signal,
      })
      const { data, statistics } = Body.parse(await result.json())
      return {
        rows: data.map((row) => query.row.parse(row)),
        rowsRead: statistics.rows_read,
        bytesRead: statistics.bytes_read,
      }
    } catch (error) {
      throw toApiError(error)
    }
  }

  /** A server's account of the reader may have limits of its own, and then they hold. */
  #mayLimit(): Promise<boolean> {
    this.#limitless ??= runQueryForOne(this.#reader, {
      name: 'limits of the account',
      sql: "SELECT toFloat64(getSetting('max_execution_time')) AS seconds",
      row: z.object({ seconds: z.number() }),
    }).then(
      ({ seconds }) => seconds === 0,
      (error: unknown) => {
        this.#limitless = undefined
        throw toApiError(error)
      },
    )
    return this.#limitless
  }
}

function settingsOf({ seconds, memoryBytes, rowsToRead, threads, priority }: QueryLimits): string {
  return `SETTINGS max_execution_time = ${seconds}, max_memory_usage = ${memoryBytes},
    max_rows_to_read = ${rowsToRead}, priority = ${priority}${threads === undefined ? '' : `, max_threads = ${threads}`}`
}

function busy(): ApiError {
  return new ApiError(503, 'statistics_busy', 'Too many queries are running. Try again in a moment.', {
    retryAfter: 2,
  })
}

async function raceAgainst<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const over = new AbortController()
  const aborted = new Promise<never>((_, reject) => {
    const give = () => reject(signal.reason as Error)
    if (signal.aborted) give()
    signal.addEventListener('abort', give, { once: true, signal: over.signal })
  })
  return Promise.race([work, aborted]).finally(() => over.abort())
}
