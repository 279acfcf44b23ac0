import { DAY_MS } from '../durations.ts'

/** Days of the calendar, `2026-11-20`, both included. */
interface CalendarDays {
  readonly from: string
  readonly to: string
}

const DAYS = {
  today: (today) => ({ from: today, to: today }),
  yesterday: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  /** To the minute, and therefore on eight days of the calendar: the specification's default. */
  rolling: (today) => lastDays(8, today),
  '7d': (today) => lastDays(7, today),
  '28d': (today) => lastDays(28, today),
  '91d': (today) => lastDays(91, today),
  month: (today) => ({ from: firstOfMonth(today), to: today }),
  'last-month': (today) => ({ from: firstOfMonth(today, -1), to: addDays(firstOfMonth(today), -1) }),
  year: (today) => ({ from: `${today.slice(0, 4)}-01-01`, to: today }),
  '12mo': (today) => ({ from: firstOfMonth(today, -11), to: today }),
} as const satisfies Record<string, (today: string) => CalendarDays>

/** A period that moves with the clock. */
export type Preset = keyof typeof DAYS
export const presets = Object.keys(DAYS) as Preset[]

/** The period of Explore, and of a link, without another: whole weeks, so that each weekday counts alike. */
export const DEFAULT_PRESET: Preset = '28d'

export function isPreset(text: string): text is Preset {
  return Object.hasOwn(DAYS, text)
}

/** The days of a preset. @param today in the publication's zone. */
export function presetDays(preset: Preset, today: string): CalendarDays {
  return DAYS[preset](today)
}

/** So many days, today included. */
function lastDays(count: number, today: string): CalendarDays {
  return { from: addDays(today, 1 - count), to: today }
}

function firstOfMonth(day: string, monthsLater = 0): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return dayOf(Date.UTC(year, month - 1 + monthsLater, 1))
}

function addDays(day: string, count: number): string {
  return dayOf(Date.parse(day) + count * DAY_MS)
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 'yyyy-mm-dd'.length)
}
