/** A part that is away from `from` for `hours`, both counted from the beginning of the simulation. */
export interface Outage {
  readonly part: 'shard' | 'replica' | 'collector'
  /** Which one, from 0; `all` of them. */
  readonly which: number | 'all'
  readonly from: number
  readonly hours: number
}

export interface Scenario {
  readonly name: string
  readonly eventsPerDay: number
  readonly collectors: number
  readonly shards: number
  readonly replicas: number
  /** Rows that a node stores a second. */
  readonly rowsPerSecond: number
  readonly bytesPerEvent: number
  /** `SPOOL_MAX_BYTES`, of each collector. */
  readonly spoolMaxBytes: number
  readonly outages: readonly Outage[]
}

export interface Outcome {
  readonly name: string
  /** The fullest log of all, bytes that wait. */
  readonly fullestSpoolBytes: number
  /** Between the end of the last outage and the moment from which no log holds more than a minute; undefined if never. */
  readonly catchUpMinutes: number | undefined
  /** Events that were refused with 503; browsers send most of them again later. */
  readonly refused: number
  /** Events in the simulation: accepted, stored, waiting at the end. They add up. */
  readonly accepted: number
  readonly stored: number
  readonly waiting: number
}

const STEP_S = 10
const DAY_S = 86_400

/** Readers in the course of a day, of an average of 1: few at night, most in the evening. */
export function rhythm(second: number): number {
  const hour = (second / 3_600) % 24
  // Two waves: the day, and the evening on top of it. Never below a sixth.
  const wave =
    1 - 0.75 * Math.cos(((hour - 3.5) / 24) * 2 * Math.PI) + 0.25 * Math.sin(((hour - 17) / 6) * Math.PI)
  return Math.max(wave, 1 / 6)
}

/**
 * Three days of collectors, logs and shards, in steps of ten seconds. As in the program, a collector inserts its
 * batches in order, each into one shard: while a shard is away, whatever is behind a batch of it waits too. A shard is
 * away when all of its replicas are. A collector that is away takes nothing; its readers go to the others.
 */
export function simulate(scenario: Scenario): Outcome {
  const { collectors, shards, replicas, rowsPerSecond, bytesPerEvent, spoolMaxBytes, outages } = scenario
  const waiting = Array.from({ length: collectors }, () => 0)
  let [accepted, stored, refused, fullest] = [0, 0, 0, 0]
  const lastOutage = Math.max(0, ...outages.map(({ from, hours }) => (from + hours) * 3_600))
  let caughtUpAt: number | undefined

  for (let now = 0; now < 3 * DAY_S; now += STEP_S) {
    const isAway = (part: Outage['part'], which: number) =>
      outages.some(
        (outage) =>
          outage.part === part &&
          (outage.which === 'all' || outage.which === which) &&
          now >= outage.from * 3_600 &&
          now < (outage.from + outage.hours) * 3_600,
      )
    const here = waiting.flatMap((_, i) => (isAway('collector', i) ? [] : [i]))
    const arriving = (scenario.eventsPerDay / DAY_S) * rhythm(now) * STEP_S
    if (here.length === 0) refused += arriving
    for (const i of here) {
      const share = arriving / here.length
      const room = Math.max(0, spoolMaxBytes / bytesPerEvent - (waiting[i] ?? 0))
      const taken = Math.min(share, room)
      waiting[i] = (waiting[i] ?? 0) + taken
      accepted += taken
      refused += share - taken
    }
    // Every batch of a collector is as likely to be for one shard as for another: one that is away stops them all.
    const allShards = Array.from({ length: shards }, (_, shard) => shard).every(
      (shard) =>
        !isAway('shard', shard) &&
        Array.from({ length: replicas }, (_, i) => i).some((i) => !isAway('replica', shard * replicas + i)),
    )
    if (allShards) {
      const capacity = (rowsPerSecond * shards * STEP_S) / Math.max(1, here.length)
      for (const i of here) {
        const inserted = Math.min(waiting[i] ?? 0, capacity)
        waiting[i] = (waiting[i] ?? 0) - inserted
        stored += inserted
      }
    }
    fullest = Math.max(fullest, ...waiting)
    const minute = (scenario.eventsPerDay / DAY_S / collectors) * 60 * rhythm(now)
    if (now < lastOutage || waiting.some((rows) => rows > minute)) caughtUpAt = undefined
    else caughtUpAt ??= now
  }
  return {
    name: scenario.name,
    fullestSpoolBytes: fullest * bytesPerEvent,
    catchUpMinutes: caughtUpAt === undefined ? undefined : (caughtUpAt - lastOutage) / 60,
    refused,
    accepted,
    stored,
    waiting: waiting.reduce((sum, rows) => sum + rows, 0),
  }
}
