import { SeededRandom } from '../collector/seed/seeded-random.ts'

/** The date and the time zone that a run of tests pretends. */
export interface Moment {
  readonly name: string
  /** ISO 8601, UTC. */
  readonly instant: string
  /** The time zone of its processes, as `TZ` names it. */
  readonly zone: string
}

const ZONES = [
  'UTC',
  'Europe/London',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kolkata',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
] as const

/** Dates that often break software, in `year`; the leap day is that of the next leap year. */
export function chosenMoments(year: number): Moment[] {
  const leapYear = year + ((4 - (year % 4)) % 4)
  const lastSunday = (month: number) => weekday(new Date(Date.UTC(year, month, 0)), 7, -1)
  const firstMonday = (month: number) => weekday(new Date(Date.UTC(year, month - 1, 1)), 1, 1)
  return [
    // Far from fixed dates, in a zone that is far from UTC: of the tests whose clock stands still too.
    { name: 'last minute of a year', instant: `${year}-12-31T23:59:30Z`, zone: 'Pacific/Chatham' },
    { name: 'last minutes of a leap day', instant: `${leapYear}-02-29T23:57:00Z`, zone: 'Europe/London' },
    { name: 'last evening of 31 days', instant: `${year}-01-31T23:40:00Z`, zone: 'America/New_York' },
    { name: 'last minutes of 30 days', instant: `${year}-11-30T23:58:30Z`, zone: 'Europe/London' },
    {
      name: '00:30 in London, UTC a month behind',
      instant: `${year}-06-30T23:30:00Z`,
      zone: 'Europe/London',
    },
    { name: 'clocks go forward', instant: `${lastSunday(3)}T00:59:00Z`, zone: 'Europe/London' },
    { name: 'clocks go back', instant: `${lastSunday(10)}T00:59:00Z`, zone: 'Europe/London' },
    { name: 'first minutes of March', instant: `${year}-03-01T00:05:00Z`, zone: 'America/New_York' },
    { name: 'late in a month', instant: `${year}-11-22T12:00:00Z`, zone: 'Asia/Kolkata' },
    { name: 'Monday, 06:59 in London', instant: `${firstMonday(6)}T05:59:30Z`, zone: 'UTC' },
    { name: 'Monday, 07:00 in London', instant: `${firstMonday(12)}T07:00:00Z`, zone: 'UTC' },
  ]
}

/** `count` moments within four years from the start of `year`, the same for the same seed. */
export function randomMoments(year: number, seed: number, count: number): Moment[] {
  const random = new SeededRandom(seed)
  return Array.from({ length: count }, (_, n) => {
    const at = Math.floor(random.between(Date.UTC(year), Date.UTC(year + 4)) / 1_000) * 1_000
    const instant = new Date(at).toISOString().replace('.000Z', 'Z')
    return { name: `random ${n + 1} of seed ${seed}`, instant, zone: random.pick(ZONES) }
  })
}

/** The nearest such day, `from` included. @param weekday 1 is Monday. */
function weekday(from: Date, weekday: number, step: 1 | -1): string {
  const day = new Date(from)
  while ((day.getUTCDay() || 7) !== weekday) day.setUTCDate(day.getUTCDate() + step)
  return day.toISOString().slice(0, 10)
}
