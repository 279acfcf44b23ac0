import { dateTime64 } from '../events/date-time64.ts'
import type { EventTable } from '../events/event-tables.ts'
import type { Draft } from './draft.ts'

export interface Row {
  readonly table: EventTable
  /** The final text of the row, but for the batch that the spool puts in front. `event_id` comes first. */
  readonly json: string
}

/**
 * The row of a finished draft. Every column is named and has a value, so that a retry writes the same.
 *
 * @param shared `sharedColumns` of this draft, or of another one of its beacon.
 */
export function rowOf(draft: Draft, shared: string): Row {
  const { event } = draft
  switch (event.type) {
    case 'page_view':
      return {
        table: 'page_views',
        json: json(event, shared, {
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
        json: json(event, shared, {
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
        json: json(event, shared, {
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
        json: json(event, shared, {
          assigned_at: dateTime64(draft.createdAt),
          test_name: event.test_name,
          variant: event.variant,
        }),
      }
    case 'engagement':
      return {
        table: 'engagement_events',
        json: json(event, shared, {
          created_at: dateTime64(draft.createdAt),
          page_path: draft.pagePath,
          active_ms: event.active_ms ?? 0,
          scroll_depth: event.scroll_depth ?? 0,
          lcp_ms: event.lcp_ms ?? null,
          inp_ms: event.inp_ms ?? null,
          cls: event.cls ?? null,
        }),
      }
  }
}

/**
 * Text of the columns that the events of a beacon have in common: they follow from its envelope and its request, and
 * from the collector that accepts it.
 */
export function sharedColumns(
  { beacon, request, isBot, client, country }: Draft,
  collectorId: string,
): string {
  return withoutBraces({
    received_at: dateTime64(request.receivedAt),
    collector_id: collectorId,
    session_id: beacon.session_id,
    consent_version: beacon.consent.version,
    is_bot: isBot ? 1 : 0,
    browser: client.browser,
    os: client.os,
    device: client.device,
    country,
  })
}

function json({ event_id }: Draft['event'], shared: string, columns: object): string {
  // A UUID needs no escapes.
  return `{"event_id":"${event_id}",${shared},${withoutBraces(columns)}}`
}

function withoutBraces(columns: object): string {
  return JSON.stringify(columns).slice(1, -1)
}
