import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import type { ClickHouse } from '../warehouse/clickhouse/clickhouse.ts'
import { type FileQuery, type Query, runQueryForFile, runQueryForOne } from '../warehouse/clickhouse/query.ts'
import { ApiError } from '../platform/api-error.ts'
import { unlessAborted } from '../platform/deadline.ts'
import { mapInSlices } from '../platform/in-slices.ts'
import { KeyedSemaphore } from '../platform/keyed-semaphore.ts'
import { statisticsBusy, toApiError, tooManyOfViewer } from './query-errors.ts'
import { currentQueue, currentViewer } from './sharing/current-caller.ts'

/** The rows of a query and its costs. */
export interface QueryResult<Row> {
  readonly rows: Row[]
  readonly rowsRead: number
  readonly bytesRead: number
  /** Characters of the response. */
  readonly size: number
}

export type RunQuery = <Row extends z.ZodType>(
  query: Query<Row>,
  signal?: AbortSignal,
) => Promise<QueryResult<z.output<Row>>>

/**
 * Concurrent queries of administrators and background jobs; viewers never take their places. The quotas in
 * `infra/clickhouse/users.d` follow from this and `MAX_OF_VIEWERS`.
 */
export const MAX_RUNNING = 4
/** Per administrator, and for all background jobs together: one place is left for somebody else. */
const MAX_OF_ADMINISTRATOR = 3
/** All API tokens and share links together: above the limit per viewer, so a slow query delays only its own viewer. */
export const MAX_OF_VIEWERS = 3
const MAX_OF_VIEWER = 2

/** Queries beyond these limits are refused. A dashboard sends about thirty queries at once, a shared page eighty. */
export const QUEUE = { waiting: 200, waitingMs: 60_000 } as const

/** Limits of one query. Limits that a server sets for the account take precedence. */
export interface QueryLimits {
  readonly seconds: number
  readonly memoryBytes: number
  readonly rowsToRead: number
  /** By default as many as the server has. */
  readonly threads?: number
  /** A query pauses while others with a lower number run. */
  readonly priority: number
}

const LIMITS: QueryLimits = {
  seconds: 10,
  memoryBytes: 1_500_000_000,
  rowsToRead: 2_000_000_000,
  priority: 1,
}

/**
 * Limits of one query of an API token or a share link. It may take as long as others: it pauses for them, and delays
 * only its own viewer.
 */
const VIEWER_LIMITS: QueryLimits = {
  seconds: 10,
  memoryBytes: 500_000_000,
  rowsToRead: 1_000_000_000,
  threads: 1,
  priority: 2,
}

const Body = z.object({
  data: z.array(z.unknown()),
  statistics: z.object({ rows_read: z.coerce.number(), bytes_read: z.coerce.number() }),
})

/** An account, how many queries it runs at a time, and their limits. */
interface Pool {
  readonly client: ClickHouseClient
  readonly semaphore: KeyedSemaphore
  readonly limits: QueryLimits
  /** The settings of each of its statements. */
  settings?: Promise<string>
}

/**
 * Runs queries: a few at a time, each within its limits, and cancelled when the caller no longer needs the result:
 * ClickHouse ends a query when its connection closes.
 */
export class QueryRunner {
  readonly #administrators: Pool
  readonly #viewers: Pool
  readonly #running = new Set<Promise<unknown>>()
  readonly #closing = new AbortController()

