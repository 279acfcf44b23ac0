import { EXPERIMENTS } from '@half-measure/shared/domain/experiments.ts'
import type { SentBeacon } from '@half-measure/shared/events/beacon.ts'
import type { SentEvent } from '@half-measure/shared/events/event.ts'
import {
  aBeacon,
  aClick,
  aConversion,
  anAssignment,
  anEngagement,
  aPageView,
} from '@half-measure/shared/testing/events.ts'
import { SeededRandom } from '../seed/seeded-random.ts'
import type { AnyEvent } from './stats-oracle.ts'

export interface Sent {
  readonly beacon: SentBeacon
  readonly userAgent: string
}

export interface Traffic {
  readonly beacons: readonly Sent[]
  /** What the beacons mean, oldest first, each at a time of its own; later assignments of a session left out. */
  readonly events: readonly AnyEvent[]
}

const READER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36'
const BOT = 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)'

/** As sent, and as counted. Some share a page, so that there are ties; names that sort apart by bytes and by units. */
const PAGES = [
  ['/', '/'],
  ['/stories', '/stories'],
  ['/stories/?page=2', '/stories'],
  ['/articles/pine-beer#notes', '/articles/pine-beer'],
  ['/articles/tokyo-drinking', '/articles/tokyo-drinking'],
  ['/articles/wednesday-wine', '/articles/wednesday-wine'],
  ['/reviews//top-5-non-alcoholic-beers-uk/', '/reviews/top-5-non-alcoholic-beers-uk'],
  ['/café', '/café'],
  ['/\u{1F37A}', '/\u{1F37A}'],
  ['/\uFB01x', '/\uFB01x'],
] as const
const ELEMENTS = [
  ['button', 'hero-cta'],
  ['button', 'subscribe'],
  ['button', undefined],
  ['link', 'footer'],
  ['link', ''],
  ['outbound', 'camra'],
  ['a:b', 'c'],
  ['a', 'b:c'],
] as const
const CONVERSIONS = ['newsletter_signup', 'affiliate_click', 'review_view', 'free_gift_click'] as const

/**
 * Sessions of readers and bots between two times, always the same: every kind of event, uneven enough that there is an
 * order, even enough that there are ties.
 */
export function randomTraffic({
  start,
  count,
  stepMs,
}: {
  start: number
  count: number
  stepMs: number
}): Traffic {
  // With this seed, pages, elements, conversions and variants each have ties.
  const random = new SeededRandom(89)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random.fraction() ** 2 * items.length)] as T
  const sessions = Array.from({ length: 40 }, (_, i) => ({
    id: `session_${start - i}_reader${i}`,
    bot: i % 8 === 7,
  }))
  const sent = new Map<string, SentEvent[]>()
  const events: AnyEvent[] = []
  const assigned = new Set<string>()

  for (let i = 0; i < count; i++) {
    const { id: session, bot } = pick(sessions)
    const at = start + i * stepMs
    const occurred_at = new Date(at).toISOString()
    const list = sent.get(session) ?? []
    sent.set(session, list)
    const [sentPath, path] = pick(PAGES)
    const kind = random.fraction()
    if (kind < 0.5) {
      list.push(aPageView({ occurred_at, page_path: sentPath }))
      events.push({ kind: 'page_view', at, session, bot, path })
    } else if (kind < 0.75) {
      const [type, id] = pick(ELEMENTS)
      list.push(
        aClick({
          occurred_at,
          page_path: sentPath,
          element_type: type,
          ...(id === undefined ? {} : { element_id: id }),
        }),
      )
      events.push({ kind: 'click', at, session, bot, type, id })
    } else if (kind < 0.85) {
      const type = pick(CONVERSIONS)
      list.push(aConversion({ occurred_at, page_path: sentPath, event_type: type }))
      events.push({ kind: 'conversion', at, session, bot, type })
    } else if (kind < 0.95) {
      list.push(anEngagement({ occurred_at, page_path: sentPath }))
      events.push({ kind: 'engagement', at, session, bot })
    } else {
      const { name: test, variants } = pick(EXPERIMENTS)
      const { name: variant } = pick(variants)
      list.push(anAssignment({ occurred_at, test_name: test, variant }))
      // A session's first one counts, and its events go in order.
      if (!assigned.has(`${session} ${test}`))
        events.push({ kind: 'ab_assignment', at, session, bot, test, variant })
      assigned.add(`${session} ${test}`)
    }
  }

  const consent = { analytics: true, version: '2026-11', at: new Date(start).toISOString() } as const
  const beacons = [...sent].flatMap(([session_id, list]) => {
    const userAgent = sessions.find(({ id }) => id === session_id)?.bot ? BOT : READER
    const split: Sent[] = []
    for (let i = 0; i < list.length; i += 20) {
      split.push({ userAgent, beacon: aBeacon({ session_id, consent, events: list.slice(i, i + 20) }) })
    }
    return split
  })
  return { beacons, events }
}
