import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BlockList, Server, Socket } from 'node:net'
import type { Logger } from '../logger.ts'
import { isIn, limitedNetworks, requestAddressOf, unmapped } from './client-address.ts'
import { errorBody } from './error-handler.ts'

export interface ConnectionLimits {
  /** Proxies hold the connections of all their clients, whose address they pass on. */
  readonly trustedProxies: BlockList
  readonly log: Logger
  /** Maximum number of open connections of all clients and of one network; a /48 counts as four networks. */
  readonly total?: number
  readonly perNetwork?: number
}

/** More than a collector can serve at once. */
const MAX_CONNECTIONS = 5_000
/** For the log, the databases and everything else. */
const OTHER_FILES = 256
/** A connection and the file that is sent over it, on each of two ports. */
const FILES_PER_CONNECTION = 4
/** One network may hold a quarter of all connections, but no more than this. */
const MAX_PER_NETWORK = 200
/** Shortest time between log lines about refused connections. */
const LOG_EVERY_MS = 60_000

/**
 * Refuses connections beyond the limits. Otherwise idle sockets could use up the files that the log needs. A trusted
 * proxy holds the connections of all its clients, one for each request under way, so its requests are counted by
 * client.
 *
 * @returns a function that admits a request, or responds with a refusal and returns false.
 */
export function limitConnections(
  server: Server,
  {
    trustedProxies,
    log,
    total = connectionsFor(openFilesLimit()),
    perNetwork = Math.min(MAX_PER_NETWORK, Math.ceil(total / 4)),
  }: ConnectionLimits,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const proxied = new WeakSet<Socket>()
  const clientAddress = requestAddressOf(trustedProxies)
  // With few connections, four networks could hold all of them.
  const half = Math.ceil(total / 2)
  const takeConnection = countOpen((times) => Math.min(times * perNetwork, half))
  // A page requests many pictures at a time, and a carrier's address stands for thousands of readers.
  const takeRequest = countOpen((times) => Math.min(times * Math.ceil(total / 4), half))
  let loggedAt = -Infinity
  const noteRefusal = (limit: string) => {
    if (performance.now() - loggedAt < LOG_EVERY_MS) return
    loggedAt = performance.now()
    log.warn({ limit, total, perNetwork }, 'too many open connections; refusing new ones')
  }
  server.maxConnections = total
  server.on('drop', () => noteRefusal('total'))
  server.on('connection', (socket) => {
    const peer = unmapped(socket.remoteAddress ?? '')
    if (isIn(trustedProxies, peer)) {
      proxied.add(socket)
      return
    }
    const release = takeConnection(peer)
    if (release) socket.once('close', release)
    else {
      noteRefusal('per network')
      socket.destroy()
    }
  })
  return (request, response) => {
    if (!proxied.has(request.socket)) return true
    const release = takeRequest(clientAddress(request))
    if (release) response.once('close', release)
    else {
      noteRefusal('requests per network')
      refuse(response)
    }
    return release !== undefined
  }
}

/**
 * Counts the open connections or requests of each network and /48.
 *
 * @param allowed the limit of an entry that counts as `times` networks.
 * @returns a function that takes one and returns what releases it; undefined if the client's network is at its limit.
 */
function countOpen(allowed: (times: number) => number): (address: string) => (() => void) | undefined {
  const open = new Map<string, number>()
  return (address) => {
    const networks = limitedNetworks(address)
    if (networks.some(({ key, times }) => (open.get(key) ?? 0) >= allowed(times))) return undefined
    for (const { key } of networks) open.set(key, (open.get(key) ?? 0) + 1)
    return () => {
      for (const { key } of networks) {
        const left = (open.get(key) ?? 1) - 1
        if (left > 0) open.set(key, left)
        else open.delete(key)
      }
    }
  }
}

/** Refuses before the body is read, so the connection ends with the response. */
function refuse(response: ServerResponse): void {
  const body = JSON.stringify(errorBody('rate_limited', 'Too many requests from this network at once.'))
  response.writeHead(429, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Retry-After': '1',
    Connection: 'close',
  })
  response.end(body)
}

/** The number of connections that the limit of open files allows. */
export function connectionsFor(openFiles: number): number {
  const spare = Math.floor((openFiles - OTHER_FILES) / FILES_PER_CONNECTION)
  return Math.min(MAX_CONNECTIONS, Math.max(spare, 16))
}

/** The soft limit, which Node raises to the hard one when it starts. */
function openFilesLimit(): number {
  const report: typeof process.report & { excludeNetwork?: boolean } = process.report
  // The network report would look up the names of all peers.
  report.excludeNetwork = true
  const { userLimits } = report.getReport() as {
    userLimits?: { open_files?: { soft: number | 'unlimited' } }
  }
  return Number(userLimits?.open_files?.soft) || Infinity
}
