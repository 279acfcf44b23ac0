import { z } from 'zod'
import { parseJson } from '../collector/src/platform/parse-json.ts'
import { MAX_WINDOW_IDS, WINDOW_DAYS } from '../collector/src/spool/id-window.ts'

/** Recorded in docs/decisions 14 and 24. */
export const MEASURED = {
  /** One collector on two cores, the engine beside it. */
  beaconsPerSecond: 24_478,
  /** One ClickHouse node on two cores. */
  rowsPerSecond: 87_079,
  /**
   * Microseconds of a core (decision 14): single events cost 51 each and events in beacons of 50 cost 17, everything
   * included. A row costs ClickHouse 5.5 in a large batch, and a batch as much as 6,000 rows before its first one.
   */
  microsPerBeacon: 35,
  microsPerEvent: 10.5,
  microsPerRow: 5.5,
  microsPerBatch: 33_000,
  /**
   * Microseconds of a core for a panel of the overview (`bench-queries.ts`), by the processor time of the engine: the
   * cost before its first row, per row, and of finishing the sessions of an event. Comparing reads twice.
   */
  microsPerQuery: 55_000,
  microsPerSessionRead: 0.053,
  rowsReadPerSession: 2.1,
  microsPerFinishedEvent: 3.8,
  eventsPerSession: 6.2,
  /** On ClickHouse's disk, everything derived from the event included. */
  storedBytesPerEvent: 38,
  /** In the log; mean of synthetic traffic of all five types. */
  loggedBytesPerEvent: 330,
  idsPerCollector: MAX_WINDOW_IDS,
  bytesPerId: 25,
}

export const ASSUMED = {
  eventsPerBeacon: 2.5,
  /** Inserts per second of a collector while events arrive, whatever the number of shards; they take turns. */
  batchesPerSecond: 2,
  /** The busiest minute over the average one. */
  peak: 4,
  /** Planned share of a machine's capacity. */
  utilisation: 0.5,
  retentionDays: 396,
  /** How long ClickHouse may be unavailable, at the average rate, before events are refused. */
  outageHours: 12,
  spoolRetentionHours: 24,
  /** Beyond it queries of one shard of 16 cores miss the dashboard's aims. */
  rowsPerShard: 20e9,
  /** Inbound, with its share of headers, TLS and the response. */
  wireBytesPerEvent: 900,
  /** From this load on, two of everything. */
  clusterFromEventsPerDay: 50e6,
  /** £ a month without tax: a core with 4 GB, 1 GB of disk, 1 GB of outbound traffic. */
  price: { core: 9, diskGb: 0.06, trafficGb: 0.01 },
}

const DAY_S = 86_400
const GB = 1e9

