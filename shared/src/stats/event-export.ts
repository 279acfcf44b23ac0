import { z } from 'zod'

/** The event tables. Records of the spool name a table by its position in this list, so only append to it. */
export const EVENT_TABLES = [
  'page_views',
  'click_events',
  'conversion_events',
  'ab_test_assignments',
  'engagement_events',
] as const

/** `GET /api/stats/events.csv`: the events of one table on one day, in UTC. */
export const EventExportQuery = z.object({ table: z.enum(EVENT_TABLES), day: z.iso.date() })
export type EventExportQuery = z.output<typeof EventExportQuery>
