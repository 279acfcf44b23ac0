import { setTimeout as sleep } from 'node:timers/promises'
import type { SpoolPlace } from '../spool/cursor-keeper.ts'
import { isThere } from '../warehouse/clickhouse/is-there.ts'
import { type Shard, shardsOf } from '../warehouse/shard.ts'

/** The shards by their places; undefined where one is away. */
export type ShardsThere = readonly (Shard | undefined)[]

/** Those that respond and load. */
export function shardsThere(shards: readonly Shard[]): Promise<ShardsThere> {
  return Promise.all(
    shards.map(async (shard) =>
      !shard.loader.isStopped && (await isThere(shard.clickhouse.reader)) ? shard : undefined,
    ),
  )
}

/** Whether every shard is there that may have rows of the session. */
export function isServed(sessionId: string, there: ShardsThere): boolean {
  return [...shardsOf(sessionId, there.length)].every((place) => there[place] !== undefined)
}

/** The shards that may have rows of some sessions, each with these. */
export function servedBy(
  there: ShardsThere,
  sessions: readonly string[],
): { readonly shard: Shard; readonly wanted: readonly string[] }[] {
  return there.flatMap((shard, place) => {
    const wanted = sessions.filter((session) => shardsOf(session, there.length).has(place))
    return shard && wanted.length > 0 ? [{ shard, wanted }] : []
  })
}

/** As of any connection that is not answered: it is tried again. */
class ShardAwayError extends Error {
  override name = 'ShardAwayError'
  readonly code = 'ETIMEDOUT'
}

/** Before work that would hold up all of them while one is waited for. @throws {ShardAwayError} */
export async function expectAllThere(shards: readonly Pick<Shard, 'clickhouse'>[]): Promise<void> {
  const answers = await Promise.all(shards.map(({ clickhouse }) => isThere(clickhouse.reader)))
  const away = answers.indexOf(false)
  if (away !== -1) throw new ShardAwayError(`ClickHouse does not respond (shard ${away + 1}).`)
}

/** Between two questions whether a shard that is waited for is still there. */
const ASK_EVERY_MS = 2_000

/** Resolves when the tables have what was written to the log before a place. @throws {ShardAwayError} */
export async function untilCommitted(
  { spool, clickhouse }: Shard,
  place: SpoolPlace,
  signal: AbortSignal,
): Promise<void> {
  for (let askedAt = performance.now(); !spool.isCommitted(place); await sleep(50, undefined, { signal })) {
    if (performance.now() - askedAt < ASK_EVERY_MS) continue
    if (!(await isThere(clickhouse.reader))) throw new ShardAwayError('ClickHouse does not respond.')
    askedAt = performance.now()
  }
}
