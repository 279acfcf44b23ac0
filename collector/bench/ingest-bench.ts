import { Audit } from '@half-measure/shared/stats/audit.ts'
import { type CollectorPhase, delivery, measure, measureCollector, type Phase } from './measure.ts'
import { type Collector, type Program, startBareServer, startCollector } from './programs.ts'

export interface IngestFigures {
  readonly single: { readonly bare: Phase; readonly collector: CollectorPhase; readonly ratio: number }
  readonly fifty: { readonly bare: Phase; readonly collector: CollectorPhase; readonly ratio: number }
  /** Beacons of one event at half the rate of `single`; `bare` gets as many, and shows what the machine adds. */
  readonly half_load: { readonly bare: Phase; readonly collector: CollectorPhase }
  readonly account: AccountCheck
}

export interface AccountCheck {
  readonly ok: boolean
  readonly acknowledged: number
  readonly accepted: number
  readonly stored: number
  /** What does not add up, in words. */
  readonly problems: readonly string[]
}

// Readers are many: beacons that arrive together share a sync of the disk.
const SINGLE = { eventsPerBeacon: 1, connections: 256, seconds: 4 }
const FIFTY = { eventsPerBeacon: 50, connections: 24, seconds: 8 }
const HALF = { eventsPerBeacon: 1, connections: 256, seconds: 6 }
const WARM_UP_SECONDS = 2

/** About a minute and a half at most. */
export async function benchIngest(say: (line: string) => void): Promise<IngestFigures> {
  say('Starting a bare server and a collector on a new data directory …')
  const bare = await startBareServer()
  const collector = await startCollector().catch(async (error: unknown) => {
    await bare.stop()
    throw error
  })
  try {
    return await run(bare, collector, say)
  } finally {
    await Promise.all([bare.stop(), collector.stop()])
  }
}

async function run(bare: Program, collector: Collector, say: (line: string) => void): Promise<IngestFigures> {
  const phases: Phase[] = []
  const measureBoth = async (load: typeof SINGLE & { pauseMs?: number }) => {
    const onBare = await measure(bare, { ...load, seconds: Math.min(load.seconds, 4) })
    const onCollector = await measureCollector(collector, load)
    phases.push(onCollector)
    return { bare: onBare, collector: onCollector }
  }

  for (const load of [SINGLE, FIFTY]) await measure(bare, { ...load, seconds: WARM_UP_SECONDS })
  for (const load of [SINGLE, FIFTY]) {
    phases.push(await measureCollector(collector, { ...load, seconds: WARM_UP_SECONDS }))
  }

  say('Beacons of one event …')
  // Twice, one program after the other: what else the machine does falls on both.
  const rounds = [await measureBoth(SINGLE), await measureBoth(SINGLE)]
  const [single, other] = rounds.sort((one, two) => ratioOf(two) - ratioOf(one))
  if (!single || !other) throw new Error('there are two rounds')
  const ratio = (ratioOf(single) + ratioOf(other)) / 2

  say('Beacons of 50 events …')
  const fifty = await measureBoth(FIFTY)

  say('Half the load …')
  const perSecond = other.collector.requests_per_second / 2
  const pauseMs = (HALF.connections / perSecond) * 1000
  const half_load = await measureBoth({ ...HALF, pauseMs })

  say('Checking the account …')
  return {
    single: { ...single, ratio },
    fifty: { ...fifty, ratio: ratioOf(fifty) },
    half_load,
    account: await checkAccount(collector, phases),
  }
}

function ratioOf({ bare, collector }: { bare: Phase; collector: Phase }): number {
  return collector.requests_per_second / bare.requests_per_second
}

/**
 * What was acknowledged has been accepted, each event once, and is stored. The generator hangs up at the end of a
 * phase: for each connection one beacon may be accepted whose answer it did not wait for.
 */
async function checkAccount(collector: Collector, phases: readonly Phase[]): Promise<AccountCheck> {
  const { ok, findings } = Audit.parse(await collector.ask('audit'))
  const { received, accepted, stored, duplicates, rejected, pending, dead_letters } =
    await delivery(collector)
  const acknowledged = sum(phases, ({ requests, events_per_beacon }) => requests * events_per_beacon)
  const unheard = sum(phases, ({ connections, events_per_beacon }) => connections * events_per_beacon)
  const problems = [
    ...findings.filter(({ left, right }) => left !== right).map(({ name }) => name),
    ...(ok ? [] : ['the audit is not ok']),
    ...(accepted < acknowledged ? [`${acknowledged - accepted} acknowledged events were not accepted`] : []),
    ...(accepted > acknowledged + unheard
      ? [`${accepted - acknowledged} events more than acknowledged`]
      : []),
    ...(received !== accepted || duplicates > 0 || Object.keys(rejected).length > 0
      ? ['events were refused or called duplicates']
      : []),
    ...(stored !== accepted || pending > 0 || dead_letters > 0 ? ['accepted events are not stored'] : []),
    ...(sum(phases, ({ refused, broken }) => refused + broken) > 0
      ? ['requests were refused or broken']
      : []),
  ]
  return { ok: problems.length === 0, acknowledged, accepted, stored, problems }
}

function sum(phases: readonly Phase[], of: (phase: Phase) => number): number {
  return phases.reduce((total, phase) => total + of(phase), 0)
}
