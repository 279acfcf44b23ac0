import type { SentEvent } from '@half-measure/shared/events/event.ts'

type Common = 'event_id' | 'occurred_at' | 'page_path'
type WithoutCommon<Event> = Event extends SentEvent ? Omit<Event, Common> : never

/** Notes an event that happened at `occurredAt` (ISO 8601), by default now; its id and the page's path are added. */
export type Track = (draft: WithoutCommon<SentEvent>, occurredAt?: string) => void
