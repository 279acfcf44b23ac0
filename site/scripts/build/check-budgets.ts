import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { weigh, weighScripts } from '../../../scripts/built-files.ts'
import type { Assets } from '../../src/document/assets.ts'
import { siteRoot } from './site-files.ts'
import { viteConfig } from './vite-config.ts'

const KB = 1024

/** Maximum bytes of a reader's first page; scripts and styles gzipped. */
const BUDGETS = { scripts: 15 * KB, tracker: 2 * KB, styles: 10 * KB, fonts: 64 * KB, hero: 60 * KB } as const

/** Throws an error that names each budget that a built site exceeds. */
export async function checkBudgets(folder: string, assets: Assets): Promise<void> {
  const pictures = join(folder, 'assets/pictures')
  // An article's picture in the size that most screens load.
  const heroes = (await readdir(pictures)).filter((name) => name.endsWith('-1280.avif'))
  const weights = {
    scripts: await weighScripts(folder, assets.scripts),
    tracker: await weighTracker(),
    styles: await weigh(folder, assets.styles, '.gz'),
    fonts: await weigh(join(folder, 'assets'), (await readdir(join(folder, 'assets'))).filter(isCommonFont)),
    hero: Math.max(0, ...(await Promise.all(heroes.map((name) => weigh(pictures, [name]))))),
  }
  const over = Object.entries(BUDGETS)
    .map(([name, budget]) => ({ name, budget, weight: weights[name as keyof typeof BUDGETS] }))
    .filter(({ budget, weight }) => weight > budget)
    .map(({ name, budget, weight }) => `${name}: ${(weight / KB).toFixed(2)} KB of ${budget / KB} KB`)
  if (over.length > 0) throw new Error(`over budget: ${over.join(', ')}`)
}

/** Only the few pages with rare letters fetch the files of those letters. */
function isCommonFont(name: string): boolean {
  return name.endsWith('.woff2') && !name.includes('-rare-')
}

/** Gzipped bytes of the tracker alone: page views, clicks, reading and delivery. */
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
