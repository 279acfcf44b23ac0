/** How a reader came, as far as a page view shows it. */
export const CHANNELS = [
  'direct',
  'search',
  'social',
  'ai_assistant',
  'newsletter',
  'paid',
  'referral',
  'internal',
  'unknown',
] as const
export type Channel = (typeof CHANNELS)[number]

/** Source of a session that began on a page reached from one of ours: in a new tab. */
export const INTERNAL_SOURCE = 'Internal (new tab)'

/**
 * Source of a session that began when the reader accepted on a page reached from one of ours: where they came from at
 * first was not recorded, because nothing is before Accept.
 */
export const ACCEPTED_LATER_SOURCE = 'Unknown (accepted on a later page)'

/** Source of a session without a page view, whose channel is unknown. */
export const NO_VIEW_SOURCE = 'Unknown (no page view)'

/** Source of a link that names a medium, such as `cpc`, but neither a source nor a site that it stood on. */
export const UNNAMED_SOURCE = 'Campaign without a source'

/**
 * Names and channels of hosts; a host belongs to an entry if it equals it or ends with it after a dot. Android sends
 * app names in place of hosts.
 */
const KNOWN: readonly {
  name: string
  channel: Channel
  hosts: readonly string[]
  /** Other names that campaigns use for it. */
  aliases?: readonly string[]
}[] = [
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
    hosts: ['facebook.com', 'fb.com', 'fb.me', 'com.facebook.katana'],
    aliases: ['fb'],
  },
  { name: 'Instagram', channel: 'social', hosts: ['instagram.com'], aliases: ['ig', 'insta'] },
  { name: 'X', channel: 'social', hosts: ['x.com', 'twitter.com', 't.co'], aliases: ['twitter'] },
  { name: 'Bluesky', channel: 'social', hosts: ['bsky.app'], aliases: ['bsky'] },
  { name: 'Threads', channel: 'social', hosts: ['threads.net', 'threads.com'] },
  { name: 'Mastodon', channel: 'social', hosts: ['mastodon.social', 'mastodon.online', 'mastodonapp.uk'] },
  { name: 'Reddit', channel: 'social', hosts: ['reddit.com', 'com.reddit.frontpage'] },
  { name: 'LinkedIn', channel: 'social', hosts: ['linkedin.com', 'lnkd.in', 'com.linkedin.android'] },
  { name: 'TikTok', channel: 'social', hosts: ['tiktok.com'] },
  { name: 'YouTube', channel: 'social', hosts: ['youtube.com', 'youtu.be'], aliases: ['yt'] },
  { name: 'Pinterest', channel: 'social', hosts: ['pinterest.com', 'pinterest.co.uk', 'pin.it'] },
  { name: 'WhatsApp', channel: 'social', hosts: ['whatsapp.com', 'wa.me'] },
  { name: 'Untappd', channel: 'social', hosts: ['untappd.com'] },
  { name: 'Hacker News', channel: 'social', hosts: ['news.ycombinator.com'], aliases: ['hackernews', 'hn'] },
  { name: 'ChatGPT', channel: 'ai_assistant', hosts: ['chatgpt.com', 'chat.openai.com'] },
  { name: 'Claude', channel: 'ai_assistant', hosts: ['claude.ai'] },
  { name: 'Perplexity', channel: 'ai_assistant', hosts: ['perplexity.ai'] },
  { name: 'Gemini', channel: 'ai_assistant', hosts: ['gemini.google.com'] },
  { name: 'Copilot', channel: 'ai_assistant', hosts: ['copilot.microsoft.com'] },
  { name: 'DeepSeek', channel: 'ai_assistant', hosts: ['chat.deepseek.com'] },
  { name: 'Mistral', channel: 'ai_assistant', hosts: ['chat.mistral.ai'] },
  // Links in anybody's letters and emails: only a campaign shows that they were in ours.
  { name: 'Substack', channel: 'referral', hosts: ['substack.com'] },
  { name: 'Gmail', channel: 'referral', hosts: ['mail.google.com', 'com.google.android.gm'] },
  { name: 'Outlook', channel: 'referral', hosts: ['outlook.live.com', 'outlook.office.com'] },
]

export interface KnownSource {
  readonly name: string
  readonly channel: Channel
}

const BY_HOST = new Map<string, KnownSource>(
  KNOWN.flatMap(({ name, channel, hosts }) => hosts.map((host) => [host, { name, channel }] as const)),
)

/** Campaigns name their source by name as often as by host. */
const BY_NAME = new Map<string, KnownSource>(
  KNOWN.flatMap(({ name, channel, aliases = [] }) =>
    [name.toLowerCase(), ...aliases].map((alias) => [alias, { name, channel }] as const),
  ),
)

/** Searching happens on the bare domain, in whichever country; its other hosts are documents, mail, news. */
const GOOGLE_SEARCH = /^google\.(?:com?\.)?[a-z]{2,3}$/

/** The source that a campaign names: `google`, `Google`, `google.com`. Undefined if it is not on the list. */
export function sourceOfCampaign(source: string): KnownSource | undefined {
  const name = source.trim().toLowerCase()
  return BY_NAME.get(name) ?? sourceOfHost(name.replace(/^www\./, ''))
}

/** @param host in lower case, without `www.`. */
export function sourceOfHost(host: string): KnownSource | undefined {
  if (GOOGLE_SEARCH.test(host)) return { name: 'Google', channel: 'search' }
  for (let rest = host; rest !== ''; rest = rest.includes('.') ? rest.slice(rest.indexOf('.') + 1) : '') {
    const found = BY_HOST.get(rest)
    if (found) return found
  }
  return undefined
}
