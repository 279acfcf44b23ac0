import type { Account } from '../api/delivery-question.ts'

/** Why a room of figures may have none: ClickHouse is away, or no event has ever arrived. */
export type EventsNote = { about: 'clickhouse-away'; waiting: number } | { about: 'no-events' }

/** Null where figures can be had. */
export function prepareEventsNote({
  stored,
  pending,
  received,
}: Pick<Account, 'stored' | 'pending' | 'received'>): EventsNote | null {
  if (stored === null) return { about: 'clickhouse-away', waiting: pending }
  if (received === 0) return { about: 'no-events' }
  return null
}
