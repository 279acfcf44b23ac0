import type { Utm } from '@half-measure/shared/events/page-view.ts'
import {
  ACCEPTED_LATER_SOURCE,
  type Channel,
  INTERNAL_SOURCE,
  sourceOfCampaign,
  sourceOfHost,
  UNNAMED_SOURCE,
} from '@half-measure/shared/domain/known-sources.ts'
import { LRUCache } from 'lru-cache'

/** Where a reader came from, as one page view shows it. */
export interface TrafficOrigin {
  /** Host of the referrer without `www.`; empty without one. */
  readonly referrerHost: string
  /** A readable name: `Google`, `newsletter`, or the host; empty for direct. */
  readonly source: string
  readonly channel: Channel
}

export const DIRECT: TrafficOrigin = { referrerHost: '', source: '', channel: 'direct' }

const PAID_MEDIUM = /^(?:cpc|ppc|cpm|cpv|paid|paid[-_ ]?(?:search|social)|display|retargeting|affiliate)$/i
const NEWSLETTER_MEDIUM = /^(?:e-?mail|newsletter)$/i
const SOCIAL_MEDIUM = /^(?:social|social[-_ ]?(?:media|network))$/i

/**
 * Derives channel and source. The link's campaign takes precedence over the referrer. The source is empty exactly if
 * the channel is `direct`: both are called Direct.
 *
 * @param siteHost `comparableHost` of our own; a referrer with it is a step within the session, or a new tab.
 * @param isWhereAccepted whether the reader accepted on this page: if it was reached from one of ours, the landing
 * page is unknown.
 */
export function trafficOrigin(
  referrer: string | undefined,
  utm: Utm | undefined,
  siteHost: string,
  isWhereAccepted = false,
): TrafficOrigin {
  const { referrerHost, comparable, source: referrerSource } = lookUp(referrer)
  const isInternal = referrerHost !== '' && comparable === siteHost
  const named = utm?.source?.trim() ?? ''
  if (isInternal && named === '')
    return isWhereAccepted
      ? { referrerHost, source: ACCEPTED_LATER_SOURCE, channel: 'unknown' }
      : { referrerHost, source: INTERNAL_SOURCE, channel: 'internal' }
  const campaign = named === '' ? undefined : sourceOfCampaign(named)
  const known = campaign ?? referrerSource
  const source = named === '' ? (known?.name ?? referrerHost) : (campaign?.name ?? named)
  const channel = channelOf(named, utm?.medium ?? '') ?? known?.channel
  if (source !== '') return { referrerHost, source, channel: channel ?? 'referral' }
  return channel === undefined
    ? { referrerHost, source, channel: 'direct' }
    : { referrerHost, source: UNNAMED_SOURCE, channel }
}

/** The channel that a campaign names, if any. */
function channelOf(source: string, medium: string): Channel | undefined {
  if (PAID_MEDIUM.test(medium)) return 'paid'
  if (NEWSLETTER_MEDIUM.test(medium) || /newsletter/i.test(source)) return 'newsletter'
  return SOCIAL_MEDIUM.test(medium) ? 'social' : undefined
}

interface Referrer {
  readonly referrerHost: string
  readonly comparable: string
  readonly source: ReturnType<typeof sourceOfHost>
}

/** Parsing a referrer takes some microseconds; most readers come from few pages. */
const referrers = new LRUCache<string, Referrer>({ max: 5_000 })
/** Longer referrers rarely repeat. */
const MAX_REMEMBERED = 200

function lookUp(referrer = ''): Referrer {
  const known = referrers.get(referrer)
  if (known) return known
  const referrerHost = hostOf(referrer)
  const parsed = {
    referrerHost,
    comparable: comparableHost(referrerHost),
    source: sourceOfHost(referrerHost),
  }
  if (referrer.length <= MAX_REMEMBERED) referrers.set(referrer, parsed)
  return parsed
}

/** No host in the DNS has a longer name; three columns would store a stranger's. */
const MAX_HOST = 253

function hostOf(referrer: string): string {
  if (!URL.canParse(referrer)) return ''
  const url = new URL(referrer)
  if (url.hostname.length > MAX_HOST) return ''
  // Links opened from an Android app name the app.
  if (url.protocol === 'android-app:') return url.hostname
  return url.protocol === 'https:' || url.protocol === 'http:' ? withoutWww(url.host) : ''
}

function withoutWww(host: string): string {
  return host.replace(/^(?:www|m|l|lm|out)\./, '')
}

/** Maps all names of a host to one: with and without `www.`, and all names of this machine. */
export function comparableHost(host: string): string {
  return withoutWww(host).replace(/^(?:127\.0\.0\.1|\[::1\]|admin\.localhost)(?=:|$)/, 'localhost')
}
