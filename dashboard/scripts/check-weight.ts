import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { weighScripts } from '../../scripts/built-files.ts'

/** What every page needs, and what has to be loaded before the first figures, as gzip sends it; charts come later. */
const MOST_KB = { shell: 145, page: 180 }
const KB = 1024

/** The pages with most to show. */
const FIRST_PAGES = ['OverviewPage', 'ExplorePage']

/** Throws an error that names each page whose scripts are heavier than agreed. */
export async function checkWeight(dist: string): Promise<void> {
  const names = await readdir(join(dist, 'assets'))
  const html = await readFile(join(dist, 'index.html'), 'utf8')
  const shell = [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(([, name = '']) => name)
  expectAtMost(MOST_KB.shell, 'the first script', await weighScripts(join(dist, 'assets'), shell))
  for (const page of FIRST_PAGES) {
    const chunk = names.find((name) => name.startsWith(`${page}-`) && name.endsWith('.js'))
    if (chunk === undefined) throw new Error(`the build has no script of ${page}`)
    expectAtMost(MOST_KB.page, page, await weighScripts(join(dist, 'assets'), [...shell, chunk]))
  }
}

function expectAtMost(most: number, what: string, bytes: number): void {
  const kilobytes = bytes / KB
  if (kilobytes > most) throw new Error(`over weight: ${what} needs ${kilobytes.toFixed(1)} KB of ${most}`)
}
