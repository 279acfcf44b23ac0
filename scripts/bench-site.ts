import { parseArgs } from 'node:util'
import { launch } from 'chrome-launcher'
import { BROWSER_SWITCHES } from '../e2e/harness/browser.ts'
import { removeData, startStack } from '../e2e/harness/stack.ts'
import { serveBarePage } from './bench-site/bare-page.ts'
import { judgePage } from './bench-site/judge-page.ts'
import { measurePage, type MeasureOptions, type PageFigures } from './bench-site/measure-page.ts'
import { ensureBrowser } from './browser.ts'

/**
 * How fast the magazine is on a phone, and whether that is fast enough: Lighthouse's mobile preset on one page of each
 * kind, from the real stack. The middle of `--runs` counts. The baseline is a page of one heading.
 * Ends with status 1 where a page is over its budget.
 */
const PAGES: Readonly<Record<string, { path: string; skipAudits?: readonly string[] }>> = {
  home: { path: '/' },
  article: { path: '/articles/professional-day-drinking' },
  review: { path: '/reviews/top-5-non-alcoholic-beers-uk' },
  newsletter: { path: '/newsletter' },
  // It is meant to answer 404, to stay out of search engines and to say so on the console.
  'not found': {
    path: '/no-such-page',
    skipAudits: ['http-status-code', 'is-crawlable', 'errors-in-console', 'canonical'],
  },
}

const { values } = parseArgs({ options: { runs: { type: 'string', default: '3' } } })
const runs = Number(values.runs)
if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs takes a whole number from 1')

const bare = await serveBarePage()
const stack = await startStack()
const browser = await launch({
  chromePath: await ensureBrowser(),
  chromeFlags: ['--headless=new', ...BROWSER_SWITCHES],
})
const figures: Record<string, PageFigures> = {}
try {
  const options = { port: browser.port }
  figures['baseline'] = await measure('baseline', bare.address, options)
  for (const [page, { path, skipAudits = [] }] of Object.entries(PAGES)) {
    figures[page] = await measure(page, `${stack.site}${path}`, { ...options, skipAudits })
  }
} finally {
  browser.kill()
  bare.close()
  await stack.stop()
  await removeData(stack)
}

const over = Object.keys(PAGES).flatMap((page) => {
  const measured = figures[page]
  return measured ? judgePage(page, measured) : [`${page} was not measured`]
})
console.table(Object.fromEntries(Object.entries(figures).map(([page, found]) => [page, row(found)])))
for (const [page, { complaints }] of Object.entries(figures)) {
  if (complaints.length > 0) console.log(`${page}, audits below full marks: ${complaints.join(', ')}`)
}
console.log(over.length === 0 ? 'Every page is within its budget.' : `Over budget:\n  ${over.join('\n  ')}`)
console.log(JSON.stringify({ runs, pages: figures, over }))
process.exitCode = over.length === 0 ? 0 : 1

/** The run with the middle LCP. */
async function measure(page: string, address: string, options: MeasureOptions): Promise<PageFigures> {
  const found: PageFigures[] = []
  for (let run = 1; run <= runs; run++) {
    console.log(`${page}, run ${run} of ${runs} …`)
    found.push(await measurePage(address, options))
  }
  const middle = found.sort((a, b) => a.lcp_ms - b.lcp_ms)[Math.floor(runs / 2)]
  if (!middle) throw new Error(`${page} was not measured`)
  return middle
}

function row({ scores, bytes, ...found }: PageFigures): Record<string, number | string> {
  const kb = (size: number) => Number((size / 1024).toFixed(1))
  return {
    scores: Object.values(scores).join('/'),
    'LCP ms': found.lcp_ms,
    'TBT ms': found.tbt_ms,
    CLS: found.cls,
    requests: found.requests,
    'third party': found.third_party_requests,
    'HTML KB': kb(bytes.html),
    'JS KB': kb(bytes.scripts),
    'CSS KB': kb(bytes.styles),
    'fonts KB': kb(bytes.fonts),
    'pictures KB': kb(bytes.pictures),
    'heaviest KB': kb(bytes.picture),
  }
}
