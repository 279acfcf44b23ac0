import { z } from 'zod'

/** Page loads and how many of them the figures see. Self-declared bots are in neither. */
const Covered = z.object({
  /** Pages that the server sent to anybody: approximate, see `DEFINITIONS.pageLoads`. */
  page_loads: z.int(),
  /** Page views, which are those of readers who accepted, of the same pages and hours. */
  page_views: z.int(),
  /** Of these views. */
  unique_sessions: z.int(),
  /** Percent of the page loads that are page views, two decimals, at most 100; null without page loads. */
  coverage: z.number().nullable(),
})
export type Covered = z.infer<typeof Covered>

/** Points by which coverage changes before figures of the two ranges should not be compared as they are. */
export const NOTABLE_POINTS = 5

/** By whole hours: a range that begins or ends within an hour has all of it. */
export const Coverage = z.object({
  /** The hour in which page loads were first counted; null where none have been. Hours before it are left out. */
  counted_since: z.iso.datetime().nullable(),
  totals: Covered,
  /** Of the range compared with; null without a comparison. */
  compared: Covered.nullable(),
  /**
   * `start` is the instant at which a bucket begins in the requested zone; empty buckets are present. Without `interval` in
   * the request there is neither a series nor pages.
   */
  series: z.array(Covered.extend({ start: z.iso.datetime() })),
  /** Every page with page loads, the most loaded first. */
  pages: z.array(Covered.extend({ page_path: z.string() })),
})
export type Coverage = z.infer<typeof Coverage>
