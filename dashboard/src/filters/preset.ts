import { addDays, type Day } from './day.ts'

interface PresetFacts {
  readonly label: string
  /** The key that chooses it. */
  readonly key: string
  /** The first and the last day, both included, on the day that it is today. */
  readonly days: (today: Day) => { from: Day; to: Day }
}

/** Periods that move on with the calendar. */
export const PRESETS = {
  today: { label: 'Today', key: 'd', days: (today) => ({ from: today, to: today }) },
  yesterday: { label: 'Yesterday', key: 'e', days: (today) => wholeDay(addDays(today, -1)) },
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
} as const satisfies Record<string, PresetFacts>

export type Preset = keyof typeof PRESETS
export const presets = Object.keys(PRESETS) as Preset[]

/** Whole weeks, so that each weekday counts alike. */
export const defaultPreset: Preset = '28d'

export function isPreset(text: string): text is Preset {
  return Object.hasOwn(PRESETS, text)
}

function wholeDay(day: Day) {
  return { from: day, to: day }
}

/** So many days, today among them. */
function lastDays(count: number, today: Day) {
  return { from: addDays(today, 1 - count), to: today }
}

/** The first day of the month, or of another one so many months later. */
function firstOfMonth(day: Day, monthsLater = 0): Day {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + monthsLater, 1)).toISOString().slice(0, 10) as Day
}
