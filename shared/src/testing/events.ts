import { randomUUID } from 'node:crypto'
import type { SentBeacon } from '../events/beacon.ts'
import type { SentEvent } from '../events/event.ts'

type Sent<Type extends SentEvent['type']> = Extract<SentEvent, { type: Type }>

/** An event of a type that just happened. */
const just = <Type extends SentEvent['type']>(type: Type) => ({
  type,
  event_id: randomUUID(),
  occurred_at: new Date().toISOString(),
})

/** A page view that just happened. Tests override only what they are about. */
export function aPageView(overrides: Partial<Sent<'page_view'>> = {}): Sent<'page_view'> {
  return { ...just('page_view'), page_path: '/articles/pine-beer', ...overrides }
}

/** A click on a button of the home page, just now. */
export function aClick(overrides: Partial<Sent<'click'>> = {}): Sent<'click'> {
  return { ...just('click'), page_path: '/', element_type: 'button', ...overrides }
}

/** A sign-up to the newsletter, just now. */
export function aConversion(overrides: Partial<Sent<'conversion'>> = {}): Sent<'conversion'> {
  return { ...just('conversion'), page_path: '/newsletter', event_type: 'newsletter_signup', ...overrides }
}

/** A variant of the review page, seen just now. */
export function anAssignment(overrides: Partial<Sent<'ab_assignment'>> = {}): Sent<'ab_assignment'> {
  return { ...just('ab_assignment'), test_name: 'review_page_layout', variant: 'compact', ...overrides }
}

/** Half a minute of reading, just now. */
export function anEngagement(overrides: Partial<Sent<'engagement'>> = {}): Sent<'engagement'> {
  return { ...just('engagement'), page_path: '/articles/pine-beer', active_ms: 30_000, ...overrides }
}

/** Another one at each call. */
export function aSessionId(): string {
  return `session_${Date.now()}_${randomUUID().replaceAll('-', '').slice(0, 9)}`
}

/** One page view of a new session that accepted a minute ago. */
export function aBeacon(overrides: Partial<SentBeacon> = {}): SentBeacon {
  const now = Date.now()
  return {
    consent: { analytics: true, version: '2026-11', at: new Date(now - 60_000).toISOString() },
    session_id: aSessionId(),
    sent_at: new Date(now).toISOString(),
    events: [aPageView()],
    ...overrides,
  }
}
