import { publication } from '@half-measure/shared/publication.ts'
import { DEFAULT_COMPARISON, DEFAULT_PRESET, PERIOD_DAYS } from '@half-measure/shared/sharing/api-token.ts'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import { z } from 'zod'

/*
 * A share link shows one view of Explore, named by that page's query string. This file decides whether a query
 * belongs to it: its days, its filters, its bots and its comparison. Figures, intervals and splits can be chosen.
 */

const Day = z.iso.date()

/** Panels of campaigns leave out sessions without one, which shows less of the view. */
const PANEL_FILTER = /^is_not,utm_\w+,$/

/**
 * The part of a query that goes beyond a link's view; undefined if none does.
 *
 * @param view query string of a view of Explore.
 * @param query query string of `/api/stats/query`.
 * @param now milliseconds since 1970.
 */
export function beyondView(
  view: string,
  query: URLSearchParams,
  now: number,
): 'range' | 'filters' | 'bots' | 'comparison' | undefined {
  const shown = new URLSearchParams(view)
  const { from, to } = rangeOf(shown, now)
  if (Date.parse(query.get('from') ?? '') < from || Date.parse(query.get('to') ?? '') > to) return 'range'

  if (!areFiltersOf(shown.getAll('f'), query.getAll('f'))) return 'filters'

  if ((query.get('bots') ?? 'exclude') !== (shown.get('bots') ?? 'exclude')) return 'bots'
  const compare = query.get('compare')
  if (compare !== null && compare !== (shown.get('compare') ?? DEFAULT_COMPARISON)) return 'comparison'
  return undefined
}

/** Whether a query has every filter of the view, and no others but those of panels. */
function areFiltersOf(shown: readonly string[], given: readonly string[]): boolean {
  return (
    shown.every((filter) => given.includes(filter)) &&
    given.every((filter) => shown.includes(filter) || PANEL_FILTER.test(filter))
  )
}

/** Milliseconds since 1970. A period moves with the clock; a day more allows for its beginning. */
function rangeOf(shown: URLSearchParams, now: number): { from: number; to: number } {
  const [from, to] = [startOf(shown.get('from')), startOf(shown.get('to'))]
  if (from && to) return { from: from.epochMilliseconds, to: to.add({ days: 1 }).epochMilliseconds }
  const days: Readonly<Record<string, number>> = PERIOD_DAYS
  const length = days[shown.get('period') ?? ''] ?? PERIOD_DAYS[DEFAULT_PRESET]
  return { from: now - (length + 1) * DAY_MS, to: Number.POSITIVE_INFINITY }
}

/** The beginning of a day in the magazine's zone. */
function startOf(day: string | null): Temporal.ZonedDateTime | undefined {
  const { data } = Day.safeParse(day)
  return data === undefined ? undefined : Temporal.PlainDate.from(data).toZonedDateTime(publication.timeZone)
}
