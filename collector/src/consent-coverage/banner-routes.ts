import { BannerCount } from '@half-measure/shared/audience/consent.ts'
import { Hono } from 'hono'
import { fromSite, limitBody, type SiteOrigin } from '../platform/http/guards.ts'
import { isPrefetch } from '../platform/http/node-request.ts'
import { readBody } from '../platform/http/read-request.ts'
import { type CountryOfRequest, pageOf, saysItIsBot } from './count-page-loads.ts'
import type { CoverageCounts } from './coverage-counts.ts'

const MAX_BODY_BYTES = 4 * 1024

/**
 * `POST /api/consent/banner`: a banner was shown or answered. It is counted and the request forgotten, so it needs no
 * database. Requests that must not be counted, such as a bot's, get the same response.
 */
export function bannerRoutes(
  counts: Pick<CoverageCounts, 'countBanner'>,
  origin: SiteOrigin,
  countryOf: CountryOfRequest,
): Hono {
  return new Hono().post('/', fromSite(origin), limitBody(MAX_BODY_BYTES), async (c) => {
    const { page_path, banner } = await readBody(c, BannerCount)
    const page = decoded(page_path)
    if (page !== undefined && !saysItIsBot(c) && !isPrefetch(c.req.header()))
      counts.countBanner(banner, { page, country: countryOf(c) }, Date.now())
    return c.body(null, 204)
  })
}

function decoded(path: string): string | undefined {
  try {
    return pageOf(path)
  } catch {
    return undefined
  }
}
