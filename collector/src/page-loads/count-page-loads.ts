import type { Context, MiddlewareHandler } from 'hono'
import { isbot } from 'isbot'
import { isPrefetch } from '../platform/http/node-request.ts'
import type { PageLoads } from './page-loads.ts'

/** Pages that mailed links open: the tracker is silent there, so there is nothing to compare their loads with. */
const PRIVATE_PAGES = new Set(
  ['confirm', 'preferences', 'unsubscribe', 'guide'].map((page) => `/newsletter/${page}`),
)

/** Counts the pages that are served. Of the request, nothing but the hour and the page is kept. */
export function countPageLoads(loads: Pick<PageLoads, 'count'>): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const page = loadedPage(c)
    if (page !== undefined) loads.count(page, Date.now())
  }
}

/**
 * The path of the page that a response shows to a reader, as events have it. Undefined for anything else: files, pages
 * that do not exist, self-declared bots (by the list that events go by), what scripts fetch, and what a browser fetches
 * ahead of a click.
 */
function loadedPage({ req, res }: Context): string | undefined {
  // 304: the reader's browser still had the page.
  if (req.method !== 'GET' || (res.status !== 200 && res.status !== 304)) return undefined
  if (!res.headers.get('content-type')?.startsWith('text/html')) return undefined
  if (isPrefetch(req.header())) return undefined
  // Older browsers, and all of them over http, do not say it.
  if ((req.header('sec-fetch-dest') ?? 'document') !== 'document') return undefined
  if (isbot(req.header('user-agent') ?? '')) return undefined
  const page = pageOf(req.path)
  return PRIVATE_PAGES.has(page) || page.startsWith('/api/') ? undefined : page
}

/** One path for each page, however its address was written: strangers cannot add rows by writing it otherwise. */
function pageOf(path: string): string {
  return decodeURIComponent(path).replace(/\/index\.html$/, '') || '/'
}
