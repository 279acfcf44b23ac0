import { publication } from '@half-measure/shared/publication.ts'
import { DAY_MS, MINUTE_MS } from '@half-measure/shared/durations.ts'
import { longRangeLabel } from '../format/time.ts'
import { addDays, type Day, dayAt, startOfDay } from './day.ts'

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
  readonly days: (today: Day) => Days
}

export const PRESETS = {
  today: { label: 'Today', key: 'd', days: (today) => ({ from: today, to: today }) },
  yesterday: {
    label: 'Yesterday',
    key: 'e',
    days: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  },
  /** To the minute, and therefore on eight days of the calendar: the specification's default. */
  rolling: { label: '7 days up to now', key: 'r', days: (today) => lastDays(8, today) },
  '7d': { label: 'Last 7 days', key: 'w', days: (today) => lastDays(7, today) },
  '28d': { label: 'Last 28 days', key: 'f', days: (today) => lastDays(28, today) },
  '91d': { label: 'Last 91 days', key: 'n', days: (today) => lastDays(91, today) },
  month: { label: 'Month to date', key: 'm', days: (today) => ({ from: firstOfMonth(today), to: today }) },
  'last-month': {
    label: 'Last month',
    key: 'p',
    days: (today) => ({ from: firstOfMonth(today, -1), to: addDays(firstOfMonth(today), -1) }),
  },
  year: {
    label: 'Year to date',
    key: 'y',
    days: (today) => ({ from: `${today.slice(0, 4)}-01-01` as Day, to: today }),
  },
  '12mo': {
    label: 'Last 12 months',
    key: 'l',
    days: (today) => ({ from: firstOfMonth(today, -11), to: today }),
  },
} as const satisfies Record<string, PresetDefinition>

export type Preset = keyof typeof PRESETS
export const presets = Object.keys(PRESETS) as Preset[]

export function isPreset(text: string): text is Preset {
  return Object.hasOwn(PRESETS, text)
}

export function rangeDays(range: TimeRange, today: Day): Days {
  return range.kind === 'preset' ? PRESETS[range.preset].days(today) : { from: range.from, to: range.to }
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

/** A compared range in the header of a file: `2026-11-01 to 2026-11-07`. */
export function daysInFile({ from, to }: Bounds, timeZone: string): string {
  return [Date.parse(from), Date.parse(to) - 1].map((ms) => dayAt(new Date(ms), timeZone)).join(' to ')
}

/** `half-measure-articles-2026-11-01-2026-11-28`: both days are included. */
export function fileName(what: string, { days: { from, to } }: Pick<Period, 'days'>): string {
  return `half-measure-${what}-${from}-${to}`
}

/** So many days, today included. */
function lastDays(count: number, today: Day): Days {
  return { from: addDays(today, 1 - count), to: today }
}

function firstOfMonth(day: Day, monthsLater = 0): Day {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + monthsLater, 1)).toISOString().slice(0, 10) as Day
}
