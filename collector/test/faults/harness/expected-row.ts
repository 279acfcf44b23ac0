import type { EventTable } from '../../../src/events/event-tables.ts'
import type { SentRecord } from './sent-log.ts'

/** A browser as most readers have it, and what the collector makes of its name. */
export const BROWSER = {
  userAgent:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  columns: { browser: 'Chrome', os: 'Windows', device: 'desktop', country: '', is_bot: 0 },
} as const

export interface ExpectedRow {
  readonly table: EventTable
  /** Columns that follow from what was sent; what the server adds by itself is not among them. */
  readonly columns: Readonly<Record<string, unknown>>
}

/** The row that an event of these tests has to become. Written from the contract, not from the pipeline. */
export function expectedRow({ event, sessionId }: SentRecord): ExpectedRow {
  const when = event.occurred_at.replace('T', ' ').replace('Z', '')
  const common = {
    event_id: event.event_id,
    session_id: sessionId,
    consent_version: '2026-11',
    ...BROWSER.columns,
  }
  switch (event.type) {
    case 'page_view':
      return {
        table: 'page_views',
        columns: {
          ...common,
          created_at: when,
          page_path: event.page_path,
          page_title: event.page_title ?? '',
          referrer: event.referrer ?? '',
          utm_source: event.utm?.source ?? '',
          utm_medium: event.utm?.medium ?? '',
          utm_campaign: event.utm?.campaign ?? '',
          user_agent: BROWSER.userAgent,
          language: event.language ?? '',
          screen: event.screen ?? '',
        },
      }
    case 'click':
      return {
        table: 'click_events',
        columns: {
          ...common,
          created_at: when,
          page_path: event.page_path,
          element_type: event.element_type,
          element_id: event.element_id ?? '',
          click_data: JSON.stringify(event.click_data ?? {}),
        },
      }
    case 'conversion':
      return {
        table: 'conversion_events',
        columns: {
          ...common,
          created_at: when,
          page_path: event.page_path,
          event_type: event.event_type,
          product_name: event.product_name ?? '',
          product_rank: event.product_rank ?? 0,
          value: event.value ?? 0,
          currency: event.currency ?? '',
          conversion_data: JSON.stringify(event.conversion_data ?? {}),
        },
      }
    case 'ab_assignment':
      return {
        table: 'ab_test_assignments',
        columns: { ...common, assigned_at: when, test_name: event.test_name, variant: event.variant },
      }
    case 'engagement':
      return {
        table: 'engagement_events',
        columns: {
          ...common,
          created_at: when,
          page_path: event.page_path,
          active_ms: event.active_ms ?? 0,
          scroll_depth: event.scroll_depth ?? 0,
          lcp_ms: event.lcp_ms ?? null,
          inp_ms: event.inp_ms ?? null,
          cls: event.cls ?? null,
        },
      }
  }
}
