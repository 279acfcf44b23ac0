import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/**
 * Below those that systems give to outgoing connections: by the time a program listens on one of them, a connection of
 * another test may have it. Above those that browsers refuse to open.
 */
const [FIRST, LAST] = [11_000, 32_000]

/** So many ports that nobody listens on, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const held = new Map<number, Server>()
  while (held.size < count) {
    const port = randomInt(FIRST, LAST)
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
