import type { SentBeacon } from '@half-measure/shared/events/beacon.ts'
import type { SentEvent } from '@half-measure/shared/events/event.ts'
import { assignVariant } from '@half-measure/shared/domain/assign-variant.ts'
import { EXPERIMENTS } from '@half-measure/shared/domain/experiments.ts'
import {
  aBeacon,
  aClick,
  aConversion,
  anAssignment,
  anEngagement,
  aPageView,
} from '@half-measure/shared/testing/events.ts'
import { ARTICLE_SLUGS } from '../../site/src/articles/schedule.ts'
import { type Random, pick, seededRandom } from './seeded-random.ts'

/** What one reader's browser sends in one visit. */
export interface Visit {
  readonly userAgent: string
  readonly beacon: SentBeacon
}

const HOUR_MS = 3_600_000
const DAYS = 7

const USER_AGENTS = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:152.0) Gecko/20100101 Firefox/152.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0',
] as const

const REFERRERS = ['https://www.google.com/', 'https://bsky.app/', 'https://duckduckgo.com/', ''] as const

const ELEMENTS = [
  { element_type: 'button', element_id: 'hero-read-story' },
  { element_type: 'link', element_id: 'next-article' },
  { element_type: 'link', element_id: 'all-stories' },
  { element_type: 'button', element_id: 'newsletter-subscribe' },
  { element_type: 'outbound' },
] as const

const CONVERSIONS = ['newsletter_signup', 'newsletter_signup', 'affiliate_click', 'ebook_download'] as const

/** From Sunday to Saturday: how much of the busiest day's reading there is. */
const WEEKDAYS = [0.8, 0.45, 0.5, 0.6, 0.7, 1, 0.9] as const

/** Visits of the seven days up to `now` (milliseconds since 1970). The same `now` gives the same visits. */
export function visits(now: number, count: number): Visit[] {
  const random = seededRandom(1)
  return Array.from({ length: count }, () => visit(random, now))
}

function visit(random: Random, now: number): Visit {
  const start = now - 5 * 60_000 - hoursAgo(random, now) * HOUR_MS
  const session_id = `session_${Math.floor(start)}_${Math.floor(random() * 36 ** 6)
    .toString(36)
    .padStart(6, '0')}`
  const events = pagesOf(random).flatMap((page_path, index) => eventsOn(random, page_path, start, index))
  for (const test of EXPERIMENTS) {
    if (random() > 0.4) continue
    const variant = assignVariant(test, session_id)
    events.push(anAssignment({ occurred_at: iso(start), test_name: test.name, variant }))
  }
  const consent = { analytics: true, version: '2026-11', at: iso(start) } as const
  return { userAgent: pick(random, USER_AGENTS), beacon: aBeacon({ session_id, consent, events }) }
}

/** Few at night, most in the evening, and more towards the weekend. */
function hoursAgo(random: Random, now: number): number {
  for (;;) {
    const hours = random() * DAYS * 24 * 0.98
    const time = new Date(now - hours * HOUR_MS)
    const evening = Math.exp(-(((time.getUTCHours() - 19) / 6) ** 2))
    const weekday = WEEKDAYS[time.getUTCDay()] ?? 1
    if (random() < weekday * (0.15 + 0.85 * evening)) return hours
  }
}

function pagesOf(random: Random): string[] {
  const articles = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
    // Newer articles are read more.
    const slug = ARTICLE_SLUGS[Math.floor(random() ** 2.2 * ARTICLE_SLUGS.length)] ?? ARTICLE_SLUGS[0]
    return `/articles/${slug}`
  })
  return [...new Set(random() < 0.4 ? ['/', ...articles] : articles)]
}

function eventsOn(random: Random, page_path: string, start: number, index: number): SentEvent[] {
  const occurred_at = iso(start + index * 70_000)
  const referrer = index === 0 ? pick(random, REFERRERS) : ''
  const events: SentEvent[] = [
    aPageView({ occurred_at, page_path, referrer, language: 'en-GB', timezone: 'Europe/London' }),
    anEngagement({ occurred_at, page_path, active_ms: Math.floor(20_000 + random() * 40_000) }),
  ]
  if (random() < 0.35) events.push(aClick({ occurred_at, page_path, ...pick(random, ELEMENTS) }))
  if (random() < 0.04) {
    events.push(aConversion({ occurred_at, page_path, event_type: pick(random, CONVERSIONS) }))
  }
  return events
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
