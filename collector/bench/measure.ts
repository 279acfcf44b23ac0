import { setTimeout as sleep } from 'node:timers/promises'
import { Delivery } from '@half-measure/shared/stats/delivery.ts'
import { z } from 'zod'
import { type Load, type LoadResult, sendLoad } from './load.ts'
import { usageOf } from './process-usage.ts'
import type { Collector, Program } from './programs.ts'

/** One stretch of load on one program. Rates are per second. */
export interface Phase extends LoadResult {
  readonly events_per_beacon: number
  readonly connections: number
  readonly requests_per_second: number
  /** Events of answered beacons. */
  readonly acknowledged_per_second: number
}

/** The same on the collector, up to the moment at which all of it was in the tables. */
export interface CollectorPhase extends Phase {
  readonly stored_per_second: number
  /** From the end of the load. */
  readonly seconds_until_stored: number
  /** Of all threads of the collector, the embedded database included; null where the system does not tell. */
  readonly cpu_seconds: number | null
  readonly rss_start_mb: number | null
  readonly rss_peak_mb: number | null
  readonly rss_end_mb: number | null
}

export async function measure({ port }: Program, load: Omit<Load, 'port'>): Promise<Phase> {
  const result = await sendLoad({ port, ...load })
  return {
    ...result,
    events_per_beacon: load.eventsPerBeacon,
    connections: load.connections,
    requests_per_second: result.requests / result.seconds,
    acknowledged_per_second: (result.requests * load.eventsPerBeacon) / result.seconds,
  }
}

export async function measureCollector(
  collector: Collector,
  load: Omit<Load, 'port'>,
): Promise<CollectorPhase> {
  await untilStored(collector)
  const storedBefore = (await delivery(collector)).stored
  const before = await usageOf(collector.pid)
  const started = performance.now()
  const memory = watchMemory(collector.pid)
  const phase = await measure(collector, load)
  const loaded = performance.now()
  await untilStored(collector)
  const stored = performance.now()
  const after = await usageOf(collector.pid)
  const rows = (await delivery(collector)).stored - storedBefore
  return {
    ...phase,
    stored_per_second: rows / ((stored - started) / 1000),
    seconds_until_stored: (stored - loaded) / 1000,
    cpu_seconds: before && after ? after.cpuSeconds - before.cpuSeconds : null,
    rss_start_mb: megabytes(before?.rssBytes),
    rss_peak_mb: megabytes(memory.stop()),
    rss_end_mb: megabytes(after?.rssBytes),
  }
}

export async function delivery(collector: Collector): Promise<Delivery> {
  return Delivery.parse(await collector.ask('delivery'))
}

const Health = z.object({ spool: z.object({ pending_rows: z.int() }) })

/** Nothing may take longer than this to reach the tables, or the run ends. */
const DEADLINE_MS = 25_000

async function untilStored({ port }: Collector): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`)
    const { pending_rows } = Health.parse(await answer.json()).spool
    if (pending_rows === 0) return
    if (Date.now() > deadline) throw new Error(`${pending_rows} rows are not in the tables after 25 s`)
    await sleep(50)
  }
}

/** Looks at a process's memory twice a second. `stop` gives the most it was, in bytes. */
function watchMemory(pid: number): { stop(): number | undefined } {
  let peak: number | undefined
  const timer = setInterval(() => {
    void usageOf(pid).then((usage) => {
      if (usage) peak = Math.max(peak ?? 0, usage.rssBytes)
    })
  }, 500)
  return {
    stop() {
      clearInterval(timer)
      return peak
    },
  }
}

function megabytes(bytes: number | undefined): number | null {
  return bytes === undefined ? null : Math.round(bytes / 1e6)
}
