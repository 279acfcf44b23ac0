import { z } from 'zod'
import { CONVERSION_TYPES } from '../domain/conversion-types.ts'

/** The four cards. */
export const Summary = z.object({
  page_views: z.int(),
  unique_sessions: z.int(),
  click_events: z.int(),
  unique_element_types: z.int(),
  conversions: z.int(),
  /** Percent of page views, two decimals; 0 without page views. */
  conversion_rate: z.number(),
  /** Distinct tests with an assignment in the range. */
  active_tests: z.int(),
})
export type Summary = z.infer<typeof Summary>

/**
 * `GET /api/stats/summary`: with `compare` in the request also the cards of the compared range, null if counting had
 * not begun there, and for API tokens if it had fewer than five sessions.
 */
export const ComparedSummary = Summary.extend({
  compared: Summary.nullable().optional(),
  compared_range: z.object({ from: z.iso.datetime(), to: z.iso.datetime() }).nullable().optional(),
})

/**
 * `start` is the instant at which a bucket begins in the requested zone; empty buckets are present, and those that have not
 * begun have no figures.
 */
export const Timeseries = z.array(
  z.object({ start: z.iso.datetime(), page_views: z.int().nullable(), unique_sessions: z.int().nullable() }),
)
export type Timeseries = z.infer<typeof Timeseries>

/** Most viewed first; ties by path. */
export const TopPages = z.array(z.object({ page_path: z.string(), views: z.int() }))
export type TopPages = z.infer<typeof TopPages>

/** `element` is `type`, or `type:id` where an id exists. */
export const TopElements = z.array(z.object({ element: z.string(), clicks: z.int() }))
export type TopElements = z.infer<typeof TopElements>

/** Descending by count. */
export const ConversionCounts = z.array(z.object({ event_type: z.enum(CONVERSION_TYPES), count: z.int() }))
export type ConversionCounts = z.infer<typeof ConversionCounts>

/** Newest first over page views, clicks and conversions. */
export const RecentActivity = z.array(
  z.object({
    kind: z.enum(['page_view', 'click', 'conversion']),
    /** The path of a page view, the element of a click, the type of a conversion. */
    label: z.string(),
    at: z.iso.datetime(),
  }),
)
export type RecentActivity = z.infer<typeof RecentActivity>
