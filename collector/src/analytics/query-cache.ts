import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import type { Query } from '../warehouse/clickhouse/query.ts'
import type { QueryResult, RunQuery } from './query-runner.ts'
import { currentQueue } from './sharing/current-caller.ts'

/** A result that contains everything acknowledged before `asOf`, in milliseconds since 1970. */
export interface CachedResult<T> {
  readonly value: T
  readonly asOf: number
  /** Whether the query ran earlier, or for another caller. */
  readonly cached: boolean
}

type Result = QueryResult<unknown>

interface Running {
  readonly result: Promise<CachedResult<Result>>
  readonly controller: AbortController
  waiting: number
}

interface CacheOptions {
  /** How long a result may be reused, in milliseconds; at 0, only while its query runs. */
  readonly ttlMs: number
  readonly asOf: number
}

const MAX_BYTES = 16 * 1024 * 1024

/**
 * Runs queries and caches their results for a while. Identical queries of one caller share a run, which is cancelled when
 * the last of them leaves; a run of a background job is shared with everybody. Bounded by bytes; the least recently used
 * result goes first.
 */
export class QueryCache {
  readonly #runQuery: RunQuery
  readonly #tablesVersion: () => number
  readonly #results = new LRUCache<string, CachedResult<Result>>({ maxSize: MAX_BYTES })
  /** By queue and query. */
  readonly #running = new Map<string, Running>()
  #generation = 0

  /** @param tablesVersion changes whenever the tables change other than by loading new events. */
  constructor(runQuery: RunQuery, tablesVersion: () => number) {
    this.#runQuery = runQuery
    this.#tablesVersion = tablesVersion
  }

  async run<Row extends z.ZodType>(
    query: Query<Row>,
    options: CacheOptions,
    signal: AbortSignal,
  ): Promise<CachedResult<QueryResult<z.output<Row>>>> {
    signal.throwIfAborted()
    const key = `${this.#tablesVersion()}\n${query.name}\n${query.sql}\n${JSON.stringify(query.params)}`
    // The query's name, part of the key, implies the type of its rows.
    return (await this.#find(key, query, options, signal)) as CachedResult<QueryResult<z.output<Row>>>
  }

  /** Drops everything, because the underlying data has changed. */
  clear(): void {
    this.#generation++
    this.#results.clear()
    this.#running.clear()
  }

  async #find(key: string, query: Query<z.ZodType>, options: CacheOptions, signal: AbortSignal) {
    const hit = this.#results.get(key)
    if (hit) return { ...hit, cached: true }
    const own = `${currentQueue()}\n${key}`
    const others = this.#running.get(`\n${key}`) ?? this.#running.get(own)
    const result = await waitFor(others ?? this.#start(own, key, query, options), signal)
    return others ? { ...result, cached: true } : result
  }

  #start(own: string, key: string, query: Query<z.ZodType>, { ttlMs, asOf }: CacheOptions): Running {
    const generation = this.#generation
    const controller = new AbortController()
    const leave = () => {
      if (this.#running.get(own) === running) this.#running.delete(own)
    }
    controller.signal.addEventListener('abort', leave)
    const result = this.#runQuery(query, controller.signal)
      .then((value): CachedResult<Result> => {
        const result = { value, asOf, cached: false }
        const size = ttlMs > 0 ? key.length + value.size : MAX_BYTES
        if (generation === this.#generation && size < MAX_BYTES)
          this.#results.set(key, result, { ttl: ttlMs, size })
        return result
      })
      .finally(leave)
    // Waiting callers see the failure themselves.
    result.catch(() => {})
    const running: Running = { result, controller, waiting: 0 }
    this.#running.set(own, running)
    return running
  }
}

/** Cancels the run when the last waiting caller has left. */
function waitFor(running: Running, signal: AbortSignal): Promise<CachedResult<Result>> {
  running.waiting++
  return new Promise((resolve, reject) => {
    const leave = () => {
      reject(signal.reason as Error)
      if (--running.waiting === 0) running.controller.abort(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    running.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
