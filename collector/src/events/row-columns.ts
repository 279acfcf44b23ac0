import type { EventTable } from './event-tables.ts'

/** Columns of every event, first in every table's. Readers of the log find the first three by their place. */
const OF_EVERY_EVENT = [
  'batch_id',
  'event_id',
  'session_id',
  'received_at',
  'collector_id',
  'consent_version',
  'is_bot',
  'browser',
  'os',
  'device',
  'country',
] as const

/**
 * The columns of a row in the log, in the order of its values. A new column goes to the end, so that the rows of an
 * earlier version, which lack it, get its default.
 */
export const ROW_COLUMNS = {
  page_views: [
    ...OF_EVERY_EVENT,
    'created_at',
    'page_path',
    'page_title',
    'referrer',
    'referrer_host',
    'source',
    'channel',
    'utm_source',
    'utm_medium',
    'utm_campaign',
    'utm_term',
    'utm_content',
    'user_agent',
    'language',
    'timezone',
    'screen',
  ],
  click_events: [...OF_EVERY_EVENT, 'created_at', 'page_path', 'element_type', 'element_id', 'click_data'],
  conversion_events: [
    ...OF_EVERY_EVENT,
    'created_at',
    'page_path',
    'event_type',
    'product_name',
    'product_rank',
    'value',
    'currency',
    'conversion_data',
  ],
  ab_test_assignments: [...OF_EVERY_EVENT, 'assigned_at', 'test_name', 'variant'],
  engagement_events: [
    ...OF_EVERY_EVENT,
    'created_at',
    'page_path',
    'active_ms',
    'scroll_depth',
    'lcp_ms',
    'inp_ms',
    'cls',
  ],
} as const satisfies Readonly<Record<EventTable, readonly string[]>>
