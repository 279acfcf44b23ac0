/**
 * The tables events end in. A record of the spool names its table by position in this list, so
 * the list only ever grows at its end.
 */
export const EVENT_TABLES = [
  'page_views',
  'click_events',
  'conversion_events',
  'ab_test_assignments',
  'engagement_events',
] as const

export type EventTable = (typeof EVENT_TABLES)[number]

/** The column with the time of a table's events. */
export function timeOf(table: EventTable): 'created_at' | 'assigned_at' {
  return table === 'ab_test_assignments' ? 'assigned_at' : 'created_at'
}
