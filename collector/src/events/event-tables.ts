import { EVENT_TABLES } from '@half-measure/shared/stats/event-export.ts'

export { EVENT_TABLES }

export type EventTable = (typeof EVENT_TABLES)[number]

/** The column with an event's time. */
export function timeOf(table: EventTable): 'created_at' | 'assigned_at' {
  return table === 'ab_test_assignments' ? 'assigned_at' : 'created_at'
}
