/** Counts of a variant's sessions of one day, by the day of exposure. */
export interface ArmCounts {
  readonly exposures: number
  readonly converters: number
  /** Sum of the sessions' values in pounds, each capped. */
  readonly sum: number
  /** Sum of the squares of the same values. */
  readonly squares: number
  /** Sessions that saw another variant later. */
  readonly switchers: number
  /** Sessions with a capped value. */
  readonly capped: number
}

export const NO_COUNTS: ArmCounts = {
  exposures: 0,
  converters: 0,
  sum: 0,
  squares: 0,
  switchers: 0,
  capped: 0,
}

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
