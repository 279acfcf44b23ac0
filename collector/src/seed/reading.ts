import type { Page } from './pages.ts'
import type { SeededRandom } from './seeded-random.ts'

/** How long a page is looked at and how far down. */
export interface Reading {
  /** Milliseconds visible and in use. */
  readonly activeMs: number
  /** Percent of the text, 0 to 100. */
  readonly depth: number
}

/** What the page tells of its reading. */
export interface Report {
  /** Milliseconds of reading after which it is told. */
  readonly afterMs: number
  readonly engagement: { readonly active_ms: number } | { readonly scroll_depth: number }
}

/** The page looks so often, and tells the time so often. */
const TICK_MS = 1_000
const REPORT_EVERY_MS = 30_000

const DEPTHS = [25, 50, 75, 100] as const

/** Some look at a text and go; the rest read until they have had enough, most of them not to the end. */
export function read(random: SeededRandom, { readMinutes }: Page): Reading {
  if (readMinutes === 0) return { activeMs: Math.round(random.around(11_000, 0.7)), depth: 0 }
  const wholeMs = readMinutes * 60_000
  if (random.chance(0.3)) {
    return { activeMs: Math.round(random.between(2_000, 9_000)), depth: Math.round(random.between(2, 14)) }
  }
  const activeMs = Math.round(Math.min(random.around(45_000, 0.9), wholeMs * 1.25))
  // Eyes skip: the foot of the page is reached in less time than its words take.
  const depth = Math.min(100, Math.round((activeMs / wholeMs) * 100 * random.between(1.2, 2.6)))
  return { activeMs, depth: Math.max(depth, 8) }
}

/** What the page tells while it is read, in the order of telling: the time twice a minute and at the end, each quarter of the way once. */
export function reportsOf({ activeMs, depth }: Reading): Report[] {
  const seenMs = activeMs - (activeMs % TICK_MS)
  const reports: Report[] = []
  for (let told = 0; told < seenMs;) {
    const active_ms = Math.min(REPORT_EVERY_MS, seenMs - told)
    told += active_ms
    reports.push({ afterMs: told, engagement: { active_ms } })
  }
  for (const scroll_depth of DEPTHS) {
    if (scroll_depth > depth) break
    reports.push({ afterMs: Math.round((activeMs * scroll_depth) / depth), engagement: { scroll_depth } })
  }
  return reports.sort((one, other) => one.afterMs - other.afterMs)
}
