import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findCircular, weigh, withImports } from '../../scripts/built-files.ts'

/** What every page needs, and what has to be loaded before the first figures, as gzip sends it; charts come later. */
const MOST_KB = { shell: 145, page: 180 }
const KB = 1024

/** Requests queue: over HTTP/1.1 a browser sends six at a time. */
const MOST_FILES = { shell: 8, page: 20 }

/** The pages with most to show. */
const FIRST_PAGES = ['OverviewPage', 'ExplorePage']

/** @throws for a page whose scripts are heavier than agreed, or more; for scripts that need each other first. */
export async function checkWeight(dist: string): Promise<void> {
  const assets = join(dist, 'assets')
  const names = await readdir(assets)
  const html = await readFile(join(dist, 'index.html'), 'utf8')
  const shell = [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(([, name = '']) => name)
  await expectLight('shell', 'the first script', shell)
  for (const page of FIRST_PAGES) {
    const chunk = names.find((name) => name.startsWith(`${page}-`) && name.endsWith('.js'))
    if (chunk === undefined) throw new Error(`the build has no script of ${page}`)
    await expectLight('page', page, [...shell, chunk])
  }

  const circular = await findCircular(
    assets,
    names.filter((name) => name.endsWith('.js')),
  )
  if (circular !== undefined) throw new Error(`${circular} imports itself by way of others: see \`groups\``)

  async function expectLight(limit: 'shell' | 'page', what: string, scripts: readonly string[]) {
    const files = await withImports(assets, scripts)
    const kilobytes = (await weigh(assets, files, '.gz')) / KB
    if (kilobytes > MOST_KB[limit])
      throw new Error(`over weight: ${what} needs ${kilobytes.toFixed(1)} KB of ${MOST_KB[limit]}`)
    if (files.length > MOST_FILES[limit])
      throw new Error(`too many files: ${what} needs ${files.length} of ${MOST_FILES[limit]}`)
  }
}
