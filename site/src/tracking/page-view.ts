import type { SentEvent } from '@half-measure/shared/events/event.ts'

type SentPageView = Extract<SentEvent, { type: 'page_view' }>

const UTM_NAMES = ['source', 'medium', 'campaign', 'term', 'content'] as const

/** What a page view says of the page and its reader. */
export function pageView(): Omit<SentPageView, 'event_id' | 'occurred_at' | 'page_path'> {
  const query = new URLSearchParams(location.search)
  const utm: SentPageView['utm'] = {}
  for (const name of UTM_NAMES) {
    const value = query.get(`utm_${name}`)
    if (value) utm[name] = value.slice(0, 256)
  }
  return {
    type: 'page_view',
    page_title: document.title.slice(0, 512),
    referrer: document.referrer.slice(0, 2_000),
    screen: `${screen.width}x${screen.height}`,
    language: navigator.language,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    utm,
  }
}
