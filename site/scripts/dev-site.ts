import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { basename, extname, join } from 'node:path'
import { createServer, type ProxyOptions, type ViteDevServer } from 'vite'
import type { SiteRenderer } from './build/bundle.ts'
import { writeIcons } from './build/icons.ts'
import { siteRoot } from './build/site-files.ts'
import { viteConfig } from './build/vite-config.ts'
import { printPictures } from './pictures/print-pictures.ts'

const ASSETS = {
  scripts: ['/@vite/client', '/src/client.ts'],
  styles: ['/src/styles/site.css'],
  beforePaint: { src: '/src/tracking/before-paint.ts', type: 'module' },
} as const

interface SiteDevOptions {
  readonly port: number
  /** The collector, which serves `/api`, `/go` and posted forms, for instance `http://127.0.0.1:8090`. */
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
      proxy: {
        '/api': apiOrigin,
        '/go': apiOrigin,
        '/newsletter/issues/': apiOrigin,
        '/newsletter/': posts(apiOrigin),
      },
    },
  })
  vite.middlewares.use((request, response, next) => {
    respond(vite, request.originalUrl ?? '/', response).then(undefined, next)
  })
  // Pages are HTML without modules to swap, so any change to their sources reloads them.
  vite.watcher.on('change', (file) => {
    if (/\.(tsx|mdx|ts)$/.test(file)) vite.hot.send({ type: 'full-reload' })
  })
  return await vite.listen()
}

/** This server shows the pages behind mailed links; their form posts go to the collector. */
function posts(target: string): ProxyOptions {
  return { target, bypass: ({ method, url }) => (method === 'POST' ? undefined : url) }
}

async function respond(vite: ViteDevServer, url: string, response: ServerResponse): Promise<void> {
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

const TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.xml': 'application/xml',
  '.txt': 'text/plain; charset=utf-8',
  '.ics': 'text/calendar; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}

/** A file that the build makes beside the pages, made on request; undefined for any other path. */
async function devFile(renderer: SiteRenderer, path: string) {
  const type = TYPES[extname(path)]
  if (type === undefined) return undefined
  const text = renderer.machineFiles().get(path.slice(1))
  if (text !== undefined) return { type, content: text }
  const folder = join(siteRoot, '.cache/dev')
  const content = path.startsWith('/assets/pictures/')
    ? await picture(renderer, path, folder)
    : await icon(path, folder)
  return content && { type, content }
}

/** A page names its pictures while it is rendered, so a requested picture is known. */
async function picture(renderer: SiteRenderer, path: string, folder: string): Promise<Buffer | undefined> {
  const wanted = renderer.requestedPictures().filter(({ name }) => basename(path).startsWith(`${name}-`))
  if (wanted.length === 0) return undefined
  await printPictures(wanted, folder)
  return await read(join(folder, basename(path)))
}

async function icon(path: string, folder: string): Promise<Buffer | undefined> {
  await writeIcons(folder)
  return await read(join(folder, basename(path)))
}

async function read(file: string): Promise<Buffer | undefined> {
  return await readFile(file).catch(() => undefined)
}

if (import.meta.main) {
  await startSiteDev({
    port: Number(process.env['PORT'] ?? 5173),
    apiOrigin: process.env['API_ORIGIN'] ?? 'http://127.0.0.1:8080',
  })
}
