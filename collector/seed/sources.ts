import { ISSUE_SOURCE, issueCampaign } from '@half-measure/shared/domain/issue-campaign.ts'
import type { SentEvent } from '@half-measure/shared/events/event.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import { type Magazine, type Page, pickArticle } from './magazine.ts'
import { SeededRandom } from './seeded-random.ts'

type Utm = NonNullable<Extract<SentEvent, { type: 'page_view' }>['utm']>

/** How a session begins. */
export interface Arrival {
  readonly page: Page
  /** `document.referrer`; empty where the browser has none. */
  readonly referrer: string
  readonly utm?: Utm
}

interface Source {
  /** Sessions in a hundred, in an ordinary hour. */
  readonly share: number
  readonly landings: readonly {
    readonly share: number
    readonly on: 'home' | 'review' | 'newsletter' | 'fresh' | 'lasting'
  }[]
  readonly referrers: readonly { readonly share: number; readonly url: string; readonly utm?: Utm }[]
  readonly utm?: Utm
}

const on = (landings: Partial<Record<Source['landings'][number]['on'], number>>) =>
  Object.entries(landings).map(([on, share]) => ({ on: on as Source['landings'][number]['on'], share }))
const from = (urls: Readonly<Record<string, number>>) =>
  Object.entries(urls).map(([url, share]) => ({ url, share }))

const SOURCES: readonly Source[] = [
  {
    share: 35,
    landings: on({ review: 32, home: 15, lasting: 53 }),
    referrers: from({
      'https://www.google.com/': 62,
      'https://www.google.co.uk/': 19,
      'https://www.bing.com/': 8,
      'https://duckduckgo.com/': 7,
      'https://www.ecosia.org/': 3,
      'https://search.brave.com/': 1,
    }),
  },
  { share: 21, landings: on({ home: 68, fresh: 27, newsletter: 5 }), referrers: from({ '': 1 }) },
  {
    share: 19,
    landings: on({ review: 10, fresh: 90 }),
    referrers: from({
      'https://l.instagram.com/': 34,
      'https://www.reddit.com/': 20,
      'https://lm.facebook.com/': 17,
      'https://bsky.app/': 13,
      'https://t.co/': 9,
      'https://untappd.com/': 7,
    }),
  },
  {
    share: 6,
    landings: on({ review: 40, lasting: 60 }),
    referrers: [
      { url: 'https://chatgpt.com/', share: 66, utm: { source: 'chatgpt.com' } },
      ...from({
        'https://www.perplexity.ai/': 16,
        'https://gemini.google.com/': 10,
        'https://claude.ai/': 8,
      }),
    ],
  },
  {
    share: 6,
    landings: on({ lasting: 100 }),
    referrers: from({
      'https://news.ycombinator.com/': 25,
      'https://cellarmen.example/links': 25,
      'https://small-beer-almanac.example/2026/reading': 25,
      'https://en.wikipedia.org/': 25,
    }),
  },
]

/** Paid campaigns: days before the end of the traffic on which each ran. */
const CAMPAIGNS = [
  { campaign: 'alcohol-free-beer', term: 'best alcohol free beer uk', firstDay: 44, lastDay: 24, share: 14 },
  { campaign: 'better-fridays', term: 'low alcohol ale', firstDay: 16, lastDay: 2, share: 11 },
] as const

const NEWSLETTER_SHARE = 1

/** The sources of an hour: ordinary ones, the newsletter after each issue, campaigns while they run. */
export function sourcesAt(
  at: number,
  { launchedAt }: Magazine,
  { until, seed }: { readonly until: number; readonly seed: number },
): Source[] {
  const sources = [...SOURCES]
  const sentAt = lastIssueAt(at)
  // The more weeks of sign-ups, the more readers an issue has.
  const readers = Math.min(1, (at - launchedAt) / (42 * DAY_MS))
  if (sentAt > launchedAt)
    sources.push({
      share: NEWSLETTER_SHARE * readers * (0.5 + 18 * Math.exp((sentAt - at) / (9 * 3_600_000))),
      landings: on({ review: 12, fresh: 88 }),
      referrers: from({ '': 70, 'https://mail.google.com/': 30 }),
      utm: {
        source: ISSUE_SOURCE,
        medium: 'email',
        campaign: issueCampaign(issueIdAt(sentAt, seed), new Date(sentAt)),
      },
    })
  const daysLeft = (until - at) / DAY_MS
  for (const { campaign, term, firstDay, lastDay, share } of CAMPAIGNS) {
    if (daysLeft > firstDay || daysLeft < lastDay || at < launchedAt) continue
    sources.push({
      share,
      landings: on({ review: 80, lasting: 20 }),
      referrers: from({ 'https://www.google.com/': 1 }),
      utm: { source: 'google', medium: 'cpc', campaign, term },
    })
  }
  return sources
}

/** Id of the issue sent at that moment, for the campaign of its links. */
export function issueIdAt(sentAt: number, seed: number): string {
  // A stream of its own: those of sessions are not negative.
  return new SeededRandom(seed, -Math.floor(sentAt / 3_600_000)).uuid()
}

/** Issues of the newsletter go out on Fridays at four in the afternoon. */
function lastIssueAt(at: number): number {
  const then = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(publication.timeZone)
  const friday = then.with({ hour: 16 }).round({ smallestUnit: 'hour', roundingMode: 'floor' })
  const sent = friday.subtract({ days: (then.dayOfWeek + 2) % 7 })
  return (sent.epochMilliseconds <= at ? sent : sent.subtract({ days: 7 })).epochMilliseconds
}

/** Moments of the issues from `from` up to `until`, oldest first. */
export function issuesBetween(from: number, until: number): number[] {
  const issues: number[] = []
  for (let at = lastIssueAt(until); at >= from; at = lastIssueAt(at - 1)) issues.unshift(at)
  return issues
}

export function arrive(
  random: SeededRandom,
  sources: readonly Source[],
  magazine: Magazine,
  at: number,
): Arrival {
  const { landings, referrers, utm } = random.weighted(sources)
  const { on: landing } = random.weighted(landings)
  const referrer = random.weighted(referrers)
  const campaign = utm ?? referrer.utm
  return {
    page:
      landing === 'fresh' || landing === 'lasting'
        ? pickArticle(random, magazine, at, landing)
        : magazine.pages[at < magazine.launchedAt ? 'home' : landing],
    referrer: referrer.url,
    ...(campaign && { utm: campaign }),
  }
}
