import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import type { Assets } from '../../src/document/assets.ts'
import { siteRoot } from './site-files.ts'
import { viteConfig } from './vite-config.ts'

const KB = 1024

/** What a reader's first page may weigh; scripts and styles as gzip sends them. */
const BUDGETS = {
  scripts: 15 * KB,
  tracker: 2 * KB,
  styles: 10 * KB,
  fonts: 64 * KB,
  hero: 60 * KB,
} as const

/** Throws an error that names each budget that a built site exceeds. */
export async function checkBudgets(folder: string, assets: Assets): Promise<void> {
  const names = await readdir(join(folder, 'assets'))
  const pictures = await readdir(join(folder, 'assets/pictures'))
  const weigh = async (files: readonly string[]): Promise<number> => {
    const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).size))
    return sizes.reduce((sum, size) => sum + size, 0)
  }
  // An article's picture, as the commonest screens get it.
  const heroes = pictures.filter((name) => name.endsWith('-1280.avif'))
  const weights = {
    scripts: await weigh((await withImports(folder, assets.scripts)).map((file) => `${file}.gz`)),
    tracker: await weighTracker(),
    styles: await weigh(assets.styles.map((file) => `${file}.gz`)),
    fonts: await weigh(names.filter(isCommonFont).map((name) => `assets/${name}`)),
    hero: Math.max(0, ...(await Promise.all(heroes.map((name) => weigh([`assets/pictures/${name}`]))))),
  }
  const over = Object.entries(BUDGETS)
    .map(([name, budget]) => ({ name, budget, weight: weights[name as keyof typeof BUDGETS] }))
    .filter(({ budget, weight }) => weight > budget)
    .map(({ name, budget, weight }) => `${name}: ${(weight / KB).toFixed(2)} KB of ${budget / KB} KB`)
  if (over.length > 0) throw new Error(`over budget: ${over.join(', ')}`)
}

/** The rare letters' files are fetched for the few pages that have such letters. */
function isCommonFont(name: string): boolean {
  return name.endsWith('.woff2') && !name.includes('-rare-')
}

/** Scripts and what they import at once; what they import later is not part of the first page. */
async function withImports(folder: string, scripts: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  const visit = async (file: string): Promise<void> => {
    if (found.has(file)) return
    found.add(file)
    const code = await readFile(join(folder, file), 'utf8')
    const imports = [...code.matchAll(/(?:^|[;}])import(?:[\w{},*$ ]+from)?["']\.\/([^"']+)["']/g)]
    for (const [, name] of imports) await visit(`/assets/${name}`)
  }
  for (const script of scripts) await visit(script)
  return [...found]
}

/** Bytes of the tracker as gzip sends it: page views, clicks, reading and delivery, and nothing else of the site. */
async function weighTracker(): Promise<number> {
  const built = await build(
    viteConfig({
      write: false,
      rolldownOptions: {
        input: join(siteRoot, 'src/tracking/tracker.ts'),
        preserveEntrySignatures: 'strict',
      },
    }),
  )
  if (!('output' in built)) throw new Error('the tracker built into something else than one chunk')
  return gzipSync(built.output[0].code).length
}
