import type { ClosedDay } from '../../closed-days/days-that-hold.ts'

const HOUR_MS = 3_600_000
const DAY_S = 86_400

/** Whole hours that closed days can answer for. */
export interface ClosedStretch {
  /** Milliseconds since 1970. */
  readonly from: number
  readonly to: number
  readonly versions: readonly number[]
}

/** Shorter ones save less than they cost: what lies around them is read besides. */
const SHORTEST_MS = 24 * HOUR_MS

/**
 * The longest stretch of the range that closed days can answer for. Visits go on over midnight, and belong to the day on
 * which they began: so the day before the stretch has to be closed as well.
 *
 * @param days in order.
 * @param range milliseconds since 1970.
 */
export function closedStretch(
  days: readonly ClosedDay[],
  range: { readonly from: number; readonly to: number },
): ClosedStretch | undefined {
  let longest: ClosedStretch | undefined
  for (const run of runsOf(days)) {
    const [first, last] = [run[0], run.at(-1)]
    if (!first || !last) continue
    const from = Math.max(Math.ceil(range.from / HOUR_MS) * HOUR_MS, (first.day + DAY_S) * 1_000)
    const to = Math.min(Math.floor(range.to / HOUR_MS) * HOUR_MS, (last.day + DAY_S) * 1_000)
    if (to - from < SHORTEST_MS || (longest && longest.to - longest.from >= to - from)) continue
    const [firstDay, lastDay] = [from / 1_000 - 2 * DAY_S, to / 1_000]
    const versions = run.filter(({ day }) => day > firstDay && day < lastDay).map(({ version }) => version)
    longest = { from, to, versions }
  }
  return longest
}

/** The same of a range as questions have it. */
export function closedStretchOf(
  days: readonly ClosedDay[],
  { from, to }: { readonly from: string; readonly to: string },
): ClosedStretch | undefined {
  return closedStretch(days, { from: Date.parse(from), to: Date.parse(to) })
}

/** Days without a gap. */
function runsOf(days: readonly ClosedDay[]): ClosedDay[][] {
  const runs: ClosedDay[][] = []
  for (const day of days) {
    const run = runs.at(-1)
    if (run && run.at(-1)?.day === day.day - DAY_S) run.push(day)
    else runs.push([day])
  }
  return runs
}
