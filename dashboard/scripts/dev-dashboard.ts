import { createServer, type ProxyOptions } from 'vite'
import { viteConfig } from './vite-config.ts'

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
  const server = await createServer({
    ...viteConfig(),
    server: { port, strictPort: true, proxy: { '/api': collector, '/.well-known': collector } },
  })
  await server.listen()
  return server
}
