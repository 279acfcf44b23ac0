import type { Page } from './pages.ts'
import type { SeededRandom } from './seeded-random.ts'

/** How long a page is looked at and how far down. */
export interface Reading {
  /** Milliseconds visible and in use. */
  readonly activeMs: number
  /** Percent of the text, 0 to 100. */
  readonly depth: number
}

/** Reading time since the report before, and the depth reached by then. */
export type Report = Reading

/** The page reports so often while it is being read. */
const REPORT_EVERY_MS = 30_000

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

/** What the page tells while it is read: every half minute, and once more at the end. */
export function reportsOf({ activeMs, depth }: Reading): Report[] {
  const reports: Report[] = []
  for (let told = 0; told < activeMs;) {
    const ms = Math.min(REPORT_EVERY_MS, activeMs - told)
    told += ms
    reports.push({ activeMs: ms, depth: Math.round((depth * told) / activeMs) })
  }
  return reports
}
