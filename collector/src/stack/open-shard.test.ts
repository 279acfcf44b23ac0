import { expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/postgres/temporary-directory.ts'
import { createLogger } from '../platform/logger.ts'
import { availableShards } from '../reconciliation/available-shards.ts'
import type { ShardClients } from '../warehouse/clickhouse/clickhouse.ts'
import { openShard, shareOf } from './open-shard.ts'

it('looks up assignments, and is available, while the quota of the figures is used up', async () => {
  const available = { query: async () => ({ json: async () => [], text: async () => '1' }) }
  const exhausted = {
    query: async () => {
      throw new Error('Quota for user `reader` for 60s has been exceeded: queries = 3001/3000.')
    },
  }
  const clickhouse = { writer: available, migrator: available, reader: exhausted, number: 1 }
  const shard = await openShard({
    clickhouse: clickhouse as unknown as ShardClients,
    embedded: false,
    cluster: undefined,
    directory: temporaryDirectory(),
    spool: shareOf({ maxBytes: 1e9, retentionHours: 1 }, 1),
    collectorId: crypto.randomUUID(),
    isErased: () => false,
    loadedThrough: (own) => own,
    exclusively: (work) => work(),
    observer: undefined,
    log: createLogger('silent'),
  })
  expect(await shard.stored.of('session_1763632800000_reader')).toEqual([])
  expect(await availableShards([shard])).toEqual([shard])
  await shard.spool.close()
})
