import { createHash } from 'node:crypto'
import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { runQuery } from '../query.ts'
import { EVERYWHERE } from './statements.ts'

/** The replicas of one shard: names that lead to them. */
export interface Shard {
  readonly number: number
  readonly hosts: readonly string[]
}

/** The shards as the server's configuration has them. @throws if it knows no cluster of that name. */
export async function shardsOf(client: ClickHouseClient, cluster: string): Promise<Shard[]> {
  const rows = await runQuery(client, {
    name: 'shards of the cluster',
    sql: `SELECT shard_num AS number, groupArray(host_name) AS hosts FROM
      (SELECT shard_num, host_name FROM system.clusters WHERE cluster = {cluster: String} ORDER BY replica_num)
      GROUP BY number ORDER BY number`,
    params: { cluster },
    row: z.object({ number: z.coerce.number(), hosts: z.array(z.string()).min(1) }),
  })
  if (rows.length === 0)
    throw new Error(
      `The ClickHouse server knows no cluster ${cluster}: see remote_servers in its configuration.`,
    )
  return rows
}

/** An address with the host of a replica in the place of its own. */
export function addressOf(url: string, host: string): string {
  const address = new URL(url)
  address.hostname = host
  return address.href
}

/**
 * The shard of a batch: always the same one, by its id, which is in the token of every insert. A repeated insert has
 * to meet the shard that may know it.
 *
 * @throws if the statement has no token with an id: it could be inserted anywhere, and twice.
 */
export function shardOfInsert(statement: string, shards: number): number {
  const id = /insert_deduplication_token = '[^']*?([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})[^']*'/.exec(
    statement,
  )?.[1]
  if (id === undefined) throw new Error('an insert into a cluster needs a token with the id of its batch')
  return createHash('sha256').update(id).digest().readUInt32BE(0) % shards
}

/** Names of the tables that hold rows; each needs a distributed table. */
export async function tablesWithRows(client: ClickHouseClient): Promise<string[]> {
  const rows = await runQuery(client, {
    name: 'tables with rows',
    sql: `SELECT name FROM system.tables WHERE database = 'analytics' AND endsWith(engine, 'MergeTree') ORDER BY name`,
    row: z.object({ name: z.string() }),
  })
  return rows.map(({ name }) => name)
}

/** Names of the distributed tables. */
export async function distributedTables(client: ClickHouseClient): Promise<string[]> {
  const rows = await runQuery(client, {
    name: 'distributed tables',
    sql: `SELECT name FROM system.tables WHERE database = '${EVERYWHERE}' ORDER BY name`,
    row: z.object({ name: z.string() }),
  })
  return rows.map(({ name }) => name)
}

/** Whether a node of the cluster has none of our tables: it has joined since they were made. */
export async function hasEmptyNodes(client: ClickHouseClient, cluster: string): Promise<boolean> {
  const [nodes] = await runQuery(client, {
    name: 'nodes without tables',
    sql: `SELECT uniqExactIf(host, tables > 0) < (SELECT count() FROM system.clusters WHERE cluster = {cluster: String})
        AS lacking
      FROM (SELECT hostName() AS host, count() AS tables
        FROM clusterAllReplicas('${cluster}', system.tables) WHERE database = 'analytics' GROUP BY host)`,
    params: { cluster },
    row: z.object({ lacking: z.coerce.number() }),
  })
  return nodes?.lacking !== 0
}
