export const NO_COUNTS = {
  exposures: 0,
  converters: 0,
  /** Sum of the sessions' values in pounds, each capped. */
  sum: 0,
  /** Sum of the squares of the same values. */
  squares: 0,
  /** Sessions that saw another variant later. */
  switchers: 0,
  /** Sessions with a capped value. */
  capped: 0,
}

/** Counts of a variant's sessions of one day, by the day of exposure. */
export type ArmCounts = Readonly<typeof NO_COUNTS>

/** A day of the magazine's zone, with one entry for each variant in the test's order. */
export interface DayCounts {
  /** `YYYY-MM-DD`. */
  readonly day: string
  readonly arms: readonly ArmCounts[]
}

export function addCounts(a: ArmCounts, b: ArmCounts): ArmCounts {
  return {
    exposures: a.exposures + b.exposures,
    converters: a.converters + b.converters,
    sum: a.sum + b.sum,
    squares: a.squares + b.squares,
    switchers: a.switchers + b.switchers,
    capped: a.capped + b.capped,
  }
}

/** A test at the end of a day: its cumulative counts, from the first day on. */
export interface CountsSoFar extends DayCounts {
  /** Days with sessions that the test ran from midnight on: all but the first. */
  readonly wholeDays: number
}

export function accumulate(days: readonly DayCounts[]): CountsSoFar[] {
  let before: readonly ArmCounts[] = []
  let daysWithSessions = 0
  return days.map(({ day, arms }) => {
    before = arms.map((counts, i) => addCounts(before[i] ?? NO_COUNTS, counts))
    if (total(arms).exposures > 0) daysWithSessions++
    return { day, arms: before, wholeDays: Math.max(0, daysWithSessions - 1) }
  })
}

export function total(arms: readonly ArmCounts[]): ArmCounts {
  return arms.reduce(addCounts, NO_COUNTS)
}
