import type { Utm } from '@half-measure/shared/events/page-view.ts'
import {
  ACCEPTED_LATER_SOURCE,
  type Channel,
  INTERNAL_SOURCE,
  sourceOfCampaign,
  sourceOfHost,
  UNNAMED_SOURCE,
} from '@half-measure/shared/domain/known-sources.ts'
import type { TrafficOrigin } from './draft.ts'

const PAID_MEDIUM = /^(?:cpc|ppc|cpm|cpv|paid|paid[-_ ]?(?:search|social)|display|retargeting|affiliate)$/i
const NEWSLETTER_MEDIUM = /^(?:e-?mail|newsletter)$/i
const SOCIAL_MEDIUM = /^(?:social|social[-_ ]?(?:media|network))$/i

/**
 * Reads referrer and campaign: what the link says about itself (the campaign) goes before where it stood (the
 * referrer). The source is empty where the channel is `direct`, and nowhere else: both are called Direct.
 *
 * @param siteHost our own host; a referrer with it is a step within the session, or a new tab.
 * @param isWhereAccepted whether the reader accepted on this page: if it was reached from one of ours, nobody knows from
 * where they had come there.
 */
export function trafficOrigin(
  referrer: string | undefined,
  utm: Utm | undefined,
  siteHost: string,
  isWhereAccepted = false,
): TrafficOrigin {
  const referrerHost = hostOf(referrer)
  const isInternal = referrerHost !== '' && oneLoopback(referrerHost) === oneLoopback(withoutWww(siteHost))
  const named = utm?.source?.trim() ?? ''
  if (isInternal && named === '')
    return isWhereAccepted
      ? { referrerHost, source: ACCEPTED_LATER_SOURCE, channel: 'unknown' }
      : { referrerHost, source: INTERNAL_SOURCE, channel: 'internal' }
  const campaign = named === '' ? undefined : sourceOfCampaign(named)
  const known = campaign ?? sourceOfHost(referrerHost)
  const source = named === '' ? (known?.name ?? referrerHost) : (campaign?.name ?? named)
  const channel = channelOf(named, utm?.medium ?? '') ?? known?.channel
  if (source !== '') return { referrerHost, source, channel: channel ?? 'referral' }
  return channel === undefined
    ? { referrerHost, source, channel: 'direct' }
    : { referrerHost, source: UNNAMED_SOURCE, channel }
}

/** What a campaign says of its channel. */
function channelOf(source: string, medium: string): Channel | undefined {
  if (PAID_MEDIUM.test(medium)) return 'paid'
  if (NEWSLETTER_MEDIUM.test(medium) || /newsletter/i.test(source)) return 'newsletter'
  return SOCIAL_MEDIUM.test(medium) ? 'social' : undefined
}

function hostOf(referrer: string | undefined): string {
  if (!referrer || !URL.canParse(referrer)) return ''
  const url = new URL(referrer)
  // Links opened from an Android app name the app.
  if (url.protocol === 'android-app:') return url.hostname
  return url.protocol === 'https:' || url.protocol === 'http:' ? withoutWww(url.host) : ''
}

function withoutWww(host: string): string {
  return host.replace(/^(?:www|m|l|lm|out)\./, '')
}

/** In the embedded default the names of this machine are one host. */
function oneLoopback(host: string): string {
  return host.replace(/^(?:127\.0\.0\.1|\[::1\]|admin\.localhost)(?=:|$)/, 'localhost')
}
