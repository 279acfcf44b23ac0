import { createServer } from 'vite'
import { serveConfig } from './vite-config.ts'

interface DevOptions {
  port: number
  /** Origin of the collector, e.g. `http://localhost:8081`. */
  apiOrigin: string
}

/**
 * A dev server with hot reload that hands `/api` and `/.well-known` to the collector, whose `DASHBOARD_ORIGIN` has to
 * be the dev server's address.
 */
export async function startDashboardDev({
  port,
  apiOrigin,
}: DevOptions): Promise<{ close(): Promise<void> }> {
  const proxy = { '/api': apiOrigin, '/.well-known': apiOrigin }
  const server = await createServer(serveConfig({ port, strictPort: true, proxy }, apiOrigin))
  await server.listen()
  return server
}
