import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FakePixel {
  /** Of its script. */
  readonly src: string
  /** Number of requests for the script. */
  readonly requests: () => number
  /** How it was reported to, so far: by `/picture`, by `/request`. */
  readonly reports: () => ReadonlySet<string>
  close(): Promise<void>
}

/**
 * A marketing pixel on a port of its own. Its script takes the queue over, keeps every command in
 * `window.pixelCommands`, and reports it in the two ways that pixels have.
 */
export async function startFakePixel(): Promise<FakePixel> {
  let requests = 0
  const reports = new Set<string>()
  const server = createServer(({ url = '' }, response) => {
    if (url === '/events.js') requests++
    else reports.add(url)
    response.setHeader('content-type', 'text/javascript')
    response.setHeader('cross-origin-resource-policy', 'cross-origin')
    response.end(`
      const { origin } = new URL(document.currentScript.src)
      window.pixelCommands = []
      window.fbq.callMethod = (...command) => {
        window.pixelCommands.push(command)
        new Image().src = origin + '/picture'
        fetch(origin + '/request', { mode: 'no-cors' }).catch(() => {})
      }
      for (const command of window.fbq.queue.splice(0)) window.fbq.callMethod(...command)
    `)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    src: `http://127.0.0.1:${port}/events.js`,
    requests: () => requests,
    reports: () => reports,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
