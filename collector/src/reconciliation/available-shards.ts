import { setTimeout as sleep } from 'node:timers/promises'
import { Deadline, DeadlineExceededError } from '../platform/deadline.ts'
import type { SpoolPlace } from '../spool/cursor-store.ts'
import { isAvailable } from '../warehouse/clickhouse/is-available.ts'
import { type Shard, shardsOf } from '../warehouse/shard.ts'

/** All shards in order; undefined for unavailable ones. */
export type AvailableShards = readonly (Shard | undefined)[]

/** The shards that respond and load. */
export function availableShards(shards: readonly Shard[]): Promise<AvailableShards> {
  return Promise.all(
    shards.map(async (shard) =>
      !shard.loader.isStopped && (await isAvailable(shard.clickhouse.writer)) ? shard : undefined,
    ),
  )
}

/** Whether every shard that may have rows of the session is available. */
export function isServed(sessionId: string, available: AvailableShards): boolean {
  return [...shardsOf(sessionId, available.length)].every((place) => available[place] !== undefined)
}

/** The available shards that may have rows of some sessions, each with its sessions. */
export function servedBy(
  available: AvailableShards,
  sessions: readonly string[],
): { readonly shard: Shard; readonly wanted: readonly string[] }[] {
  return available.flatMap((shard, place) => {
    const wanted = sessions.filter((session) => shardsOf(session, available.length).has(place))
    return shard && wanted.length > 0 ? [{ shard, wanted }] : []
  })
}

/** Retried, like any connection that gets no response. */
class ShardUnavailableError extends Error {
  override name = 'ShardUnavailableError'
  readonly code = 'ETIMEDOUT'
}

/** For work that would hold up all shards while waiting for one. @throws {ShardUnavailableError} */
export async function expectAllAvailable(shards: readonly Pick<Shard, 'clickhouse'>[]): Promise<void> {
  const responses = await Promise.all(shards.map(({ clickhouse }) => isAvailable(clickhouse.writer)))
  const unavailable = responses.indexOf(false)
  if (unavailable !== -1)
    throw new ShardUnavailableError(`ClickHouse did not respond in time (shard ${unavailable + 1}).`)
}

/** Time between checks that an awaited shard still responds. */
const CHECK_EVERY_MS = 2_000

/** Resolves when everything before a place in the log is in the tables. @throws {ShardUnavailableError} */
export async function untilCommitted(
  { spool, clickhouse }: Shard,
  place: SpoolPlace,
  signal: AbortSignal,
): Promise<void> {
  for (let checkedAt = performance.now(); !spool.isCommitted(place); await sleep(50, undefined, { signal })) {
    if (performance.now() - checkedAt < CHECK_EVERY_MS) continue
    if (!(await isAvailable(clickhouse.writer)))
      throw new ShardUnavailableError('ClickHouse did not respond in time.')
    checkedAt = performance.now()
  }
}

/** Runs a task while nothing is loaded into a shard. @throws {ShardUnavailableError} */
export async function whileNotLoading<T>(
  { loader, clickhouse }: Shard,
  task: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  for (;;) {
    try {
      return await loader.exclusively(task, new Deadline({ say: () => {}, timeoutMs: CHECK_EVERY_MS }))
    } catch (error) {
      if (!(error instanceof DeadlineExceededError)) throw error
    }
    signal.throwIfAborted()
    // The loader may be repeating an insert, for as long as it takes.
    if (!(await isAvailable(clickhouse.writer)))
      throw new ShardUnavailableError('ClickHouse did not respond in time.')
  }
}
