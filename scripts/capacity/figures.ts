import { z } from 'zod'

/** What was measured, and what one has to assume. Everything that the model says follows from these. */
export interface Figures {
  /** Beacons that one collector on two cores takes a second, with the engine beside it. Measured. */
  readonly beaconsPerSecond: number
  /** Rows that one ClickHouse node on two cores stores a second. Measured. */
  readonly rowsPerSecond: number
  /** Bytes that an event takes on ClickHouse's disk, rollups, closed days and indices included. Measured. */
  readonly storedBytesPerEvent: number
  /** Bytes of a row in the log. Measured with made-up traffic of all five kinds. */
  readonly loggedBytesPerEvent: number
  /** Ids that a collector remembers at most, and what one takes. From the code, and measured. */
  readonly idsPerCollector: number
  readonly bytesPerId: number
}

/**
 * Recorded in docs/decisions/0014 (of its last runs the lower figures) and 0024, and while the model was written. A
 * benchmark's output replaces what it knows.
 */
export const RECORDED: Figures = {
  beaconsPerSecond: 24_478,
  rowsPerSecond: 87_079,
  storedBytesPerEvent: 66,
  loggedBytesPerEvent: 550,
  idsPerCollector: 30_000_000,
  bytesPerId: 34,
}

export interface Assumptions {
  /** A beacon holds so many events on average. */
  readonly eventsPerBeacon: number
  /** The busiest minute against the average one, of a magazine's day. */
  readonly peak: number
  /** Share of a machine's capacity that is planned for; the rest is for what nobody has thought of. */
  readonly utilisation: number
  readonly retentionDays: number
  /** How long ClickHouse may be away, at the average rate, before events are refused. */
  readonly outageHours: number
  /** How long the log keeps what is stored, for replay. */
  readonly spoolRetentionHours: number
  /** Rows that one shard answers questions about within the aims of the dashboard. */
  readonly rowsPerShard: number
  /** Bytes on the wire for an event on its way in, its share of headers, TLS and the answer included. */
  readonly wireBytesPerEvent: number
}

export const ASSUMPTIONS: Assumptions = {
  eventsPerBeacon: 2.5,
  peak: 4,
  utilisation: 0.5,
  retentionDays: 396,
  outageHours: 12,
  spoolRetentionHours: 24,
  rowsPerShard: 20e9,
  wireBytesPerEvent: 900,
}

/** What a month of something costs, in pounds, without tax: about what European clouds ask in 2026. */
export interface Prices {
  /** One virtual core with 4 GB of memory. */
  readonly core: number
  /** 1 GB on a fast disk. */
  readonly diskGb: number
  /** 1 GB of traffic out; in is free. */
  readonly trafficGb: number
}

export const PRICES: Prices = { core: 9, diskGb: 0.06, trafficGb: 0.01 }

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

/**
 * The figures with those of a run of `npm run bench:ingest` or `npm run bench:query`, whose last line is JSON.
 *
 * @throws if it is neither.
 */
export function withBenchmark(figures: Figures, output: string): Figures {
  const run = Benchmark.parse(JSON.parse(output.trim().split('\n').at(-1) ?? ''))
  if (run.benchmark === 'ingest')
    return {
      ...figures,
      beaconsPerSecond: run.single.collector.requests_per_second,
      rowsPerSecond: run.fifty.collector.stored_per_second,
    }
  const largest = run.sizes.reduce((most, size) => (size.events > most.events ? size : most))
  return { ...figures, storedBytesPerEvent: largest.stored_bytes / largest.events }
}
