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

/** Each day with the cumulative counts at its end. */
export function accumulate(days: readonly DayCounts[]): DayCounts[] {
  let before: readonly ArmCounts[] = []
  return days.map(({ day, arms }) => {
    before = arms.map((counts, i) => addCounts(before[i] ?? NO_COUNTS, counts))
    return { day, arms: before }
  })
}

export function total(arms: readonly ArmCounts[]): ArmCounts {
  return arms.reduce(addCounts, NO_COUNTS)
}
