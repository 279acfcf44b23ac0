import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/**
 * Below those that systems give to outgoing connections: by the time a program listens on one of them, a connection of
 * another test may have it. Above those that browsers refuse to open.
 */
const [FIRST, LAST] = [11_000, 32_000]

/**
 * A port looks free to everybody until the program that it was drawn for listens on it, which may take a while. So each
 * of Vitest's workers has ports of its own, and draws them in turn.
 */
const WORKERS = 16
const PORTS_EACH = Math.floor((LAST - FIRST) / WORKERS)
const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % WORKERS
/** Of the process: Vitest's main process has a copy of this module for each project that starts a server in it. */
const drawn = ((globalThis as { drawnPorts?: { last: number } }).drawnPorts ??= {
  last: randomInt(PORTS_EACH),
})

function nextPort(): number {
  drawn.last = (drawn.last + 1) % PORTS_EACH
  return FIRST + drawn.last * WORKERS + worker
}

/** So many ports that nobody listens on, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const held = new Map<number, Server>()
  while (held.size < count) {
    const port = nextPort()
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (isFree) held.set(port, server)
  }
  await Promise.all([...held.values()].map((server) => new Promise((resolve) => server.close(resolve))))
  return [...held.keys()]
}
