import { EVENT_TABLES } from '@half-measure/shared/stats/event-export.ts'
import { hash } from 'node:crypto'

export { EVENT_TABLES }

export type EventTable = (typeof EVENT_TABLES)[number]

/** The column with an event's time. */
export function timeOf(table: EventTable): 'created_at' | 'assigned_at' {
  return table === 'ab_test_assignments' ? 'assigned_at' : 'created_at'
}

/** The only trace of an erased session that may be kept for ever: SHA-256 of its id, in hexadecimal. */
export function sessionDigest(sessionId: string): string {
  return hash('sha256', sessionId)
}
