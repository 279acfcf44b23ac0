import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { compressTexts } from '../../scripts/built-files.ts'
import { publication } from '@half-measure/shared/publication.ts'
import type { PageTitles } from '@half-measure/shared/stats/articles.ts'
import { buildEbook } from '../ebook/build-ebook.ts'
import { bundleClient, bundleRenderer } from './build/bundle.ts'
import { checkBudgets } from './build/check-budgets.ts'
import { checkLinks } from './build/check-links.ts'
import { checkVariants } from './build/check-variants.ts'
import { writeIcons } from './build/icons.ts'
import { OutboundLinks } from './build/outbound-links.ts'
import { siteRoot, writeFileAtomically } from './build/site-files.ts'
import { printPictures, recordQualities } from './pictures/print-pictures.ts'

/** The ebook: only for confirmed subscribers, so outside the public `dist`. */
const GUIDE = join(siteRoot, 'dist-private/the-guide.pdf')

/**
 * Builds the public site into `site/dist`, which changes only once everything is there, and the ebook beside it.
 * Throws when content or code is wrong, a link is dead or a page too heavy.
 */
export async function buildSite(): Promise<void> {
  const dist = join(siteRoot, 'dist')
  const next = join(siteRoot, `.cache/dist-${process.pid}`)
  const last = `${next}-last`
  try {
    await buildInto(next)
    // A server may be reading the last build: it is moved aside, never emptied.
    await rename(dist, last).catch(ignoreMissing)
    await rename(next, dist)
    await rm(last, { recursive: true, force: true })
  } finally {
    await rm(next, { recursive: true, force: true })
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

async function buildInto(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const assets = await bundleClient(folder)
  const { pagePaths, renderPage, requestedPictures, machineFiles } = await bundleRenderer()

  const titles: PageTitles = []
  const outbound = new OutboundLinks()
  for (const path of pagePaths) {
    const html = await renderPage(path, assets)
    titles.push({ path, title: pageTitle(html) })
    outbound.add(path, html)
    await writeFileAtomically(join(folder, path, 'index.html'), html)
  }
  // Page titles for the dashboard.
  await writeFileAtomically(join(folder, 'page-titles.json'), JSON.stringify(titles))
  // Links that the collector checks every night.
  await writeFileAtomically(join(folder, 'links.json'), JSON.stringify(outbound.list()))
  for (const name of ['404', 'failed'])
    await writeFileAtomically(join(folder, `${name}.html`), await renderPage(`/${name}`, assets))
  for (const [file, text] of machineFiles()) await writeFileAtomically(join(folder, file), text)
  const pictures = requestedPictures()
  const [qualities] = await Promise.all([
    printPictures(pictures, join(folder, 'assets/pictures')),
    buildEbook(GUIDE),
    writeIcons(folder).then(() => compressTexts(folder)),
  ])
  await recordQualities(pictures, qualities)
  await checkLinks(folder)
  await checkVariants(folder)
  await checkBudgets(folder, assets)
}

/** The title of a page without the magazine's name; the home page has no other. */
function pageTitle(html: string): string {
  const written = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''
  const title = written.replaceAll(/&#x27;|&quot;|&lt;|&gt;|&amp;/g, (entity) => ENTITIES[entity] ?? entity)
  return title.startsWith(`${publication.name}:`) ? 'Home' : title.replace(` | ${publication.name}`, '')
}

/** Entities that React writes. */
const ENTITIES: Readonly<Record<string, string>> = {
  '&#x27;': "'",
  '&quot;': '"',
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
}

if (import.meta.main) await buildSite()
