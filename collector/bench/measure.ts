import { setTimeout as sleep } from 'node:timers/promises'
import { Delivery } from '@half-measure/shared/stats/delivery.ts'
import { z } from 'zod'
import { type Load, type LoadResult, sendLoad } from './load.ts'
import { type Collector, type Program, type Usage, usageOf } from './programs.ts'

/** One stretch of load on one program. Rates are per second. */
export type Phase = ReturnType<typeof phaseOf>
export type CollectorPhase = Awaited<ReturnType<typeof measureCollector>>

type LoadOptions = Omit<Load, 'port'>

export async function measure({ port, pid }: Program, load: LoadOptions): Promise<Phase> {
  const before = await usageOf(pid)
  const result = await sendLoad({ port, ...load })
  return phaseOf(load, result, before, await usageOf(pid))
}

export async function measureCollector(collector: Collector, load: LoadOptions) {
  await untilStored(collector)
  const storedBefore = (await delivery(collector)).stored
  const before = await usageOf(collector.pid)
  const started = performance.now()
  const memory = watchMemory(collector.pid)
  const result = await sendLoad({ port: collector.port, ...load })
  const loaded = performance.now()
  await untilStored(collector)
  const stored = performance.now()
  const after = await usageOf(collector.pid)
  const rows = (await delivery(collector)).stored - storedBefore
  return {
    ...phaseOf(load, result, before, after),
    stored_per_second: rows / ((stored - started) / 1000),
    /** From the end of the load. */
    seconds_until_stored: (stored - loaded) / 1000,
    // The embedded engine included.
    rss_start_mb: megabytes(before?.rssBytes),
    rss_peak_mb: megabytes(memory.stop()),
    rss_end_mb: megabytes(after?.rssBytes),
  }
}

function phaseOf(
  { eventsPerBeacon, connections }: LoadOptions,
  result: LoadResult,
  before: Usage | undefined,
  after: Usage | undefined,
) {
  const events = result.requests * eventsPerBeacon
  return {
    ...result,
    events_per_beacon: eventsPerBeacon,
    connections,
    requests_per_second: result.requests / result.seconds,
    /** Events of acknowledged beacons. */
    acknowledged_per_second: events / result.seconds,
    /**
     * Processor time of the program and its child processes for each event; for a collector, until the event is in the
     * tables. Null if the system does not report it.
     */
    cpu_us_per_event: before && after ? ((after.cpuSeconds - before.cpuSeconds) / events) * 1e6 : null,
  }
}

export async function delivery(collector: Collector): Promise<Delivery> {
  return Delivery.parse(await collector.call('delivery'))
}

const Health = z.object({ spool: z.object({ pending_rows: z.int() }) })

/** Everything has to reach the tables within this time, or the run ends. */
const DEADLINE_MS = 25_000

async function untilStored({ port }: Collector): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/api/health`)
    const { pending_rows } = Health.parse(await response.json()).spool
    if (pending_rows === 0) return
    if (Date.now() > deadline) throw new Error(`${pending_rows} rows are not in the tables after 25 s`)
    await sleep(50)
  }
}

/** Samples memory twice a second. `stop` gives the maximum, bytes. */
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
