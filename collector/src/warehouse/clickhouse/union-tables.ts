import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { runQuery } from './query.ts'

/** The database, on every node, whose tables read those of `analytics` on all shards. Nothing is written through it. */
export const UNION_DATABASE = 'analytics_all'

/** Creates or recreates these tables on a shard, with the columns of the tables that they read. */
export async function makeUnionTables(migrator: ClickHouseClient, cluster: string): Promise<void> {
  const tables = await runQuery(migrator, {
    name: 'tables with rows',
    sql: `SELECT name FROM system.tables WHERE database = 'analytics' AND endsWith(engine, 'MergeTree') ORDER BY name`,
    row: z.object({ name: z.string() }),
  })
  for (const { name } of tables) await migrator.command({ query: unionTable(cluster, name) })
}

export function unionTable(cluster: string, table: string): string {
  return `CREATE OR REPLACE TABLE ${UNION_DATABASE}.${table} AS analytics.${table}
    ENGINE = Distributed('${cluster}', 'analytics', '${table}')`
}

/** A client whose queries read `analytics` from all shards. */
export function readingAllShards(client: ClickHouseClient): ClickHouseClient {
  const ofAll = <Params extends { query: string }>(params: Params): Params => ({
    ...params,
    query: params.query.replaceAll(/\banalytics\.(?=\w)/g, `${UNION_DATABASE}.`),
  })
  return new Proxy(client, {
    get(target, name) {
      if (name === 'query')
        return (params: Parameters<ClickHouseClient['query']>[0]) => target.query(ofAll(params))
      if (name === 'exec')
        return (params: Parameters<ClickHouseClient['exec']>[0]) => target.exec(ofAll(params))
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}
