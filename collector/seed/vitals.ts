import type { SentEvent } from '@half-measure/shared/events/event.ts'
import type { RequestMetadata } from '../src/ingest/request-metadata.ts'
import type { Page } from './magazine.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Share of reports without a value: readers who leave before the page has painted, or whose browser is too old. */
const UNMEASURED = 0.06
/** Share of page loads with an interaction; without one there is no INP. */
const INTERACTS = 0.62
/** Pages slower than most, and the page under test, whose layout moves. */
const SLOWNESS: Partial<Record<Page['kind'], number>> = { home: 1.25, review: 1.5 }
const SHIFTS: Partial<Record<Page['kind'], number>> = { review: 0.05 }

type Vitals = Omit<Extract<SentEvent, { type: 'engagement' }>, 'event_id' | 'occurred_at' | 'page_path'>

/** What a browser measures of a page load; undefined where it can measure nothing. */
export function vitalsOf(
  random: SeededRandom,
  { kind }: Page,
  { userAgent }: Pick<RequestMetadata, 'userAgent'>,
): Vitals | undefined {
  if (random.chance(UNMEASURED)) return undefined
  const isMobile = /iPhone|Android/.test(userAgent)
  // Only Chromium measures layout shifts.
  const isChromium = / Chrome\//.test(userAgent)
  const slowness = (SLOWNESS[kind] ?? 1) * (isMobile ? 1.5 : 1)
  const lcp_ms = Math.round(random.around(950 * slowness, 0.55))
  const inp_ms = Math.round(random.around((isMobile ? 95 : 50) * (SLOWNESS[kind] ?? 1), 0.75) / 8) * 8
  const moves = random.chance(0.35) ? random.around(0.03 + (SHIFTS[kind] ?? 0), 0.9) : 0
  return {
    type: 'engagement',
    lcp_ms,
    ...(random.chance(INTERACTS) && { inp_ms }),
    ...(isChromium && { cls: Math.round(moves * 10_000) / 10_000 }),
  }
}
