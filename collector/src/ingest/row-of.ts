import { dateTime64 } from '../date-time64.ts'
import type { EventTable } from '../event-tables.ts'
import type { Draft } from './draft.ts'

export interface Row {
  readonly table: EventTable
  /** The final text of the row, but for the batch that the spool puts in front. `event_id` comes first. */
  readonly json: string
}

/** The row of a finished draft. Every column is named and has a value, so that a retry writes the same. */
export function rowOf(draft: Draft): Row {
  const { event } = draft
  switch (event.type) {
    case 'page_view':
      return {
        table: 'page_views',
        json: JSON.stringify({
          ...common(draft),
          created_at: dateTime64(draft.createdAt),
          page_path: draft.pagePath,
          page_title: event.page_title ?? '',
          referrer: event.referrer ?? '',
          referrer_host: draft.origin.referrerHost,
          source: draft.origin.source,
          channel: draft.origin.channel,
          utm_source: event.utm?.source ?? '',
          utm_medium: event.utm?.medium ?? '',
          utm_campaign: event.utm?.campaign ?? '',
          utm_term: event.utm?.term ?? '',
          utm_content: event.utm?.content ?? '',
          user_agent: draft.request.userAgent,
          language: event.language ?? '',
          timezone: event.timezone ?? '',
          screen: event.screen ?? '',
        }),
      }
    case 'click':
      return {
        table: 'click_events',
        json: JSON.stringify({
          ...common(draft),
          created_at: dateTime64(draft.createdAt),
          page_path: draft.pagePath,
          element_type: event.element_type,
          element_id: event.element_id ?? '',
          click_data: JSON.stringify(event.click_data ?? {}),
        }),
      }
    case 'conversion':
      return {
        table: 'conversion_events',
        json: JSON.stringify({
          ...common(draft),
          created_at: dateTime64(draft.createdAt),
          page_path: draft.pagePath,
          event_type: event.event_type,
          product_name: event.product_name ?? '',
          product_rank: event.product_rank ?? 0,
          // Four decimals are kept; the database would cut off the rest.
          value: Math.round((event.value ?? 0) * 10_000) / 10_000,
          currency: event.currency ?? '',
          conversion_data: JSON.stringify(event.conversion_data ?? {}),
        }),
      }
    case 'ab_assignment':
      return {
        table: 'ab_test_assignments',
        json: JSON.stringify({
          ...common(draft),
          assigned_at: dateTime64(draft.createdAt),
          test_name: event.test_name,
          variant: event.variant,
        }),
      }
    case 'engagement':
      return {
        table: 'engagement_events',
        json: JSON.stringify({
          ...common(draft),
          created_at: dateTime64(draft.createdAt),
          page_path: draft.pagePath,
          active_ms: event.active_ms ?? 0,
          scroll_depth: event.scroll_depth ?? 0,
        }),
      }
  }
}

function common(draft: Draft) {
  return {
    event_id: draft.event.event_id,
    received_at: dateTime64(draft.request.receivedAt),
    session_id: draft.beacon.session_id,
    consent_version: draft.beacon.consent.version,
    is_bot: draft.isBot ? 1 : 0,
    browser: draft.client.browser,
    os: draft.client.os,
    device: draft.client.device,
    country: draft.country,
  }
}