  constructor({ reader, viewer }: Pick<ClickHouse, 'reader' | 'viewer'>, limits: Partial<QueryLimits> = {}) {
    this.#administrators = {
      client: reader,
      semaphore: new KeyedSemaphore(
        { ...QUEUE, inAll: MAX_RUNNING, running: MAX_OF_ADMINISTRATOR },
        statisticsBusy,
      ),
      limits: { ...LIMITS, ...limits },
    }
    this.#viewers = {
      client: viewer,
      semaphore: new KeyedSemaphore(
        { ...QUEUE, inAll: MAX_OF_VIEWERS, running: MAX_OF_VIEWER },
        tooManyOfViewer,
      ),
      limits: { ...VIEWER_LIMITS, ...limits },
    }
  }

  /** @throws {ApiError} 503, 429 or 422 in words where a limit is hit; the signal's reason where it fires. */
  readonly run: RunQuery = (query, given) =>
    this.#inTurn(given, ({ client }, settings, signal) => runWithCosts(client, query, settings, signal))

  /** @throws as `run` does. */
  readonly runForFile = (query: FileQuery, given?: AbortSignal): Promise<Buffer> =>
    this.#inTurn(given, ({ client }, settings, signal) =>
      runQueryForFile(client, { ...query, sql: `${query.sql}\n${settings}` }, signal),
    )

  async #inTurn<Result>(
    given: AbortSignal | undefined,
    execute: (pool: Pool, settings: string, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const signal = given ? AbortSignal.any([given, this.#closing.signal]) : this.#closing.signal
    const pool = currentViewer() === undefined ? this.#administrators : this.#viewers
    const release = await pool.semaphore.acquire(currentQueue(), signal)
    const result = (pool.settings ??= settingsFor(pool))
      .then((settings) => execute(pool, settings, signal))
      .catch((error: unknown) => {
        throw toApiError(error)
      })
    // A slot is freed with its connection, not when the caller leaves.
    const ended = result.catch(() => {}).finally(release)
    this.#running.add(ended)
    void ended.finally(() => this.#running.delete(ended))
    return unlessAborted(signal, result)
  }

  /** Cancels running queries and refuses further ones. */
  async close(): Promise<void> {
    this.#closing.abort(new ApiError(503, 'stopping', 'The server is stopping.', { retryAfter: 5 }))
    await Promise.all(this.#running)
  }
}

async function runWithCosts<Row extends z.ZodType>(
  client: ClickHouseClient,
  { sql, params, row }: Query<Row>,
  settings: string,
  signal: AbortSignal,
): Promise<QueryResult<z.output<Row>>> {
  const result = await client.query({
    query: `${sql}\n${settings}`,
    format: 'JSON',
    ...(params && Object.keys(params).length > 0 ? { query_params: { ...params } } : {}),
    abort_signal: signal,
  })
  const text = await result.text()
  const { data, statistics } = Body.parse(JSON.parse(text))
  return {
    rows: await mapInSlices(data, (cells) => row.parse(cells)),
    rowsRead: statistics.rows_read,
    bytesRead: statistics.bytes_read,
    size: text.length,
  }
}

/** Longest wait per block read: a constant stream of administrators' queries must not starve viewers. */
const PAUSE_MS = 50

/**
 * The optimiser looks for comparisons that follow from others, in time that grows with the square of a query's
 * conditions: a third of the time of a query about several goals, where there is never one to find.
 */
const SETTINGS = 'SETTINGS optimize_and_compare_chain = 0'

function limitsOf({ seconds, memoryBytes, rowsToRead, threads, priority }: QueryLimits): string {
  return `, max_execution_time = ${seconds}, max_memory_usage = ${memoryBytes},
    max_rows_to_read = ${rowsToRead}, priority = ${priority}, low_priority_query_wait_time_ms = ${PAUSE_MS}${
      threads === undefined ? '' : `, max_threads = ${threads}`
    }`
}

/** Limits that a server sets for the account take precedence. */
function settingsFor(pool: Pool): Promise<string> {
  return runQueryForOne(pool.client, {
    name: 'limits of the account',
    sql: "SELECT toFloat64(getSetting('max_execution_time')) AS seconds",
    row: z.object({ seconds: z.number() }),
  }).then(
    ({ seconds }) => (seconds === 0 ? SETTINGS + limitsOf(pool.limits) : SETTINGS),
    (error: unknown) => {
      delete pool.settings
      throw error
    },
  )
}
