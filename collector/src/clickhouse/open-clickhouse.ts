import { mkdir } from 'node:fs/promises'
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import type { ClickHouseConfig } from '../config/config.ts'
import { openCluster } from './cluster/open-cluster.ts'
import { insertByEngine } from './insert-rows.ts'
import { type Connection, rinsed } from './rinsed-connection.ts'

/**
 * One client for each role. The embedded engine keeps settings on its connection for ever, so roles must not share
 * one; on a server each role may be a user of its own.
 */
export interface ClickHouse {
  readonly writer: ClickHouseClient
  readonly reader: ClickHouseClient
  readonly migrator: ClickHouseClient
  /**
   * For the questions of the dashboard: as many as may run at once. A connection of the embedded engine answers one
   * at a time, and holds one of the few threads that also bring events to disk.
   */
  readonly askers: readonly ClickHouseClient[]
  /** Only the embedded engine dies with this process. */
  readonly embedded: boolean
  /** Tokens are kept with the parts, in one transaction: one that is known stands for rows that are there. */
  readonly replicated: boolean
  /**
   * What a cluster needs once its tables are up to date.
   *
   * @param definitions every statement that makes or changes a table, in order, for nodes that have none yet.
   */
  afterMigrations(definitions: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** Every statement names it: the embedded engine has no current database of ours. */
export const DATABASE = 'analytics'

export interface ClickHouseOptions {
  /** How long a server may take for an answer. The embedded engine has no such limit. */
  readonly requestTimeoutMs?: number
}

/** Longer than any insert or mutation may take: a timeout says nothing about the outcome. */
const REQUEST_TIMEOUT_MS = 120_000

const EMBEDDED_ASKERS = 2
const SERVER_ASKERS = 6

/** @throws if the embedded engine is asked for and not installed, or its directory belongs to another process. */
export async function openClickHouse(
  config: ClickHouseConfig,
  { requestTimeoutMs = REQUEST_TIMEOUT_MS }: ClickHouseOptions = {},
): Promise<ClickHouse> {
  if (config.kind === 'server' && config.cluster !== undefined)
    return openCluster(config, config.cluster, SERVER_ASKERS, (url) => connect(url, requestTimeoutMs))
  const create =
    config.kind === 'embedded'
      ? await embedded(config.path)
      : (url = config.url) => connect(url, requestTimeoutMs)
  const writer = create(config.writerUrl)
  const reader = create(config.readerUrl)
  const migrator = create()
  const askers =
    config.kind === 'embedded'
      ? Array.from({ length: EMBEDDED_ASKERS }, () => create())
      : Array.from({ length: SERVER_ASKERS }, () => reader)
  return {
    writer,
    reader,
    migrator,
    askers,
    embedded: config.kind === 'embedded',
    replicated: false,
    async afterMigrations() {},
    async close() {
      await Promise.all([...new Set([writer, reader, migrator, ...askers])].map((client) => client.close()))
    },
  }
}

function connect(url: string, requestTimeoutMs: number): ClickHouseClient {
  return createClient({
    url,
    application: 'half-measure',
    request_timeout: requestTimeoutMs,
    max_open_connections: 8,
    log: { level: ClickHouseLogLevel.OFF },
  })
}

async function embedded(path: string): Promise<() => ClickHouseClient> {
  const { createChdbConnection } = await import('chdb/connection').catch((cause: unknown) => {
    throw new Error(
      'The embedded ClickHouse engine (the optional package chdb) is not installed here. ' +
        'Set CLICKHOUSE_URL to use a server, or install with optional packages on 64-bit Linux or macOS.',
      { cause },
    )
  })
  await mkdir(path, { recursive: true, mode: 0o700 })
  return () => {
    const engine = createChdbConnection({ path })
    const client = createClient({
      // One interface, declared by two copies of the client's package of types.
      connection: rinsed(engine as unknown as Connection),
      log: { level: ClickHouseLogLevel.OFF },
    })
    return insertByEngine(client, engine)
  }
}
