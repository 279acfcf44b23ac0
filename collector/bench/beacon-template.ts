import type { SentBeacon } from '@half-measure/shared/events/beacon.ts'
import type { SentEvent } from '@half-measure/shared/events/event.ts'

/** Where a generator of load puts the id of an event: 36 characters. */
export const EVENT_MARK = '@@@@@@@@@@@@@@@@@@@EVENT@ID@@@@@@@@@'

/** Where it puts what tells visits apart: 12 letters and digits. */
export const VISIT_MARK = '@@@@VISIT@@@'

/** What a browser sends, with marks where one beacon differs from the next. Filled in, it keeps its length. */
export function beaconTemplate(events: number, now = new Date()): string {
  const at = now.toISOString()
  const beacon: SentBeacon = {
    consent: { analytics: true, version: '2026-11', at },
    session_id: `session_${now.getTime()}_${VISIT_MARK}`,
    sent_at: at,
    events: Array.from({ length: events }, (_, index) => anEvent(index, at)),
  }
  return JSON.stringify(beacon)
}

/** Page views and reports in turn, now and then a click, once in a while a conversion. */
function anEvent(index: number, occurred_at: string): SentEvent {
  const common = { event_id: EVENT_MARK, occurred_at }
  const page_path = '/articles/pine-beer'
  if (index % 25 === 24)
    return { type: 'conversion', ...common, page_path: '/newsletter', event_type: 'newsletter_signup' }
  if (index % 5 === 4)
    return { type: 'click', ...common, page_path, element_type: 'link', element_id: 'next-article' }
  if (index % 2 === 1)
    return { type: 'engagement', ...common, page_path, active_ms: 30_000, scroll_depth: 40 }
  return {
    type: 'page_view',
    ...common,
    page_path,
    page_title: 'The Trouble with Drinking a Christmas Tree | Half Measure',
    referrer: 'https://www.google.com/',
    screen: '390x844',
    language: 'en-GB',
    timezone: 'Europe/London',
  }
}
