import { DAY_MS } from '@half-measure/shared/durations.ts'

const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))
const THREE_DIGITS = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'))

/** The last day formatted; neighbouring rows usually share it. */
let lastDay = Number.NaN
let lastDayText = ''

/**
 * `2026-11-20 10:00:00.000`, UTC, which a DateTime64 column parses without a format. Each row has two; lookup tables
 * take a tenth of the time of `toISOString`.
 *
 * @param ms milliseconds since 1970, in the years 0 to 9999.
 */
export function dateTime64(ms: number): string {
  const day = Math.floor(ms / DAY_MS)
  if (day !== lastDay) {
    lastDay = day
    lastDayText = new Date(ms).toISOString().slice(0, 10)
  }
  const rest = Math.floor(ms - day * DAY_MS)
  const hours = TWO_DIGITS[Math.floor(rest / 3_600_000)]
  const minutes = TWO_DIGITS[Math.floor(rest / 60_000) % 60]
  const seconds = TWO_DIGITS[Math.floor(rest / 1_000) % 60]
  return `${lastDayText} ${hours}:${minutes}:${seconds}.${THREE_DIGITS[rest % 1_000]}`
}
