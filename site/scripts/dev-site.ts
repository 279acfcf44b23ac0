import type { ServerResponse } from 'node:http'
import { createServer, type ProxyOptions, type ViteDevServer } from 'vite'
import type { SiteRenderer } from './build/bundle.ts'
import { viteConfig } from './build/vite-config.ts'
import { devFile } from './dev/dev-file.ts'

const ASSETS = {
  scripts: ['/@vite/client', '/src/client.ts'],
  styles: ['/src/styles/site.css'],
  fonts: [],
  beforePaint: { src: '/src/tracking/before-paint.ts', type: 'module' },
} as const

interface SiteDevOptions {
  readonly port: number
  /** Where the collector answers `/api`, `/go` and posted forms, for instance `http://127.0.0.1:8090`. */
  readonly apiOrigin: string
}

/** Serves the site from source and reloads the browser on every change. */
export async function startSiteDev({ port, apiOrigin }: SiteDevOptions): Promise<ViteDevServer> {
  const vite = await createServer({
    ...viteConfig(),
    logLevel: 'info',
    appType: 'custom',
    server: {
      port,
      strictPort: true,
      proxy: { '/api': apiOrigin, '/go': apiOrigin, '/newsletter/': posts(apiOrigin) },
    },
  })
  vite.middlewares.use((request, response, next) => {
    answer(vite, request.originalUrl ?? '/', response).then(undefined, next)
  })
  // Pages are HTML, which has no modules to swap: any change of what they are made of reloads them.
  vite.watcher.on('change', (file) => {
    if (/\.(tsx|mdx|ts)$/.test(file)) vite.hot.send({ type: 'full-reload' })
  })
  return await vite.listen()
}

/** The pages behind mailed links are ours to show; what their forms post goes to the collector. */
function posts(target: string): ProxyOptions {
  return { target, bypass: ({ method, url }) => (method === 'POST' ? undefined : url) }
}

async function answer(vite: ViteDevServer, url: string, response: ServerResponse): Promise<void> {
  const path = new URL(url, 'http://localhost').pathname
  const renderer = (await vite.ssrLoadModule('/src/server.tsx')) as SiteRenderer
  const file = await devFile(renderer, path)
  if (file) {
    response.setHeader('content-type', file.type)
    response.end(file.content)
    return
  }
  const html = await renderer.renderPage(path, ASSETS)
  response.statusCode = renderer.pagePaths.includes(path) ? 200 : 404
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(html)
}

if (import.meta.main) {
  await startSiteDev({
    port: Number(process.env['PORT'] ?? 5173),
    apiOrigin: process.env['API_ORIGIN'] ?? 'http://127.0.0.1:8080',
  })
}
