import { z } from 'zod'
import type { Dimension } from './engine/dimensions.ts'

/** Dimensions of page loads and banners: coverage can be filtered by these alone. */
export const COVERAGE_DIMENSIONS = [
  'page',
  'category',
  'author',
  'country',
] as const satisfies readonly Dimension[]

export function isCoverageDimension(dimension: Dimension): boolean {
  return COVERAGE_DIMENSIONS.some((known) => known === dimension)
}

/** Consent banners for readers who had not chosen. Each page that shows one counts, also to the same reader. */
const Banners = z.object({
  shown: z.int(),
  accepted: z.int(),
  rejected: z.int(),
  /** Shown and not answered: the reader went on or left. */
  ignored: z.int(),
})
export type Banners = z.infer<typeof Banners>

/** Page loads and how many of them the figures see. Self-declared bots are in nothing but `bot_loads`. */
const Covered = z.object({
  /** Pages that the server sent to anybody: approximate, see `COVERAGE_DEFINITIONS.pageLoads`. */
  page_loads: z.int(),
  bot_loads: z.int(),
  /** Page views, which are those of readers who accepted, of the same pages and hours. */
  page_views: z.int(),
  /** Sessions of these views. */
  unique_sessions: z.int(),
  /** Percent of the page loads that are page views, two decimals, at most 100; null without page loads. */
  coverage: z.number().nullable(),
  banners: Banners,
})
export type Covered = z.infer<typeof Covered>

/** Change of coverage, in points, from which figures of two ranges should not be compared as they are. */
export const NOTABLE_POINTS = 5

/** By whole hours: a range that begins or ends within an hour includes all of it, also the one compared with. */
export const Coverage = z.object({
  /** The hour in which page loads were first counted; null where none have been. Hours before it are left out. */
  counted_since: z.iso.datetime().nullable(),
  totals: Covered,
  /** Of the compared range; null if nothing is compared, or page loads of that range were not counted whole. */
  compared: Covered.nullable(),
  compared_range: z.object({ from: z.iso.datetime(), to: z.iso.datetime() }).nullable(),
  /**
   * `start` is the instant at which a bucket begins in the requested zone; empty buckets are present. Without `interval` in
   * the request there are neither series nor pages nor countries.
   */
  series: z.array(Covered.extend({ start: z.iso.datetime() })),
  /** Every page with page loads, the most loaded first. */
  pages: z.array(Covered.extend({ page_path: z.string() })),
  /** The same by country, ISO 3166 alpha-2; empty where it is not known. */
  countries: z.array(Covered.extend({ country: z.string() })),
})
export type Coverage = z.infer<typeof Coverage>
