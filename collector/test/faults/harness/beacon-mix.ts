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

const HOUR_MS = 3_600_000
const PATHS = ['/', '/stories', '/articles/pine-beer', '/articles/tokyo-drinking', '/reviews']
const VARIANTS = ['default', 'compact', 'detailed'] as const

function pick<T>(items: readonly [T, ...T[]] | readonly T[]): T {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

/** A session that began just now or, rarely, so long ago that its assignments are looked up in the database. */
function newSession(oldSessions: boolean): string {
  const began = Date.now() - (oldSessions && Math.random() < 0.05 ? 30 * 24 * HOUR_MS : 0)
  return `session_${began}_${randomUUID().slice(0, 8)}`
}

/** Makes beacons of all kinds of events, of readers who come back, over the last two days. */
export class BeaconMix {
  readonly #oldSessions: boolean
  readonly #sessions = [newSession(false)]

  constructor(oldSessions: boolean) {
    this.#oldSessions = oldSessions
  }

  next(): SentBeacon {
    if (Math.random() < 0.3) this.#sessions.push(newSession(this.#oldSessions))
    const events = Array.from({ length: 1 + Math.floor(Math.random() ** 3 * 30) }, () => anEvent())
    return aBeacon({
      consent: { analytics: true, version: '2026-11', at: '2026-01-01T00:00:00.000Z' },
      session_id: pick(this.#sessions),
      events,
    })
  }
}

function anEvent(): SentEvent {
  const occurred_at = new Date(Date.now() - Math.floor(Math.random() ** 4 * 48 * HOUR_MS)).toISOString()
  const page_path = pick(PATHS)
  const kind = Math.random()
  if (kind < 0.4) {
    return aPageView({
      occurred_at,
      page_path,
      page_title: 'Pine, and what it does to beer — “Half Measure” 🌲',
      referrer: pick(['', 'https://www.google.com/', 'https://news.example/a']),
      screen: '390x844',
      language: 'en-GB',
      utm: pick([{}, { source: 'friday', medium: 'email', campaign: 'issue-47' }]),
    })
  }
  if (kind < 0.6) {
    const click_data = { position: Math.floor(Math.random() * 9), text: 'a "quoted"\nline' }
    return aClick({ occurred_at, page_path, element_id: pick(['', 'hero-cta', 'menu']), click_data })
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
  if (kind < 0.8) return anAssignment({ occurred_at, variant: pick(VARIANTS) })
  return anEngagement({ occurred_at, page_path, active_ms: 1_000, scroll_depth: pick([25, 50, 75, 100]) })
}
