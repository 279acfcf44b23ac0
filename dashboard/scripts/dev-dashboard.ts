import { createServer, type ProxyOptions } from 'vite'
import { serveConfig } from './vite-config.ts'

interface DevOptions {
  port: number
  /** Where the collector answers, e.g. `http://localhost:8081`. */
  apiOrigin: string
}

/** A dev server with hot reload that hands `/api` and `/.well-known` to the collector. */
export async function startDashboardDev({
  port,
  apiOrigin,
}: DevOptions): Promise<{ close(): Promise<void> }> {
  // The collector compares Origin with its own address, which is not the dev server's.
  const collector: ProxyOptions = { target: apiOrigin, changeOrigin: true, headers: { origin: apiOrigin } }
  const proxy = { '/api': collector, '/.well-known': collector }
  const server = await createServer(serveConfig({ port, strictPort: true, proxy }))
  await server.listen()
  return server
}
