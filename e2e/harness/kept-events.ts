import type { OUTBOX_KEY, SENT_KEY } from '@half-measure/shared/domain/consent.ts'
import { Event } from '@half-measure/shared/events/event.ts'
import type { Page } from 'playwright-core'

/**
 * Events that the page's tab keeps: those to be sent, or those that the server has confirmed. The network log may miss
 * what a page sends as it is left, or while requests are intercepted.
 */
export async function keptEvents(page: Page, key: typeof OUTBOX_KEY | typeof SENT_KEY): Promise<Event[]> {
  const kept = await page.evaluate((name) => sessionStorage.getItem(name), key)
  const events = JSON.parse(kept ?? '[]') as object[]
  // Beside them are saved variants, which have no id in the browser.
  return Event.array().parse(events.filter((event) => 'event_id' in event))
}
