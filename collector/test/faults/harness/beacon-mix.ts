import { randomUUID } from 'node:crypto'
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
import { HOUR_MS } from '@half-measure/shared/durations.ts'
import type { SeededRandom } from '../../../seed/seeded-random.ts'

const PATHS = ['/', '/stories', '/articles/pine-beer', '/articles/tokyo-drinking', '/reviews'] as const
const VARIANTS = ['default', 'compact', 'detailed'] as const

/** Makes beacons of all kinds of events, of readers who come back, over the last two days. */
export class BeaconMix {
  readonly #random: SeededRandom
  readonly #oldSessions: boolean
  readonly #sessions: [string, ...string[]] = [newSession()]

  /** @param oldSessions with some so old that their assignments are looked up in the database. */
  constructor(random: SeededRandom, oldSessions: boolean) {
    this.#random = random
    this.#oldSessions = oldSessions
  }

  next(): SentBeacon {
    const random = this.#random
    if (random.chance(0.3)) {
      const isOld = this.#oldSessions && random.chance(0.05)
      this.#sessions.push(newSession(isOld ? 30 * 24 * HOUR_MS : 0))
    }
    const events = Array.from({ length: 1 + Math.floor(random.fraction() ** 3 * 30) }, () => anEvent(random))
    return aBeacon({
      consent: { analytics: true, version: '2026-11', at: '2026-01-01T00:00:00.000Z' },
      session_id: random.pick(this.#sessions),
      events,
    })
  }
}

function newSession(ageMs = 0): string {
  return `session_${Date.now() - ageMs}_${randomUUID().slice(0, 8)}`
}

function anEvent(random: SeededRandom): SentEvent {
  const ageMs = Math.floor(random.fraction() ** 4 * 48 * HOUR_MS)
  const occurred_at = new Date(Date.now() - ageMs).toISOString()
  const page_path = random.pick(PATHS)
  const kind = random.fraction()
  if (kind < 0.4) {
    return aPageView({
      occurred_at,
      page_path,
      page_title: 'Pine, and what it does to beer — “Half Measure” 🌲',
      referrer: random.pick(['', 'https://www.google.com/', 'https://news.example/a']),
      screen: '390x844',
      language: 'en-GB',
      utm: random.pick([{}, { source: 'friday', medium: 'email', campaign: 'issue-47' }]),
    })
  }
  if (kind < 0.6) {
    const click_data = { position: random.below(9), text: 'a "quoted"\nline' }
    return aClick({ occurred_at, page_path, element_id: random.pick(['', 'hero-cta', 'menu']), click_data })
  }
  if (kind < 0.7) {
    return aConversion({
      occurred_at,
      page_path,
      event_type: 'affiliate_click',
      product_name: 'Ordinary Pale, 0.5 %',
      product_rank: 1,
      value: 5.25,
      currency: 'GBP',
      conversion_data: { list: [1, 2, 3] },
    })
  }
  if (kind < 0.8) return anAssignment({ occurred_at, variant: random.pick(VARIANTS) })
  return anEngagement({
    occurred_at,
    page_path,
    active_ms: 1_000,
    scroll_depth: random.pick([25, 50, 75, 100]),
  })
}
