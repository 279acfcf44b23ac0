import type { BlockList, Server } from 'node:net'
import type { Logger } from '../logger.ts'
import { isIn, limitedNetworks, unmapped } from './client-address.ts'

export interface ConnectionLimits {
  /** Proxies hold the connections of all their clients. */
  readonly trustedProxies: BlockList
  readonly log: Logger
  /** Open connections, of all clients and of one network; a /48 has as many as four networks. */
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
/** Between two log lines about refused connections. */
const LOG_EVERY_MS = 60_000

/** Refuses connections beyond the limits. Otherwise idle sockets could use up the files that the log needs. */
export function limitConnections(
  server: Server,
  {
    trustedProxies,
    log,
    total = connectionsFor(openFilesLimit()),
    perNetwork = Math.min(MAX_PER_NETWORK, Math.ceil(total / 4)),
  }: ConnectionLimits,
): void {
  const open = new Map<string, number>()
  // Four networks would be all connections where there are few.
  const allowed = (times: number) => Math.min(times * perNetwork, Math.ceil(total / 2))
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
    if (isIn(trustedProxies, peer)) return
    const networks = limitedNetworks(peer)
    if (networks.some(({ key, times }) => (open.get(key) ?? 0) >= allowed(times))) {
      noteRefusal('per network')
      socket.destroy()
      return
    }
    for (const { key } of networks) open.set(key, (open.get(key) ?? 0) + 1)
    socket.once('close', () => {
      for (const { key } of networks) {
        const left = (open.get(key) ?? 1) - 1
        if (left > 0) open.set(key, left)
        else open.delete(key)
      }
    })
  })
}

/** The number of connections that the limit of open files allows. */
export function connectionsFor(openFiles: number): number {
  const spare = Math.floor((openFiles - OTHER_FILES) / FILES_PER_CONNECTION)
  return Math.min(MAX_CONNECTIONS, Math.max(spare, 16))
}

/** The soft limit, which Node raises to the hard one when it starts. */
function openFilesLimit(): number {
  const report: typeof process.report & { excludeNetwork?: boolean } = process.report
  // It would look up the names of all peers.
  report.excludeNetwork = true
  const { userLimits } = report.getReport() as {
    userLimits?: { open_files?: { soft: number | 'unlimited' } }
  }
  return Number(userLimits?.open_files?.soft) || Infinity
}