/** Pure arithmetic: a load in, machines out. */
export function plan(eventsPerDay: number, measured = MEASURED) {
  const average = eventsPerDay / DAY_S
  const peak = average * ASSUMED.peak
  const isCluster = eventsPerDay >= ASSUMED.clusterFromEventsPerDay

  const beacons = peak / ASSUMED.eventsPerBeacon
  const byRequests = atLeastOne(beacons / (measured.beaconsPerSecond * ASSUMED.utilisation))
  const byIds = atLeastOne((eventsPerDay * WINDOW_DAYS) / measured.idsPerCollector)
  const count = Math.max(byRequests, byIds, isCluster ? 3 : 1)
  const idsEach = Math.min((eventsPerDay * WINDOW_DAYS) / count, measured.idsPerCollector)
  const loggedDays = (ASSUMED.outageHours + ASSUMED.spoolRetentionHours) / 24
  const logGb = (eventsPerDay * loggedDays * measured.loggedBytesPerEvent) / count / GB

  const rows = eventsPerDay * ASSUMED.retentionDays
  const byInserts = atLeastOne(peak / (measured.rowsPerSecond * ASSUMED.utilisation))
  const byRows = atLeastOne(rows / ASSUMED.rowsPerShard)
  const shards = Math.max(byInserts, byRows, isCluster ? 2 : 1)
  const replicas = isCluster ? 2 : 1
  const rowsEach = rows / shards
  const coresEach = rowsEach < 1e9 ? 2 : rowsEach < 5e9 ? 8 : 16
  // Merges and a restore need room: planned to be two thirds full.
  const nodeGb = Math.max(10, (rowsEach * measured.storedBytesPerEvent * 1.5) / GB)
  const keepers = isCluster ? 3 : 0

  const collectorCores = (beacons * measured.microsPerBeacon + peak * measured.microsPerEvent) / 1e6
  const panel = (days: number) => {
    const read = ((eventsPerDay * days) / measured.eventsPerSession) * measured.rowsReadPerSession
    const scan = (read * measured.microsPerSessionRead) / (shards * coresEach)
    return (measured.microsPerQuery + scan) / 1e6
  }
  const batches = Math.min(peak, count * ASSUMED.batchesPerSecond)

  // One host runs the proxy and PostgreSQL beside the rest; in a cluster they have their own.
  const cores = count * 2 + shards * replicas * coresEach + keepers + (isCluster ? 4 : 0)
  const diskGb = count * logGb + shards * replicas * nodeGb + (isCluster ? 100 : 20)
  const outboundGb = (eventsPerDay * 30 * 150) / ASSUMED.eventsPerBeacon / GB
  const { price } = ASSUMED
  return {
    eventsPerDay,
    eventsPerSecond: { average, peak },
    collectors: {
      count,
      limitedBy: byIds > byRequests ? 'ids' : 'requests',
      memoryGb: Math.ceil(1 + (idsEach * measured.bytesPerId) / GB),
      logGb: Math.max(1, Math.ceil(logGb)),
    },
    clickhouse: {
      shards,
      replicas,
      coresEach,
      diskGb: Math.ceil(nodeGb),
      limitedBy: byRows > byInserts ? 'rows' : byInserts > 1 ? 'inserts' : 'nothing',
    },
    keepers,
    /** Cores that are busy at the peak, queries and replication apart. */
    busyCores: {
      collectors: collectorCores,
      inserts: (peak * measured.microsPerRow + batches * measured.microsPerBatch) / 1e6,
      finishing: (peak * measured.microsPerFinishedEvent) / 1e6,
    },
    /** A panel of the overview, with all cores to itself. */
    secondsPerPanel: { week: panel(7), quarter: panel(90) },
    /** How long the rows of a shard wait for its turn. */
    secondsPerBatch: shards / ASSUMED.batchesPerSecond,
    networkMbit: (peak * ASSUMED.wireBytesPerEvent * 8) / 1e6,
    cost: cores * price.core + diskGb * price.diskGb + outboundGb * price.trafficGb,
  }
}

function atLeastOne(value: number): number {
  return Math.max(1, Math.ceil(value))
}

/** An outage of a part from hour `from` of the simulation; `which` counts from 0. */
export interface Outage {
  readonly part: 'shard' | 'replica' | 'collector'
  readonly which: number | 'all'
  readonly from: number
  readonly hours: number
}

export interface Scenario {
  readonly eventsPerDay: number
  readonly collectors: number
  readonly shards: number
  readonly replicas: number
  /** Of each node. */
  readonly rowsPerSecond: number
  readonly bytesPerEvent: number
  /** `SPOOL_MAX_BYTES` of each collector. */
  readonly spoolMaxBytes: number
  readonly outages: readonly Outage[]
}

const STEP_S = 10

/** Traffic over a day, 1 on average: a quiet night, a busy evening. */
export function daily(second: number): number {
  const hour = (second / 3_600) % 24
  const day = 0.75 * Math.cos(((hour - 3.5) / 24) * 2 * Math.PI)
  const evening = 0.25 * Math.sin(((hour - 17) / 6) * Math.PI)
  return Math.max(1 - day + evening, 1 / 6)
}

/**
 * Three days of collectors, logs and shards, in steps of ten seconds. A collector has a log for each shard, each with
 * its share of the space: rows for an unavailable shard wait. A shard is unavailable when all its replicas are. The
 * traffic of an unavailable collector goes to the others. Accepted events are stored or waiting.
 */
