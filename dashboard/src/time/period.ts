import { publication } from '@half-measure/shared/publication.ts'
import { DAY_MS, MINUTE_MS } from '@half-measure/shared/durations.ts'
import { presetDays, type Preset } from '@half-measure/shared/stats/presets.ts'
import { longRangeLabel } from '../format/time.ts'
import { addDays, type Day, startOfDay } from './day.ts'

/** Both included. */
export interface Days {
  from: Day
  to: Day
}

/** A range as it is chosen: one that moves with the clock, or fixed days. */
export type TimeRange = { kind: 'preset'; preset: Preset } | ({ kind: 'days' } & Days)

interface PresetDefinition {
  readonly label: string
  /** Keyboard shortcut. */
  readonly key: string
}

export const PRESETS: Readonly<Record<Preset, PresetDefinition>> = {
  today: { label: 'Today', key: 'd' },
  yesterday: { label: 'Yesterday', key: 'e' },
  rolling: { label: '7 days up to now', key: 'r' },
  '7d': { label: 'Last 7 days', key: 'w' },
  '28d': { label: 'Last 28 days', key: 'f' },
  '91d': { label: 'Last 91 days', key: 'n' },
  month: { label: 'Month to date', key: 'm' },
  'last-month': { label: 'Last month', key: 'p' },
  year: { label: 'Year to date', key: 'y' },
  '12mo': { label: 'Last 12 months', key: 'l' },
}

export function rangeDays(range: TimeRange, today: Day): Days {
  if (range.kind === 'days') return { from: range.from, to: range.to }
  const { from, to } = presetDays(range.preset, today)
  return { from: from as Day, to: to as Day }
}

/** Both ends included. */
export function countDays({ from, to }: Days): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
}

/** As many days just before. */
export function daysBefore(days: Days): Days {
  return { from: addDays(days.from, -countDays(days)), to: addDays(days.from, -1) }
}

/** `Last 28 days`, or the days themselves. */
export function rangeName(range: TimeRange): string {
  return range.kind === 'preset' ? PRESETS[range.preset].label : longRangeLabel(range.from, range.to)
}

/** What is chosen in the calendar so far. */
export interface DraftRange {
  from: Day | null
  to: Day | null
}

/** A day starts a new range, or completes the one begun, in either order. */
export function pickDay({ from, to }: DraftRange, day: Day): DraftRange {
  if (from === null || to !== null) return { from: day, to: null }
  return day < from ? { from: day, to: from } : { from, to: day }
}

/** The time a query is about. */
export interface Period {
  /** The cache key: same key, same period. */
  key: string
  /** Its figures still grow. */
  endsNow: boolean
  /** Whether sessions of self-declared bots count. */
  bots: 'exclude' | 'include'
  /** IANA name of the zone in which days begin. */
  timeZone: string
  days: Days
  /** `2026-11-01-2026-11-28`, both included; by its name if it is not made of whole days. */
  nameInFile: string
  bounds: (now: Date) => Bounds
}

/** ISO instants, `from <= t < to`. */
export interface Bounds {
  from: string
  to: string
}

/** @param today in the publication's zone. */
export function periodOf(range: TimeRange, today: Day, bots: Period['bots'] = 'exclude'): Period {
  const { timeZone } = publication
  const days = rangeDays(range, today)
  const isRolling = range.kind === 'preset' && range.preset === 'rolling'
  const from = startOfDay(days.from, timeZone).toISOString()
  const to = startOfDay(addDays(days.to, 1), timeZone).toISOString()
  return {
    key: `${isRolling ? 'rolling' : `${days.from}..${days.to}`} ${bots}`,
    endsNow: days.to >= today,
    bots,
    timeZone,
    days,
    nameInFile: isRolling ? `7-days-up-to-now-${days.to}` : `${days.from}-${days.to}`,
    bounds: isRolling ? lastSevenDays : () => ({ from, to }),
  }
}

/** To the end of the running minute, so that a clock slightly ahead loses nothing. */
function lastSevenDays(now: Date): Bounds {
  const to = Math.ceil((now.getTime() + 1) / MINUTE_MS) * MINUTE_MS
  return { from: new Date(to - 7 * DAY_MS).toISOString(), to: new Date(to).toISOString() }
}

/** The query parameters that every report takes. */
export function periodParams({ bounds, timeZone, bots }: Period, now: Date): URLSearchParams {
  const params = new URLSearchParams({ ...bounds(now), tz: timeZone })
  if (bots === 'include') params.set('bots', bots)
  return params
}

/** `half-measure-articles-2026-11-01-2026-11-28` */
export function fileName(what: string, { nameInFile }: Pick<Period, 'nameInFile'>): string {
  return `half-measure-${what}-${nameInFile}`
}
