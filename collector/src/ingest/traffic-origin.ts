import type { Utm } from '@half-measure/shared/events/page-view.ts'
import {
  ACCEPTED_LATER_SOURCE,
  type Channel,
  INTERNAL_SOURCE,
  sourceOfCampaign,
  sourceOfHost,
} from '@half-measure/shared/domain/known-sources.ts'
import type { TrafficOrigin } from './draft.ts'

const PAID_MEDIUM = /^(?:cpc|ppc|cpm|cpv|paid|paid[-_ ]?(?:search|social)|display|retargeting|affiliate)$/i
const NEWSLETTER_MEDIUM = /^(?:e-?mail|newsletter)$/i
const SOCIAL_MEDIUM = /^(?:social|social[-_ ]?(?:media|network))$/i

/**
 * Reads referrer and campaign: what the link says about itself (the campaign) goes before where it stood (the
 * referrer).
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
  const internal = referrerHost !== '' && oneLoopback(referrerHost) === oneLoopback(withoutWww(siteHost))
  const campaign = utm?.source ? sourceOfCampaign(utm.source) : undefined
  const known = campaign ?? sourceOfHost(referrerHost)
  const source = utm?.source
    ? (campaign?.name ?? utm.source)
    : internal
      ? isWhereAccepted
        ? ACCEPTED_LATER_SOURCE
        : INTERNAL_SOURCE
      : (known?.name ?? referrerHost)

  return { referrerHost, source, channel: channel() }

  function channel(): Channel {
    const medium = utm?.medium ?? ''
    if (PAID_MEDIUM.test(medium)) return 'paid'
    if (NEWSLETTER_MEDIUM.test(medium) || /newsletter/i.test(utm?.source ?? '')) return 'newsletter'
    if (SOCIAL_MEDIUM.test(medium)) return 'social'
    if (internal && !utm?.source) return isWhereAccepted ? 'unknown' : 'internal'
    if (known) return known.channel
    return source === '' ? 'direct' : 'referral'
  }
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
