import { publication } from '@half-measure/shared/publication.ts'
import { HOUR_MS } from '@half-measure/shared/durations.ts'
import { Comparison } from '@half-measure/shared/stats/engine/comparison.ts'
import { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { ApiError } from '../../platform/api-error.ts'
import { comparedRange } from '../engine/compared-range.ts'
import type { Viewer } from '../sharing/api-tokens.ts'
import { notForTokens } from '../sharing/errors.ts'
import { beyondView } from '../sharing/link-view.ts'
import { type Endpoint, pathPattern } from './endpoint.ts'
import { ENDPOINTS } from './endpoints.ts'

const PATTERNS = ENDPOINTS.map((endpoint) => ({ pattern: pathPattern(endpoint.path), endpoint }))

/**
 * The endpoint of a request, if its viewer may make it.
 *
 * @param now milliseconds since 1970.
 * @throws {ApiError} 403 `not_for_api_tokens`, `scope_missing` or `not_of_this_link`; 400 `range_too_fine` or
 * `range_too_short`.
 */
export function admitViewer(
  { kind, scopes, view }: Omit<Viewer, 'id'>,
  { method, url }: { readonly method: string; readonly url: URL },
  now: number,
): Endpoint {
  const endpoint = PATTERNS.find(({ pattern }) => pattern.test(url.pathname))?.endpoint
  if (!endpoint || !['GET', 'HEAD'].includes(method)) throw notForTokens()
  const { searchParams: query } = url
  if (kind === 'link') {
    if (!endpoint.links) throw notForTokens()
    // Without parameters, an endpoint returns the same for every view.
    const beyond = endpoint.parameters.length > 0 && beyondView(view, query, now)
    if (beyond)
      throw new ApiError(
        403,
        'not_of_this_link',
        `This link shows one view only: another choice of ${beyond} is not part of it.`,
      )
  }
  const needed = requestsRevenue(query) ? [...endpoint.scopes, 'revenue' as const] : endpoint.scopes
  const missing = needed.find((scope) => !scopes.includes(scope))
  if (missing)
    throw new ApiError(403, 'scope_missing', `This token lacks the scope “${missing}”. Create one with it.`)

  // The endpoint refuses values that are not instants.
  const [from, to] = ['from', 'to'].map((name) => Date.parse(query.get(name) ?? ''))
  if ([from, to].some((at = 0) => at % HOUR_MS > 0))
    throw new ApiError(
      400,
      'range_too_fine',
      'For tokens and links, `from` and `to` have to be whole hours (UTC).',
    )
  // In such a zone, buckets would be finer than whole hours.
  if (rangesOf(query, now).some(splitsHours))
    throw new ApiError(400, 'range_too_fine', 'For tokens and links, `tz` has to be whole hours from UTC.')
  // The endpoint refuses a range that ends before it begins.
  if (from !== undefined && to !== undefined && to > from && to - from < (endpoint.shortestRange ?? 0))
    throw new ApiError(400, 'range_too_short', 'For tokens, this path needs a range of at least 24 hours.')
  const until = Date.parse(query.get('until') ?? '')
  if (!Number.isNaN(until) && !isStartOfDay(until))
    throw new ApiError(
      400,
      'range_too_fine',
      `For tokens, \`until\` has to be the start of a day in ${publication.timeZone}.`,
    )
  return endpoint
}

/** The range of a query and the one that it is compared with. The endpoint refuses invalid ones. */
function rangesOf(query: URLSearchParams, now: number): StatsRange[] {
  // Of a repeated parameter the first counts, as for the endpoint.
  const { data: range } = StatsRange.safeParse(Object.fromEntries([...query].toReversed()))
  if (!range) return []
  const { data: compare } = Comparison.safeParse(query.get('compare'))
  return compare === undefined ? [range] : [range, comparedRange(range, compare, now)]
}

/** A range has more only over years, and in these the zone has had each offset that it uses. */
const MAX_TRANSITIONS = 4

/** Whether hours begin within UTC hours somewhere in a range: Lord Howe's clocks change by half an hour. */
function splitsHours({ from, to, tz }: StatsRange): boolean {
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.from(from).toZonedDateTimeISO(tz)
  for (let i = 0; at && at.epochMilliseconds <= Date.parse(to) && i <= MAX_TRANSITIONS; i++) {
    if (at.offsetNanoseconds % (HOUR_MS * 1_000_000) !== 0) return true
    at = at.getTimeZoneTransition('next')
  }
  return false
}

/** In the magazine's time zone, like a test's days. Moving any other moment by a millisecond singles out a session. */
function isStartOfDay(ms: number): boolean {
  const at = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(publication.timeZone)
  return at.equals(at.startOfDay())
}

/** Revenue is a metric of `query` and a goal of experiments. */
function requestsRevenue(query: URLSearchParams): boolean {
  return (query.get('metrics') ?? '').split(',').includes('revenue') || query.get('goal') === 'value'
}
