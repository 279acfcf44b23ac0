/**
 * The event tables. Records of the spool name a table by its position in this list, so only append to it.
 */
export const EVENT_TABLES = [
  'page_views',
  'click_events',
  'conversion_events',
  'ab_test_assignments',
  'engagement_events',
] as const

export type EventTable = (typeof EVENT_TABLES)[number]

/** The column with an event's time. */
export function timeOf(table: EventTable): 'created_at' | 'assigned_at' {
  return table === 'ab_test_assignments' ? 'assigned_at' : 'created_at'
}
