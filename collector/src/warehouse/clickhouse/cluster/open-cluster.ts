import type { ClickHouseClient } from '@clickhouse/client'
import type { ClickHouseConfig } from '../../../config/config.ts'
import type { ClickHouse } from '../clickhouse.ts'
import {
  distributedDatabase,
  distributedLeftover,
  distributedTable,
  queryFor,
  statementFor,
} from './statements.ts'
import {
  addressOf,
  distributedTables,
  hasEmptyNodes,
  type Shard,
  shardOfInsert,
  shardsOf,
  tablesWithRows,
} from './shards.ts'

type Connect = (url: string) => ClickHouseClient
type ServerConfig = Extract<ClickHouseConfig, { kind: 'server' }>

/** A replica that does not respond is skipped for the next one; ClickHouse's own errors have a number. */
function isUnreachable(error: unknown): boolean {
  return !(error instanceof Error && 'code' in error && /^\d+$/.test(String(error.code)))
}

/**
 * Clients that say to a cluster what is written for one server. See `statements.ts`.
 *
 * @param config the server to connect to first; it names the others.
 */
export function openCluster(config: ServerConfig, cluster: string, connect: Connect): ClickHouse {
  const opened = new Map<string, ClickHouseClient>()
  const clientFor = (url: string) => {
    const client = opened.get(url) ?? connect(url)
    opened.set(url, client)
    return client
  }
  const entry = clientFor(config.url)
  let known: Promise<Shard[]> | undefined
  /** Read once the cluster responds, which may be starting. A new shard is used from the next start on. */
  const shards = () =>
    (known ??= shardsOf(entry, cluster).catch((error: unknown) => {
      known = undefined
      throw error
    }))
  /** By shard: the replica that responded last. */
  const preferred = new Map<number, number>()

  const writer = role(config.writerUrl ?? config.url)
  const reader = role(config.readerUrl ?? config.url)
  const viewer = role(config.viewerUrl ?? config.readerUrl ?? config.url)
  const migrator = role(config.url)
  return {
    writer,
    reader,
    viewer,
    migrator,
    embedded: false,
    replicated: true,
    async afterMigrations(definitions) {
      // Each may be repeated; for a node that joined later it is the first time.
      if (await hasEmptyNodes(entry, cluster))
        for (const query of definitions) await migrator.command({ query })
      await migrator.command({ query: distributedDatabase(cluster) })
      const tables = await tablesWithRows(entry)
      for (const table of tables) await migrator.command({ query: distributedTable(cluster, table) })
      for (const table of await distributedTables(entry))
        if (!tables.includes(table)) await migrator.command({ query: distributedLeftover(cluster, table) })
    },
    async close() {
      await Promise.all([...opened.values()].map((client) => client.close()))
    },
  }

  function role(url: string): ClickHouseClient {
    const own = clientFor(url)
    return overriding(own, {
      query: (params) => own.query({ ...params, query: queryFor(cluster, params.query) }),
      exec: async (params) => {
        const all = await shards()
        const shard = all[shardOfInsert(params.query, all.length)]
        if (!shard) throw new Error('the shards of the cluster changed')
        return onShard(url, shard, (client) => client.exec(params))
      },
      command: async (params) => {
        const { sql, to } = statementFor(cluster, params.query)
        if (to !== 'each shard') return own.command({ ...params, query: sql })
        let last: Awaited<ReturnType<ClickHouseClient['command']>> | undefined
        for (const shard of await shards())
          last = await onShard(url, shard, (client) => client.command({ ...params, query: sql }))
        if (!last) throw new Error('the cluster has no shards')
        return last
      },
    })
  }

  /** Runs it on the replica that responded last. After one that does not respond, the next attempt goes to another. */
  async function onShard<T>(
    url: string,
    { number, hosts }: Shard,
    work: (client: ClickHouseClient) => Promise<T>,
  ): Promise<T> {
    const at = (preferred.get(number) ?? 0) % hosts.length
    try {
      return await work(clientFor(addressOf(url, hosts[at] ?? '')))
    } catch (error) {
      if (isUnreachable(error)) preferred.set(number, at + 1)
      throw error
    }
  }
}

type Methods = Pick<ClickHouseClient, 'query' | 'exec' | 'command'>

/** The client with some methods replaced. */
function overriding(
  client: ClickHouseClient,
  methods: { [Name in keyof Methods]: (params: Parameters<Methods[Name]>[0]) => Promise<unknown> },
): ClickHouseClient {
  return new Proxy(client, {
    get(target, name) {
      if (name === 'query' || name === 'exec' || name === 'command') return methods[name]
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}
