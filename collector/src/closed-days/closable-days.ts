const DAY_S = 86_400

/** What is known of days; all moments in seconds since 1970, days by their start in UTC. */
export interface KnownDays {
  /** The first that has events; undefined without any. */
  readonly first: number | undefined
  /** Of closed ones, the moment before which everything that arrived is in their sums. */
  readonly completeUntil: ReadonlyMap<number, number>
  /** When the last event arrived that belongs to a day that was over. */
  readonly lateArrivals: ReadonlyMap<number, number>
}

/**
 * The days to add up, the latest first. A day may be closed when the one after it is over too, since visits go on over
 * midnight; and again when something arrived that its sums do not have.
 *
 * @param settled what arrived before this moment is in the tables.
 */
export function closableDays({ first, completeUntil, lateArrivals }: KnownDays, settled: number): number[] {
  if (first === undefined) return []
  const latest = settled - (settled % DAY_S) - 2 * DAY_S
  const days: number[] = []
  // The day before the first has no events; a visit on the first cannot have begun on it.
  for (let day = latest; day >= first - DAY_S; day -= DAY_S) {
    const until = completeUntil.get(day)
    const arrived = lateArrivals.get(day)
    const isStale = until === undefined || (arrived !== undefined && arrived >= until)
    if (isStale && (arrived === undefined || arrived < settled)) days.push(day)
  }
  return days
}
