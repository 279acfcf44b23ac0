import { DEFAULT_COMPARISON } from '@half-measure/shared/stats/engine/comparison.ts'
import { HOUR_MS } from '@half-measure/shared/durations.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { LinkView, readLinkView } from '@half-measure/shared/sharing/link-view.ts'
import { readFilter, writeFilter } from '@half-measure/shared/stats/engine/filter-text.ts'
import { Filter } from '@half-measure/shared/stats/engine/stats-query.ts'
import { DEFAULT_PRESET, presetDays } from '@half-measure/shared/stats/presets.ts'
import { dayAt, startOfDay } from '../local-day.ts'

/*
 * A share link shows one view of Explore, named by that page's query string. This file decides whether a query
 * belongs to it: its days, its time zone, its filters, its bots and its comparison. Figures, intervals and splits can
 * be chosen. A comparison reaches back by the length of the range, so both ends have to lie within the view.
 */

/** How far readers' clocks may be off, and how long after midnight a page left open may ask for the days before. */
const CLOCK_SKEW_MS = HOUR_MS

/** Panels of campaigns leave out sessions without one, which shows less of the view. */
const PANEL_FILTER = /^is_not,utm_\w+,$/

/**
 * The part of a query that goes beyond a link's view; undefined if none does.
 *
 * @param view query string of a view of Explore. One that is not valid shows nothing.
 * @param query query string of `/api/stats/query`.
 * @param now milliseconds since 1970.
 */
export function beyondView(
  view: string,
  query: URLSearchParams,
  now: number,
): 'range' | 'time zone' | 'filters' | 'bots' | 'comparison' | undefined {
  const { data: shown } = LinkView.safeParse(readLinkView(view))
  if (!shown) return 'range'
  if (!rangesOf(shown, now).some((range) => isWithin(range, query))) return 'range'
  // In another one, an hour of the week is another hour.
  if ((query.get('tz') ?? publication.timeZone) !== publication.timeZone) return 'time zone'
  if (!areFiltersOf(shown.f.map(writeFilter), query.getAll('f').map(canonical))) return 'filters'
  if ((query.get('bots') ?? 'exclude') !== shown.bots) return 'bots'
  const compare = query.get('compare')
  if (compare !== null && compare !== (shown.compare ?? DEFAULT_COMPARISON)) return 'comparison'
  return undefined
}

interface Bounds {
  /** Milliseconds since 1970. */
  readonly from: number
  /** Not included. */
  readonly to: number
}

/** The range of a view: of a period, as it is by clocks that are slow, right or fast. */
function rangesOf({ period, from, to }: LinkView, now: number): Bounds[] {
  if (from !== undefined && to !== undefined) return [boundsOf({ from, to })]
  const preset = period ?? DEFAULT_PRESET
  return [now, now - CLOCK_SKEW_MS, now + CLOCK_SKEW_MS].map((at) =>
    boundsOf(presetDays(preset, dayAt(at).toString())),
  )
}

/** Both days are included. */
function boundsOf({ from, to }: { readonly from: string; readonly to: string }): Bounds {
  return { from: startOfDay(from), to: startOfDay(to, 1) }
}

/** The endpoint refuses values that are not instants. */
function isWithin({ from, to }: Bounds, query: URLSearchParams): boolean {
  return !(Date.parse(query.get('from') ?? '') < from) && !(Date.parse(query.get('to') ?? '') > to)
}

/** A filter as the dashboard writes it. */
function canonical(text: string): string {
  const filter = Filter.safeParse(readFilter(text))
  return filter.success ? writeFilter(filter.data) : text
}

/** Whether a query has every filter of the view, and no others but those of panels. */
function areFiltersOf(shown: readonly string[], given: readonly string[]): boolean {
  return (
    shown.every((filter) => given.includes(filter)) &&
    given.every((filter) => shown.includes(filter) || PANEL_FILTER.test(filter))
  )
}
