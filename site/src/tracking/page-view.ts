import type { SentEvent } from '@half-measure/shared/events/event.ts'
import { eventId } from './event-id.ts'

export type SentPageView = Extract<SentEvent, { type: 'page_view' }>

const UTM_NAMES = ['source', 'medium', 'campaign', 'term', 'content'] as const

/** The page in `document`, as an event that happened at `at` (ISO 8601). */
export function pageView(document: Document, at: string): SentPageView {
  const { location, screen, navigator } = document.defaultView ?? globalThis.window
  const utm = campaign(new URLSearchParams(location.search))
  return {
    type: 'page_view',
    event_id: eventId(),
    occurred_at: at,
    page_path: location.pathname.slice(0, 2_000),
    page_title: document.title.slice(0, 512),
    referrer: document.referrer.slice(0, 2_000),
    screen: `${screen.width}x${screen.height}`,
    language: navigator.language,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(utm && { utm }),
  }
}

function campaign(query: URLSearchParams): SentPageView['utm'] {
  const found = UTM_NAMES.flatMap((name) => {
    const value = query.get(`utm_${name}`)
    return value ? [[name, value.slice(0, 256)]] : []
  })
  return found.length > 0 ? Object.fromEntries(found) : undefined
}
