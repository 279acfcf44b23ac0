import type { SentEvent } from '@half-measure/shared/events/event.ts'
import { aBeacon, aClick, aConversion, anEngagement, aPageView } from '@half-measure/shared/testing/events.ts'

/** Where a generator of load puts the id of an event: 36 characters. */
export const EVENT_MARK = '@@@@@@@@@@@@@@@@@@@EVENT@ID@@@@@@@@@'

/** Where it puts what tells visits apart: 12 letters and digits. */
export const VISIT_MARK = '@@@@VISIT@@@'

/** What a browser sends, with marks where one beacon differs from the next. Filled in, it keeps its length. */
export function beaconTemplate(events: number): string {
  const marked = Array.from({ length: events }, (_, index) => ({ ...anEvent(index), event_id: EVENT_MARK }))
  return JSON.stringify(aBeacon({ session_id: `session_${Date.now()}_${VISIT_MARK}`, events: marked }))
}

/** Page views and reports in turn, now and then a click, once in a while a conversion. */
function anEvent(index: number): SentEvent {
  if (index % 25 === 24) return aConversion({ page_path: '/newsletter' })
  if (index % 5 === 4) return aClick({ element_type: 'link', element_id: 'next-article' })
  if (index % 2 === 1) return anEngagement({ scroll_depth: 40 })
  return aPageView({
    page_title: 'The Trouble with Drinking a Christmas Tree | Half Measure',
    referrer: 'https://www.google.com/',
    screen: '390x844',
    language: 'en-GB',
    timezone: 'Europe/London',
  })
}
