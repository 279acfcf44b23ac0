import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { bundleClient, bundleRenderer } from './build/bundle.ts'
import { compressTexts } from './build/compress.ts'
import { siteRoot } from './build/site-root.ts'

/** Builds the public site into `site/dist`. Throws when content or code is wrong. */
export async function buildSite(): Promise<void> {
  const dist = join(siteRoot, 'dist')
  const assets = await bundleClient(dist)
  const { pagePaths, renderPage } = await bundleRenderer()

  for (const path of pagePaths) {
    await write(join(dist, path, 'index.html'), await renderPage(path, assets))
  }
  await write(join(dist, '404.html'), await renderPage('/404', assets))
  await rm(join(dist, 'manifest.json'))
  await compressTexts(dist)
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

if (import.meta.main) await buildSite()
