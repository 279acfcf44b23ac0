import { Agent } from 'node:http'
import { connect as connectSocket } from 'node:net'
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import type { ClickHouseConfig } from '../../config/config.ts'
import type { Logger } from '../../platform/logger.ts'
import { chooseEngine } from '../engine/container-engine.ts'
import { EngineError } from '../engine/launch-engine.ts'
import { startContainer } from '../engine/start-container.ts'
import { type Engine, type EngineSettings, startEngine } from '../engine/start-engine.ts'
import type { ClickHouse } from './clickhouse.ts'
import { openCluster } from './cluster/open-cluster.ts'

/** Every statement names it: no client has a current database. */
export const DATABASE = 'analytics'

export interface ClickHouseOptions {
  /** How long it may take to respond. */
  readonly requestTimeoutMs?: number
  /** Where an embedded engine reports that it ended and was started again. */
  readonly log?: Logger
}

/** Longer than any insert or mutation may take: a timeout says nothing about the outcome. */
const REQUEST_TIMEOUT_MS = 120_000

const MAX_CONNECTIONS = 8

type ServerConfig = Extract<ClickHouseConfig, { kind: 'server' }>

/** @throws {EngineError} if there is no server and the embedded engine cannot be started. */
export async function openClickHouse(
  config: ClickHouseConfig,
  { requestTimeoutMs = REQUEST_TIMEOUT_MS, log }: ClickHouseOptions = {},
): Promise<ClickHouse> {
  if (config.kind === 'server') {
    const connectTo = (url: string) => connect(url, requestTimeoutMs)
    return config.cluster === undefined
      ? openServer(config, connectTo)
      : openCluster(config, config.cluster, connectTo)
  }
  const engine = await startLocalEngine(config.path, log ? { log } : {})
  const clients = openServer({ kind: 'server', url: engine.url }, (url) =>
    connect(url, requestTimeoutMs, engine.socket),
  )
  return {
    ...clients,
    embedded: true,
    async close() {
      await clients.close()
      await engine.stop()
    },
  }
}

/** A process where there is a binary for this machine, else a container. */
async function startLocalEngine(
  path: string,
  options: EngineSettings,
): Promise<Pick<Engine, 'url' | 'stop'> & { readonly socket?: string }> {
  const choice = await chooseEngine()
  switch (choice.kind) {
    case 'process':
      return startEngine(path, options)
    case 'container':
      return startContainer(choice.engine, path)
    case 'none':
      throw new EngineError(choice.message)
  }
}

function openServer(
  { url, writerUrl = url, readerUrl = url, viewerUrl = readerUrl }: ServerConfig,
  connectTo: (url: string) => ClickHouseClient,
): ClickHouse {
  const [writer, reader, viewer, migrator] = [
    connectTo(writerUrl),
    connectTo(readerUrl),
    connectTo(viewerUrl),
    connectTo(url),
  ]
  return {
    writer,
    reader,
    viewer,
    migrator,
    embedded: false,
    replicated: false,
    async afterMigrations() {},
    async close() {
      await Promise.all([writer, reader, viewer, migrator].map((client) => client.close()))
    },
  }
}

/** @param socket of the server, where it has no port. */
function connect(url: string, requestTimeoutMs: number, socket?: string): ClickHouseClient {
  return createClient({
    url,
    application: 'half-measure',
    request_timeout: requestTimeoutMs,
    max_open_connections: MAX_CONNECTIONS,
    ...(socket === undefined ? {} : { http_agent: agentOf(socket) }),
    log: { level: ClickHouseLogLevel.OFF },
  })
}

function agentOf(socket: string): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS })
  agent.createConnection = () => connectSocket(socket)
  return agent
}
