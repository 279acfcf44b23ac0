/**
 * `npm run bench:site`: Lighthouse's mobile preset on one page of each kind, from the real stack, by the main thread's
 * processor time, against each page's budget. The middle of each figure over `--runs` counts. The baseline is a page of
 * one heading. Ends with status 1 where a page is over its budget.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { demoAdmin } from '@half-measure/shared/publication.ts'
import { launch } from 'chrome-launcher'
import { chromium } from 'playwright-core'
import { BROWSER_SWITCHES } from '../e2e/harness/browser.ts'
import { removeData, startStack } from '../e2e/harness/stack.ts'
import { ensureBrowser, findFullBrowser } from './browser.ts'
import {
  type Budget,
  judgePage,
  MAGAZINE,
  measurePage,
  type MeasureOptions,
  middleOf,
  OVERVIEW,
  type PageFigures,
  SIGN_IN,
} from './page-figures.ts'

interface MeasuredPage {
  readonly path: string
  readonly skipAudits?: readonly string[]
  readonly budget?: Budget
  /** Whether it is the dashboard's, and who looks at it. */
  readonly dashboard?: 'stranger' | 'administrator'
}

const PAGES: Readonly<Record<string, MeasuredPage>> = {
  home: { path: '/' },
  article: { path: '/articles/professional-day-drinking' },
  review: { path: '/reviews/top-5-non-alcoholic-beers-uk' },
  newsletter: { path: '/newsletter' },
  // It is meant to be a 404, to stay out of search engines and to say so on the console.
  'not found': {
    path: '/no-such-page',
    skipAudits: ['http-status-code', 'is-crawlable', 'errors-in-console', 'canonical'],
  },
  // Leads to the page to sign in on.
  'sign-in': { path: '/admin/analytics', dashboard: 'stranger', budget: SIGN_IN },
  overview: { path: '/admin/analytics', dashboard: 'administrator', budget: OVERVIEW },
}

const BARE_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="description" content="A heading and nothing else."><title>Bare</title><link rel="icon" href="data:,"></head><body><main><h1>Bare</h1></main></body></html>`

const { values } = parseArgs({ options: { runs: { type: 'string', default: '3' } } })
const runs = Number(values.runs)
if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs takes a whole number from 1')

const bare = createServer(({ url }, response) => {
  response.writeHead(url === '/' ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
  response.end(url === '/' ? BARE_PAGE : '')
}).listen(0, '127.0.0.1')
await once(bare, 'listening')
const bareAddress = bare.address()
if (typeof bareAddress !== 'object' || !bareAddress) throw new Error('the bare server has no port')
const stack = await startStack()
await ensureBrowser()
const browser = await launch({
  // As readers have it.
  chromePath: findFullBrowser(),
  chromeFlags: ['--headless=new', ...BROWSER_SWITCHES],
})
const figures: Record<string, PageFigures> = {}
try {
  const options = { port: browser.port }
  figures['baseline'] = await measure('baseline', `http://localhost:${bareAddress.port}/`, options)
  for (const [page, { path, skipAudits = [], dashboard }] of Object.entries(PAGES)) {
    const origin = dashboard ? stack.dashboard : stack.site
    const signedIn = dashboard === 'administrator'
    const prepare = signedIn ? () => signIn(origin, browser.port) : undefined
    const pageOptions = { ...options, skipAudits, keepsCookies: signedIn }
    figures[page] = await measure(page, `${origin}${path}`, pageOptions, prepare)
  }
} finally {
  browser.kill()
  bare.close()
  await stack.stop()
  await removeData(stack)
}

const over = Object.entries(PAGES).flatMap(([page, { budget = MAGAZINE }]) => {
  const measured = figures[page]
  return measured ? judgePage(page, measured, budget) : [`${page} was not measured`]
})
console.table(Object.fromEntries(Object.entries(figures).map(([page, found]) => [page, row(found)])))
for (const [page, { complaints }] of Object.entries(figures)) {
  if (complaints.length > 0) console.log(`${page}, audits below full marks: ${complaints.join(', ')}`)
}
console.log(over.length === 0 ? 'Every page is within its budget.' : `Over budget:\n  ${over.join('\n  ')}`)
console.log(JSON.stringify({ runs, pages: figures, over }))
process.exitCode = over.length === 0 ? 0 : 1

/** @param prepare before each run. */
async function measure(
  page: string,
  address: string,
  options: MeasureOptions,
  prepare?: () => Promise<void>,
): Promise<PageFigures> {
  const run = async (n: number): Promise<PageFigures> => {
    console.log(`${page}, run ${n} of ${runs} …`)
    await prepare?.()
    return measurePage(address, options)
  }
  const found: [PageFigures, ...PageFigures[]] = [await run(1)]
  for (let n = 2; n <= runs; n++) found.push(await run(n))
  return middleOf(found)
}

/** Signs the browser in as the demonstration's administrator, with nothing else of an earlier visit left. */
async function signIn(dashboard: string, port: number): Promise<void> {
  const connected = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const [context] = connected.contexts()
  if (!context) throw new Error('the browser has no profile')
  await context.clearCookies()
  const response = await context.request.post(`${dashboard}/api/auth/token?grant_type=password`, {
    data: demoAdmin,
    headers: { origin: dashboard },
  })
  if (!response.ok()) throw new Error(`signing in failed: ${response.status()}`)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await page.close()
  await connected.close()
}

function row({ scores, bytes, ...found }: PageFigures): Record<string, number | string> {
  const kb = (size: number) => Number((size / 1024).toFixed(1))
  return {
    scores: Object.values(scores).join('/'),
    'LCP ms': found.lcp_ms,
    'TBT ms': found.tbt_ms,
    'interactive ms': found.interactive_ms,
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
