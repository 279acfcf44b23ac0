import type { SentEvent } from '@half-measure/shared/events/event.ts'

export type PixelEventName =
  | 'PageView'
  | 'ClickEvent'
  | 'Conversion'
  | 'AffiliateClick'
  | 'ViewContent'
  | 'ReviewPageView'

type PixelEvent = readonly [PixelEventName, Readonly<Record<string, unknown>>]

/** The marketing pixel's events for an event; none about reading or experiments. */
export function pixelEvents(event: SentEvent): PixelEvent[] {
  switch (event.type) {
    case 'page_view':
      return [['PageView', { page_title: event.page_title }]]
    case 'click':
      return [['ClickEvent', { element_type: event.element_type, element_id: event.element_id }]]
    case 'conversion':
      return conversionEvents(event)
    case 'engagement':
    case 'ab_assignment':
      return []
  }
}

function conversionEvents({
  event_type,
  product_name,
  product_rank,
  value,
  currency,
}: Extract<SentEvent, { type: 'conversion' }>): PixelEvent[] {
  if (event_type === 'affiliate_click') {
    return [['AffiliateClick', { product_name, product_rank, value, currency }]]
  }
  if (event_type === 'review_view') {
    return [
      ['ViewContent', { content_type: 'review', value, currency }],
      ['ReviewPageView', {}],
    ]
  }
  return [['Conversion', { event_type }]]
}