export function simulate(scenario: Scenario) {
  const { eventsPerDay, collectors, shards, replicas, rowsPerSecond, bytesPerEvent, spoolMaxBytes } = scenario
  const isDown = (part: Outage['part'], index: number, now: number) =>
    scenario.outages.some(
      ({ part: which, which: at, from, hours }) =>
        which === part &&
        (at === 'all' || at === index) &&
        now >= from * 3_600 &&
        now < (from + hours) * 3_600,
    )
  const range = (length: number) => Array.from({ length }, (_, i) => i)
  const isStoring = (shard: number, now: number) =>
    !isDown('shard', shard, now) &&
    range(replicas).some((replica) => !isDown('replica', shard * replicas + replica, now))
  const outagesEnd = Math.max(0, ...scenario.outages.map(({ from, hours }) => (from + hours) * 3_600))
  /** Rows in the log of each collector for each shard. */
  const waiting = range(collectors * shards).map(() => 0)
  const ofCollector = (index: number) =>
    range(shards).reduce((sum, shard) => sum + (waiting[index * shards + shard] ?? 0), 0)
  const room = spoolMaxBytes / bytesPerEvent / shards
  let [accepted, stored, refused, fullest] = [0, 0, 0, 0]
  let caughtUpAt: number | undefined

  for (let now = 0; now < 3 * DAY_S; now += STEP_S) {
    const running = range(collectors).filter((index) => !isDown('collector', index, now))
    const arriving = (eventsPerDay / DAY_S) * daily(now) * STEP_S
    if (running.length === 0) refused += arriving
    for (const shard of range(shards)) {
      const storable = isStoring(shard, now) ? (rowsPerSecond * STEP_S) / running.length : 0
      for (const index of running) {
        const share = arriving / running.length / shards
        const log = index * shards + shard
        const before = waiting[log] ?? 0
        const taken = Math.min(share, Math.max(0, room - before))
        const inserted = Math.min(before + taken, storable)
        waiting[log] = before + taken - inserted
        accepted += taken
        refused += share - taken
        stored += inserted
      }
    }
    fullest = Math.max(fullest, ...range(collectors).map(ofCollector))
    const minute = (eventsPerDay / DAY_S / collectors / shards) * 60 * daily(now)
    if (now < outagesEnd || waiting.some((rows) => rows > minute)) caughtUpAt = undefined
    else caughtUpAt ??= now
  }
  return {
    fullestSpoolBytes: fullest * bytesPerEvent,
    /** From the end of the last outage until no log holds more than a minute; undefined if never. */
    catchUpMinutes: caughtUpAt === undefined ? undefined : (caughtUpAt - outagesEnd) / 60,
    /** With 503; browsers send most of them again later. */
    refused,
    accepted,
    stored,
    waiting: waiting.reduce((sum, rows) => sum + rows, 0),
  }
}

const positive = z.number().positive()

const Benchmark = z.discriminatedUnion('benchmark', [
  z.object({
    benchmark: z.literal('ingest'),
    single: z.object({ collector: z.object({ requests_per_second: positive }) }),
    fifty: z.object({ collector: z.object({ stored_per_second: positive }) }),
  }),
  z.object({
    benchmark: z.literal('query'),
    sizes: z.array(z.object({ events: positive, stored_bytes: positive })).min(1),
  }),
])

/** @param output of bench:ingest or bench:query, whose last line is JSON. @throws if it is neither, naming its file. */
export function withBenchmark(measured: typeof MEASURED, output: string, file: string): typeof MEASURED {
  const { data: run } = Benchmark.safeParse(parseJson(output.trim().split('\n').at(-1) ?? ''))
  if (!run) throw new Error(`${file} is not the output of bench:ingest or bench:query.`)
  if (run.benchmark === 'ingest')
    return {
      ...measured,
      beaconsPerSecond: run.single.collector.requests_per_second,
      rowsPerSecond: run.fifty.collector.stored_per_second,
    }
  const largest = run.sizes.reduce((most, size) => (size.events > most.events ? size : most))
  return { ...measured, storedBytesPerEvent: largest.stored_bytes / largest.events }
}
