import type { Shard } from '../warehouse/shard.ts'
import type { Coordination } from './coordination/coordination.ts'
import { countsOf, figuresWithoutLog } from './equations.ts'

export class CollectorNotRetiredError extends Error {
  override name = 'CollectorNotRetiredError'
  readonly code = 'collector_not_retired'
}

/**
 * Retires a collector that was lost with its log: rows it had accepted and not loaded count as dead letters.
 *
 * @throws {CollectorNotRetiredError} if no collector has that id, or it is live.
 */
export async function retireCollector(
  coordination: Coordination,
  shards: readonly Pick<Shard, 'clickhouse'>[],
  id: string,
): Promise<void> {
  const found = (await coordination.heartbeat()).find((collector) => collector.id === id)
  if (!found) throw new CollectorNotRetiredError(`There is no other collector with the id ${id}.`)
  if (found.state === 'live')
    throw new CollectorNotRetiredError(
      `Collector ${id} sent a heartbeat ${Math.round(found.age_ms / 1_000)} s ago. Stop it first.`,
    )
  await coordination.retire(id, figuresWithoutLog(id, found.figures, await countsOf(shards)))
  await coordination.heartbeat()
}
