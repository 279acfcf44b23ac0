import type { ClickHouseConfig } from '../../../src/config/config.ts'
import { shardOf } from '../../../src/warehouse/shard.ts'
import { temporaryDirectory } from '../../postgres/temporary-directory.ts'
import { ClickHouseServer } from './clickhouse-server.ts'

const CLUSTER = 'half_measure'

/** Servers that are shards, in the order of the configuration. */
export interface Shards {
  readonly servers: readonly ClickHouseServer[]
  /** The environment of a collector. */
  readonly env: Record<string, string>
  readonly config: ClickHouseConfig
}

export async function startShards(count = 2): Promise<Shards> {
  const servers = await ClickHouseServer.startShards(temporaryDirectory(), count)
  const hosts = servers.map(({ port }) => `127.0.0.1:${port}`)
  const url = `http://${hosts[0] ?? ''}`
  return {
    servers,
    env: {
      ADMIN_PASSWORD: 'not-the-default',
      CLICKHOUSE_URL: url,
      CLICKHOUSE_SHARDS: hosts.join(' '),
      CLICKHOUSE_CLUSTER: CLUSTER,
    },
    config: { kind: 'server', url, cluster: { name: CLUSTER, shards: hosts.map((host) => [host]) } },
  }
}

/** The id of a session that one of two shards has. @param name makes it another one. */
export function sessionOn(shard: 0 | 1, name: string): string {
  for (let i = 0; ; i++) {
    const id = `session_1763632800000_${name}${i}`
    if (shardOf(id, 2) === shard) return id
  }
}
