import { Agent } from 'node:http'
import { connect as connectSocket } from 'node:net'
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import type { ClickHouseConfig } from '../../config/config.ts'
import type { Logger } from '../../platform/logger.ts'
import { chooseEngine } from '../engine/container-engine.ts'
import { EngineError } from '../engine/launch-engine.ts'
import { startContainer } from '../engine/start-container.ts'
import { type Engine, type EngineSettings, startEngine } from '../engine/start-engine.ts'
import type { ClickHouse, ShardClients } from './clickhouse.ts'
import { failoverAgent } from './failover.ts'
import { readingAllShards } from './union-tables.ts'

export interface ClickHouseOptions {
  /** How long it may take to respond. */
  readonly requestTimeoutMs?: number
  /** Receives the embedded engine's exits and restarts. */
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
  if (config.kind === 'server') return openServers(config, requestTimeoutMs)
  const engine = await startLocalEngine(config.path, log ? { log } : {})
  const clients = openServers({ kind: 'server', url: engine.url }, requestTimeoutMs, engine.socket)
  return {
    ...clients,
    embedded: true,
    async close() {
      await clients.close()
      await engine.stop()
    },
  }
}

/** A process if there is a binary for this machine, else a container. */
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

/** @param socket the only server's, if it has no port. */
function openServers(config: ServerConfig, requestTimeoutMs: number, socket?: string): ClickHouse {
  const { url, writerUrl = url, readerUrl = url, viewerUrl = readerUrl, cluster } = config
  const opened: ClickHouseClient[] = []
  const [hosts = [new URL(url).host], ...others] = cluster?.shards ?? []
  const shards: ClickHouse['shards'] = [openShard(hosts, 0), ...others.map((of, i) => openShard(of, i + 1))]
  const isOne = shards.length === 1
  const ofAll = (client: ClickHouseClient) => (isOne ? client : readingAllShards(client))
  return {
    ...shards[0],
    reader: ofAll(shards[0].reader),
    viewer: ofAll(connect(viewerUrl, hosts)),
    shards,
    embedded: false,
    cluster: isOne ? undefined : cluster?.name,
    async close() {
      await Promise.all(opened.map((client) => client.close()))
    },
  }

  /** @param hosts its replicas'. @param index among the shards. */
  function openShard(hosts: readonly string[], index: number): ShardClients {
    const [writer, reader] = [connect(writerUrl, hosts), connect(readerUrl, hosts)]
    const migrator = connect(url, hosts)
    const replicated = hosts.length > 1
    const replicas = replicated ? hosts.map((host) => connect(url, [host])) : [migrator]
    return { number: index + 1, writer, reader, migrator, replicated, replicas }
  }

  function connect(account: string, hosts: readonly string[]): ClickHouseClient {
    const addresses = hosts.map((host) => withHost(account, host))
    const options = { keepAlive: true, maxSockets: MAX_CONNECTIONS }
    const client = createClient({
      url: addresses[0] ?? account,
      application: 'half-measure',
      request_timeout: requestTimeoutMs,
      max_open_connections: MAX_CONNECTIONS,
      http_agent: socket === undefined ? failoverAgent(addresses, options) : agentOf(socket, options),
      log: { level: ClickHouseLogLevel.OFF },
    })
    opened.push(client)
    return client
  }
}

/** @param host with a port, if it is another one. */
function withHost(url: string, host: string): URL {
  const address = new URL(url)
  const { hostname, port } = new URL(`${address.protocol}//${host}`)
  address.hostname = hostname
  if (port !== '') address.port = port
  return address
}

function agentOf(socket: string, options: ConstructorParameters<typeof Agent>[0]): Agent {
  const agent = new Agent(options)
  agent.createConnection = () => connectSocket(socket)
  return agent
}
