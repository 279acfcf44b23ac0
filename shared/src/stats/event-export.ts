import { z } from 'zod'

/** The tables of raw events. */
export const EXPORTED_TABLES = [
  'page_views',
  'click_events',
  'conversion_events',
  'ab_test_assignments',
  'engagement_events',
] as const

/** `GET /api/stats/events.csv`: the events of one table on one day, in UTC. */
export const EventExportQuery = z.object({ table: z.enum(EXPORTED_TABLES), day: z.iso.date() })
export type EventExportQuery = z.output<typeof EventExportQuery>
