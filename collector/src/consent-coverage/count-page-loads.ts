import type { Context, MiddlewareHandler } from 'hono'
import { isbot } from 'isbot'
import { isPrefetch } from '../platform/http/node-request.ts'
import type { CoverageCounts } from './coverage-counts.ts'

/** Pages that mailed links open: the tracker is silent there, so there is nothing to compare their loads with. */
const PRIVATE_PAGES = new Set(
  ['confirm', 'preferences', 'unsubscribe', 'guide'].map((page) => `/newsletter/${page}`),
)

/** Country of a request's address, which ends here. ISO 3166 alpha-2, or empty. */
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
 * The path of the page that a response shows, as events have it. Undefined for anything else: files, pages that do not
 * exist, what scripts fetch, and what a browser fetches ahead of a click.
 */
function loadedPage({ req, res }: Context): string | undefined {
  // 304: the reader's browser still had the page.
  if (req.method !== 'GET' || (res.status !== 200 && res.status !== 304)) return undefined
  if (!res.headers.get('content-type')?.startsWith('text/html')) return undefined
  if (isPrefetch(req.header())) return undefined
  // Older browsers, and all of them over http, do not say it.
  if ((req.header('sec-fetch-dest') ?? 'document') !== 'document') return undefined
  const page = pageOf(req.path)
  return PRIVATE_PAGES.has(page) || page.startsWith('/api/') ? undefined : page
}

/** By the list that events go by. */
export function saysItIsBot({ req }: Context): boolean {
  return isbot(req.header('user-agent') ?? '')
}

/**
 * One path for each page, however its address was written: strangers cannot add rows by writing it otherwise.
 *
 * @throws {URIError} for what is no address.
 */
export function pageOf(path: string): string {
  return decodeURIComponent(path).replace(/\/index\.html$/, '') || '/'
}
