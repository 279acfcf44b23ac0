import type { ApiTokenKind, TokenScope } from '@half-measure/shared/sharing/api-token.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { HOUR_MS } from '@half-measure/shared/durations.ts'
import {
  notForTokens,
  notOfThisLink,
  rangeTooFine,
  rangeTooShort,
  scopeMissing,
  untilTooFine,
  zoneTooFine,
} from '../sharing/errors.ts'
import { beyondView } from '../sharing/link-view.ts'
import { type Endpoint, ENDPOINTS, pathPattern } from './endpoints.ts'

/** What an API token or a share link was made for. */
interface ViewerRights {
  readonly kind: ApiTokenKind
  readonly scopes: readonly TokenScope[]
  /** Of a link: the query string of a view of Explore. */
  readonly view: string
}

const PATTERNS = ENDPOINTS.map((endpoint) => ({ pattern: pathPattern(endpoint.path), endpoint }))

/**
 * The endpoint of a request that its viewer may make.
 *
 * @param now milliseconds since 1970.
 * @throws {ApiError} 403 `not_for_api_tokens`, `scope_missing` or `not_of_this_link`; 400 `range_too_fine` or
 * `range_too_short`.
 */
export function admitViewer(
  { kind, scopes, view }: ViewerRights,
  { method, url }: { readonly method: string; readonly url: URL },
  now: number,
): Endpoint {
  const endpoint = PATTERNS.find(({ pattern }) => pattern.test(url.pathname))?.endpoint
  if (!endpoint || !['GET', 'HEAD'].includes(method)) throw notForTokens()
  const { searchParams: query } = url
  if (kind === 'link') {
    if (!endpoint.links) throw notForTokens()
    // What takes no parameters is the same for every view.
    const beyond = endpoint.parameters.length > 0 && beyondView(view, query, now)
    if (beyond) throw notOfThisLink(`another choice of ${beyond} is not part of it.`)
  }
  const needed = asksForRevenue(query) ? [...endpoint.scopes, 'revenue' as const] : endpoint.scopes
  const missing = needed.find((scope) => !scopes.includes(scope))
  if (missing) throw scopeMissing(missing)

  // What is no instant is refused by its endpoint.
  const [from, to] = ['from', 'to'].map((name) => Date.parse(query.get(name) ?? ''))
  if ([from, to].some((at = 0) => at % HOUR_MS > 0)) throw rangeTooFine()
  // Its buckets would be finer than whole hours.
  if (isBesideHours(query.get('tz'), from)) throw zoneTooFine()
  if (from !== undefined && to !== undefined && to - from < (endpoint.shortestRange ?? 0))
    throw rangeTooShort()
  const until = Date.parse(query.get('until') ?? '')
  if (!Number.isNaN(until) && !isStartOfDay(until)) throw untilTooFine(publication.timeZone)
  return endpoint
}

/** Whether the hours of a zone begin within those of UTC. What is no zone or no instant is refused by its endpoint. */
function isBesideHours(timeZone: string | null, at = Number.NaN): boolean {
  if (timeZone === null || Number.isNaN(at)) return false
  try {
    return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).minute !== 0
  } catch {
    return false
  }
}

/** In the magazine's zone, as the days of a test. A moment that may be moved by a millisecond singles out a session. */
function isStartOfDay(ms: number): boolean {
  const at = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(publication.timeZone)
  return at.equals(at.startOfDay())
}

/** The metric of `query`, the goal of experiments. */
function asksForRevenue(query: URLSearchParams): boolean {
  return (query.get('metrics') ?? '').split(',').includes('revenue') || query.get('goal') === 'value'
}
