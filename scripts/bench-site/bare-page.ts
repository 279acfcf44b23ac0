import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const HTML = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="description" content="A heading and nothing else."><title>Bare</title><link rel="icon" href="data:,"></head><body><main><h1>Bare</h1></main></body></html>`

export interface BarePage {
  readonly address: string
  close(): void
}

/** The least that a page can be, from the least that a server can be: what this machine makes of nothing. */
export function serveBarePage(): Promise<BarePage> {
  return new Promise((resolve, reject) => {
    const server = createServer((request, response) => {
      const isPage = request.url === '/'
      response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
      response.end(isPage ? HTML : '')
    })
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      // A server that listens on a port has an address with one.
      const { port } = server.address() as AddressInfo
      resolve({ address: `http://localhost:${port}/`, close: () => server.close() })
    })
  })
}
