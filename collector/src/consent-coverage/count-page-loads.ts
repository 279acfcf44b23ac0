import type { Context, MiddlewareHandler } from 'hono'
import { isbot } from 'isbot'
import { isPrefetch, userAgentOf } from '../platform/http/node-request.ts'
import type { CoverageCounts } from './coverage-counts.ts'

/** Pages that mailed links open: the tracker is silent there, so there is nothing to compare their loads with. */
const PRIVATE_PAGES = new Set(
  ['confirm', 'preferences', 'unsubscribe', 'guide'].map((page) => `/newsletter/${page}`),
)

/** Country of a request's address, which goes no further. ISO 3166 alpha-2, or empty. */
export type CountryOfRequest = (c: Context) => string

/** Counts the pages that are served. Only hour, page and country of the request are kept. */
export function countPageLoads(
  counts: Pick<CoverageCounts, 'countLoad'>,
  countryOf: CountryOfRequest,
): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const page = loadedPage(c)
    if (page !== undefined) counts.countLoad({ page, country: countryOf(c) }, Date.now(), saysItIsBot(c))
  }
}

/**
 * The path of the page that a response shows, as events have it. Undefined for anything else: files, pages that do
 * not exist, fetches by scripts, and prefetches.
 */
function loadedPage({ req, res }: Context): string | undefined {
  // 304: the reader's browser still had the page.
  if (req.method !== 'GET' || (res.status !== 200 && res.status !== 304)) return undefined
  if (!res.headers.get('content-type')?.startsWith('text/html')) return undefined
  if (isPrefetch(req.header())) return undefined
  // Older browsers do not send it, and no browser does over http.
  if ((req.header('sec-fetch-dest') ?? 'document') !== 'document') return undefined
  const page = pageOf(req.path)
  return PRIVATE_PAGES.has(page) || page.startsWith('/api/') ? undefined : page
}

/** Uses the same list as events. */
export function saysItIsBot({ req }: Context): boolean {
  return isbot(userAgentOf(req.header()))
}

/**
 * One path for each page, however its address is written, so that strangers cannot add rows with variants of it.
 *
 * @throws {URIError} for an invalid address.
 */
export function pageOf(path: string): string {
  return decodeURIComponent(path).replace(/\/index\.html$/, '') || '/'
}
