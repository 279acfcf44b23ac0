import type { Utm } from '@half-measure/shared/events/page-view.ts'
import type { Channel, TrafficOrigin } from './draft.ts'

/**
 * Names and channels of hosts; a host belongs to an entry if it equals it or ends with it after a dot. Android names
 * its apps in the place of a host, and some campaigns name a short form.
 */
const KNOWN: readonly { name: string; channel: Channel; hosts: readonly string[] }[] = [
  { name: 'Google', channel: 'search', hosts: ['com.google.android.googlequicksearchbox'] },
  { name: 'Bing', channel: 'search', hosts: ['bing.com'] },
  { name: 'DuckDuckGo', channel: 'search', hosts: ['duckduckgo.com'] },
  { name: 'Yahoo', channel: 'search', hosts: ['search.yahoo.com', 'uk.search.yahoo.com'] },
  { name: 'Ecosia', channel: 'search', hosts: ['ecosia.org'] },
  { name: 'Brave Search', channel: 'search', hosts: ['search.brave.com'] },
  { name: 'Kagi', channel: 'search', hosts: ['kagi.com'] },
  { name: 'Qwant', channel: 'search', hosts: ['qwant.com'] },
  { name: 'Startpage', channel: 'search', hosts: ['startpage.com'] },
  { name: 'Yandex', channel: 'search', hosts: ['yandex.com', 'yandex.ru'] },
  { name: 'Baidu', channel: 'search', hosts: ['baidu.com'] },
  {
    name: 'Facebook',
    channel: 'social',
    hosts: ['facebook.com', 'fb.com', 'fb.me', 'fb', 'com.facebook.katana'],
  },
  { name: 'Instagram', channel: 'social', hosts: ['instagram.com', 'ig'] },
  { name: 'X', channel: 'social', hosts: ['x.com', 'twitter.com', 't.co'] },
  { name: 'Bluesky', channel: 'social', hosts: ['bsky.app', 'go.bsky.app'] },
  { name: 'Threads', channel: 'social', hosts: ['threads.net', 'threads.com'] },
  { name: 'Mastodon', channel: 'social', hosts: ['mastodon.social', 'mastodon.online', 'mastodonapp.uk'] },
  { name: 'Reddit', channel: 'social', hosts: ['reddit.com', 'com.reddit.frontpage'] },
  { name: 'LinkedIn', channel: 'social', hosts: ['linkedin.com', 'lnkd.in', 'com.linkedin.android'] },
  { name: 'TikTok', channel: 'social', hosts: ['tiktok.com'] },
  { name: 'YouTube', channel: 'social', hosts: ['youtube.com', 'youtu.be'] },
  { name: 'Pinterest', channel: 'social', hosts: ['pinterest.com', 'pinterest.co.uk', 'pin.it'] },
  { name: 'WhatsApp', channel: 'social', hosts: ['whatsapp.com', 'wa.me'] },
  { name: 'Untappd', channel: 'social', hosts: ['untappd.com'] },
  { name: 'Hacker News', channel: 'social', hosts: ['news.ycombinator.com'] },
  { name: 'ChatGPT', channel: 'ai_assistant', hosts: ['chatgpt.com', 'chat.openai.com'] },
  { name: 'Claude', channel: 'ai_assistant', hosts: ['claude.ai'] },
  { name: 'Perplexity', channel: 'ai_assistant', hosts: ['perplexity.ai'] },
  { name: 'Gemini', channel: 'ai_assistant', hosts: ['gemini.google.com'] },
  { name: 'Copilot', channel: 'ai_assistant', hosts: ['copilot.microsoft.com'] },
  { name: 'DeepSeek', channel: 'ai_assistant', hosts: ['chat.deepseek.com'] },
  { name: 'Mistral', channel: 'ai_assistant', hosts: ['chat.mistral.ai'] },
  { name: 'Substack', channel: 'newsletter', hosts: ['substack.com'] },
  { name: 'Gmail', channel: 'newsletter', hosts: ['mail.google.com', 'com.google.android.gm'] },
  { name: 'Outlook', channel: 'newsletter', hosts: ['outlook.live.com', 'outlook.office.com'] },
]

interface Known {
  readonly name: string
  readonly channel: Channel
}

const BY_HOST = new Map<string, Known>(
  KNOWN.flatMap(({ name, channel, hosts }) => hosts.map((host) => [host, { name, channel }] as const)),
)

/** Campaigns name their source by name as often as by host. */
const BY_NAME = new Map<string, Known>(
  KNOWN.map(({ name, channel }) => [name.toLowerCase(), { name, channel }]),
)

/** Searching happens on the bare domain, in whichever country; its other hosts are documents, mail, news. */
const GOOGLE_SEARCH = /^google\.(?:com?\.)?[a-z]{2,3}$/

const PAID_MEDIUM = /^(?:cpc|ppc|cpm|cpv|paid|paid[-_ ]?(?:search|social)|display|retargeting|affiliate)$/i
const NEWSLETTER_MEDIUM = /^(?:e-?mail|newsletter)$/i
const SOCIAL_MEDIUM = /^(?:social|social[-_ ]?(?:media|network))$/i

/**
 * Reads referrer and campaign: what the link says about itself (the campaign) goes before where it stood (the
 * referrer).
 *
 * @param siteHost our own host; a referrer with it is a step within the visit.
 */
export function trafficOrigin(
  referrer: string | undefined,
  utm: Utm | undefined,
  siteHost: string,
): TrafficOrigin {
  const referrerHost = hostOf(referrer)
  const internal = referrerHost !== '' && oneLoopback(referrerHost) === oneLoopback(withoutWww(siteHost))
  const known = (utm?.source ? named(utm.source) : undefined) ?? lookUp(referrerHost)
  const source = utm?.source || (internal ? '' : (known?.name ?? referrerHost))

  return { referrerHost, source, channel: channel() }

  function channel(): Channel {
    const medium = utm?.medium ?? ''
    if (PAID_MEDIUM.test(medium)) return 'paid'
    if (NEWSLETTER_MEDIUM.test(medium) || /newsletter/i.test(utm?.source ?? '')) return 'newsletter'
    if (SOCIAL_MEDIUM.test(medium)) return 'social'
    if (internal && !utm?.source) return 'internal'
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

/** What a campaign calls its source. */
function named(source: string): Known | undefined {
  const name = source.toLowerCase()
  return BY_NAME.get(name) ?? lookUp(withoutWww(name))
}

function lookUp(host: string): Known | undefined {
  if (GOOGLE_SEARCH.test(host)) return { name: 'Google', channel: 'search' }
  for (let rest = host; rest !== ''; rest = rest.includes('.') ? rest.slice(rest.indexOf('.') + 1) : '') {
    const found = BY_HOST.get(rest)
    if (found) return found
  }
  return undefined
}
