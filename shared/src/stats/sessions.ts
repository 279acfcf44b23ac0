import { z } from 'zod'
import { NextCursor, pageQuery } from '../page.ts'
import { CONVERSION_TYPES } from '../domain/conversion-types.ts'
import { clampInstant } from './stats-range.ts'

/** A session ends after this long without an event. */
export const SESSION_GAP_MS = 30 * 60_000

/** A session that goes on for longer is split, counted from its first event. */
export const MAX_SESSION_MS = 24 * 3_600_000

/** Beside a range and filters. */
export const SessionsQuery = z.object(pageQuery)

/**
 * Identifies a tab to people who read figures. Its id would let them erase it: anyone who knows the id counts as the
 * reader.
 */
export const SessionHash = z.string().refine((text) => /^\d{1,20}$/.test(text) && BigInt(text) < 2n ** 64n)

/** A session as a whole. */
export const SessionSummary = z.object({
  session_hash: SessionHash,
  /** The first event of any kind. */
  started_at: z.iso.datetime(),
  duration_seconds: z.number(),
  page_views: z.int(),
  clicks: z.int(),
  goals: z.int(),
  engaged_seconds: z.number(),
  entry: z.string(),
  exit: z.string(),
  channel: z.string(),
  source: z.string(),
  country: z.string(),
  device: z.string(),
  browser: z.string(),
  os: z.string(),
  is_bot: z.boolean(),
})
export type SessionSummary = z.infer<typeof SessionSummary>

/** `GET /api/stats/sessions`: the sessions that a query keeps, those that began last first. */
export const SessionList = z.object({ sessions: z.array(SessionSummary), next: NextCursor })
export type SessionList = z.infer<typeof SessionList>

const at = z.iso.datetime()
const page_path = z.string()

/** One thing that happened. */
export const SessionEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('page_view'), at, page_path, page_title: z.string(), referrer: z.string() }),
  z.object({ kind: z.literal('click'), at, page_path, element: z.string() }),
  z.object({
    kind: z.literal('conversion'),
    at,
    page_path,
    event_type: z.enum(CONVERSION_TYPES),
    product: z.string(),
    value: z.number(),
    currency: z.string(),
  }),
  z.object({
    kind: z.literal('engagement'),
    at,
    page_path,
    active_seconds: z.number(),
    /** Percent of the article. */
    scroll_depth: z.number(),
    /** Web vitals of the page's load, so far; null where the event has none. */
    lcp_ms: z.number().nullable(),
    inp_ms: z.number().nullable(),
    cls: z.number().nullable(),
  }),
  z.object({ kind: z.literal('ab_assignment'), at, experiment: z.string(), variant: z.string() }),
])
export type SessionEvent = z.infer<typeof SessionEvent>

/** Beside the hash of a tab: when one of its sessions began. */
export const SessionPathQuery = z.object({ at: z.iso.datetime().transform((at) => clampInstant(at)) })

/** `GET /api/stats/sessions/<hash>`: everything that is stored about one tab, oldest first. */
export const SessionPath = z.object({
  is_bot: z.boolean(),
  country: z.string(),
  device: z.string(),
  browser: z.string(),
  os: z.string(),
  events: z.array(SessionEvent),
  /** Whether there are more events than listed. */
  truncated: z.boolean(),
})
export type SessionPath = z.infer<typeof SessionPath>
