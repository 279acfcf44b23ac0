import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Manifest } from 'vite'
import type { Assets } from '../../src/document/assets.ts'
import type * as Renderer from '../../src/server.tsx'
import { siteRoot } from './site-files.ts'
import { viteConfig } from './vite-config.ts'

const CLIENT_ENTRY = 'src/client.ts'
const MANIFEST = 'manifest.json'

/** Builds scripts, styles and fonts into `dist/assets`. Returns the files that pages load. */
export async function bundleClient(outDir: string): Promise<Assets> {
  await build(
    viteConfig({
      outDir,
      emptyOutDir: true,
      manifest: MANIFEST,
      // Each font and picture stays a file of its own: data: addresses would need room in the CSP.
      assetsInlineLimit: 0,
      rolldownOptions: { input: join(siteRoot, CLIENT_ENTRY) },
    }),
  )
  const manifest = JSON.parse(await readFile(join(outDir, MANIFEST), 'utf8')) as Manifest
  await rm(join(outDir, MANIFEST))
  const entry = manifest[CLIENT_ENTRY]
  if (!entry) throw new Error(`the client build has no entry ${CLIENT_ENTRY}`)
  return {
    scripts: [`/${entry.file}`],
    styles: (entry.css ?? []).map((file) => `/${file}`),
    beforePaint: { src: await bundleBeforePaint(outDir) },
  }
}

/** Bundles the render-blocking script: not a module, no imports. Returns its address. */
async function bundleBeforePaint(outDir: string): Promise<string> {
  const built = await build(
    viteConfig({
      outDir,
      emptyOutDir: false,
      rolldownOptions: {
        input: join(siteRoot, 'src/tracking/before-paint.ts'),
        output: { format: 'iife', entryFileNames: 'assets/[name]-[hash].js' },
      },
    }),
  )
  if (!('output' in built)) throw new Error('the script before the first paint was not written')
  return `/${built.output[0].fileName}`
}

/** The exports of `src/server.tsx`. */
export type SiteRenderer = typeof Renderer

/** Builds the renderer: all pages and their prose. It runs in this process and never reaches a browser. */
export async function bundleRenderer(): Promise<SiteRenderer> {
  const outDir = join(siteRoot, `.cache/renderer-${process.pid}`)
  await build(viteConfig({ outDir, emptyOutDir: true, ssr: 'src/server.tsx', minify: false }))
  const file = pathToFileURL(join(outDir, 'server.js'))
  // A second build in the same process must not import the first build's module.
  file.search = `?built=${Date.now()}`
  const renderer = (await import(file.href)) as SiteRenderer
  await rm(outDir, { recursive: true })
  return renderer
}
