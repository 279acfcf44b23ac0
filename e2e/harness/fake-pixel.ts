import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FakePixel {
  /** Of its script. */
  readonly src: string
  /** How often the script was asked for. */
  readonly requests: () => number
  close(): Promise<void>
}

/**
 * A marketing pixel on a port of its own. Its script takes the queue over and keeps every command in
 * `window.pixelCommands`.
 */
export async function startFakePixel(): Promise<FakePixel> {
  let requests = 0
  const server = createServer((_, response) => {
    requests++
    response.setHeader('content-type', 'text/javascript')
    response.setHeader('cross-origin-resource-policy', 'cross-origin')
    response.end(`
      window.pixelCommands = []
      window.fbq.callMethod = (...command) => window.pixelCommands.push(command)
      for (const command of window.fbq.queue.splice(0)) window.fbq.callMethod(...command)
    `)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    src: `http://127.0.0.1:${port}/events.js`,
    requests: () => requests,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
