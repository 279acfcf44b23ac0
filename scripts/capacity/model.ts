import type { Assumptions, Figures, Prices } from './figures.ts'

const DAY_S = 86_400
const WINDOW_DAYS = 7
const GB = 1e9

/** What a load needs. */
export interface Plan {
  readonly eventsPerDay: number
  readonly eventsPerSecond: { readonly average: number; readonly peak: number }
  readonly collectors: {
    readonly count: number
    readonly cores: number
    readonly memoryGb: number
    /** What made it so many: requests, or the ids that are to be remembered for a week. */
    readonly because: 'requests' | 'ids'
    /** The log of each: what may wait, and what is kept for replay. */
    readonly diskGb: number
  }
  readonly clickhouse: {
    readonly shards: number
    readonly replicas: number
    readonly coresEach: number
    /** Of each node. */
    readonly diskGb: number
    readonly because: 'one is enough' | 'inserts' | 'rows'
  }
  readonly keepers: number
  /** At the peak, into the proxy. */
  readonly networkMbit: number
  /** Pounds a month, PostgreSQL and the proxy included. */
  readonly cost: number
}

/** From so many events a day on there are two of everything. */
const CLUSTER_FROM = 50e6

/** Pure arithmetic: figures, assumptions and a load in, machines out. */
export function plan(eventsPerDay: number, figures: Figures, assumptions: Assumptions, prices: Prices): Plan {
  const average = eventsPerDay / DAY_S
  const peak = average * assumptions.peak
  const isCluster = eventsPerDay >= CLUSTER_FROM

  const byRequests = atLeastOne(
    peak / assumptions.eventsPerBeacon / (figures.beaconsPerSecond * assumptions.utilisation),
  )
  const byIds = atLeastOne((eventsPerDay * WINDOW_DAYS) / figures.idsPerCollector)
  const collectors = Math.max(byRequests, byIds, isCluster ? 3 : 1)
  const idsEach = Math.min((eventsPerDay * WINDOW_DAYS) / collectors, figures.idsPerCollector)
  const logHours = assumptions.outageHours + assumptions.spoolRetentionHours
  const logGb = (eventsPerDay * (logHours / 24) * figures.loggedBytesPerEvent) / collectors / GB

  const rows = eventsPerDay * assumptions.retentionDays
  const byInserts = atLeastOne(peak / (figures.rowsPerSecond * assumptions.utilisation))
  const byRows = atLeastOne(rows / assumptions.rowsPerShard)
  const shards = Math.max(byInserts, byRows, isCluster ? 2 : 1)
  const replicas = isCluster ? 2 : 1
  const rowsEach = rows / shards
  const coresEach = rowsEach < 1e9 ? 2 : rowsEach < 5e9 ? 8 : 16
  // Merges and a restore need room: planned to be two thirds full.
  const nodeGb = Math.max(10, (rowsEach * figures.storedBytesPerEvent * 1.5) / GB)

  const keepers = isCluster ? 3 : 0
  const nodes = shards * replicas
  // One host carries the collector, the proxy and PostgreSQL beside ClickHouse; in a cluster they have their own.
  const cores = collectors * 2 + nodes * coresEach + keepers + (isCluster ? 4 : 0)
  const diskGb = collectors * logGb + nodes * nodeGb + (isCluster ? 100 : 20)
  const outGb = (eventsPerDay * 30 * 150) / assumptions.eventsPerBeacon / GB
  return {
    eventsPerDay,
    eventsPerSecond: { average, peak },
    collectors: {
      count: collectors,
      cores: 2,
      memoryGb: Math.ceil(1 + (idsEach * figures.bytesPerId) / GB),
      because: byIds > byRequests ? 'ids' : 'requests',
      diskGb: Math.max(1, Math.ceil(logGb)),
    },
    clickhouse: {
      shards,
      replicas,
      coresEach,
      diskGb: Math.ceil(nodeGb),
      because: byRows > byInserts ? 'rows' : byInserts > 1 ? 'inserts' : 'one is enough',
    },
    keepers,
    networkMbit: (peak * assumptions.wireBytesPerEvent * 8) / 1e6,
    cost: cores * prices.core + diskGb * prices.diskGb + outGb * prices.trafficGb,
  }
}

function atLeastOne(value: number): number {
  return Math.max(1, Math.ceil(value))
}
