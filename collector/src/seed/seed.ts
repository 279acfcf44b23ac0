import { setTimeout as sleep } from 'node:timers/promises'
import { monthOf, oldestKeptMonth } from '../reconciliation/months.ts'
import type { Context } from '../context.ts'
import type { Ingest } from '../ingest/accept-beacon.ts'
import { openCountries } from '../ingest/country.ts'
import { pipeline } from '../ingest/pipeline.ts'
import { RecentAssignments } from '../ingest/recent-assignments.ts'
import { SeenIds } from '../ingest/seen-ids.ts'
import { IdWindow } from '../spool/id-window.ts'
import type { Spool } from '../spool/spool.ts'
import { progressLine } from './progress-line.ts'
import { firstEventIds, traffic } from './traffic.ts'
import { writeDirect } from './write-direct.ts'
import { writeThroughPath } from './write-through-path.ts'
import { Written } from './written.ts'

const DAY_MS = 24 * 3_600_000

export interface SeedOptions {
  readonly seed: number
  readonly days: number
  /** Visits. */
  readonly sessions: number
  /** Straight into the tables instead of through steps, spool and loader. */
  readonly direct: boolean
  /** End of the seeded time, milliseconds since 1970. */
  readonly until: number
}

export interface SeedResult {
  /** `stopped`: it was asked to end early. */
  readonly outcome: 'written' | 'stopped'
  readonly from: string
  readonly until: string
  readonly visits: number
  readonly events: number
  readonly events_by_type: Readonly<Record<string, number>>
  readonly seconds: number
}

export class SeedRefusedError extends Error {
  override name = 'SeedRefusedError'
  readonly code = 'seed_refused'
}

/** Of these visits the database is asked whether it has the first event: erasing one session must not hide a seed. */
const ASKED_VISITS = 100

let running = false

/**
 * Writes made-up traffic.
 *
 * @param progress told about once a second.
 * @throws {SeedRefusedError} if this seed was written before, or its days lie further back than events are kept.
 */
export async function seed(
  { config, events, statistics }: Pick<Context, 'config' | 'events' | 'statistics'>,
  options: SeedOptions,
  progress: (line: string) => void,
  stop: AbortSignal,
): Promise<SeedResult> {
  if (running)
    throw new SeedRefusedError('Made-up traffic is being written at this moment. Let it end first.')
  running = true
  const from = options.until - options.days * DAY_MS
  const started = Date.now()
  const written = new Written()
  const timer = setInterval(
    () => progress(progressLine(written, options.sessions, Date.now() - started)),
    1_000,
  )
  try {
    refuseBeyondRetention(from, config.events.retentionMonths)
    await settled(events.spool, stop)
    await refuseTwice(events.account, options.seed)
    const ingest = seedingIngest(events, new URL(config.origins.site).host)
    const visits = traffic({ ...options, siteOrigin: config.origins.site })
    if (options.direct) await writeDirect(events.account, ingest, visits, written, stop)
    else await writeThroughPath(ingest, visits, written, stop)
    await settled(events.spool, stop)
  } finally {
    clearInterval(timer)
    // Events of long ago have come, of ranges that are closed otherwise.
    statistics.forget()
    running = false
  }
  progress(progressLine(written, options.sessions, Date.now() - started))
  return {
    outcome: stop.aborted ? 'stopped' : 'written',
    from: new Date(from).toISOString(),
    until: new Date(options.until).toISOString(),
    visits: written.visits,
    events: written.total,
    events_by_type: written.byType,
    seconds: Math.round((Date.now() - started) / 100) / 10,
  }
}

/**
 * The ingest of real events with a memory of its own: seeded days lie in the past, and the real memory would throw
 * the present away to make room for them.
 */
function seedingIngest(
  { spool, ingest }: Pick<Context['events'], 'spool' | 'ingest'>,
  siteHost: string,
): Ingest {
  const seen = new SeenIds(new IdWindow(Infinity, () => {}))
  return {
    spool,
    seen,
    collectorId: ingest.collectorId,
    steps: pipeline({ countryOf: openCountries(), seen, siteHost, isErased: () => false }),
    recentAssignments: new RecentAssignments(),
    assignedTests: async () => [],
  }
}

/** Waits until the database has all that is in the spool now. */
async function settled(spool: Spool, stop: AbortSignal): Promise<void> {
  const place = await spool.rotate()
  while (!spool.isSettled(place) && !stop.aborted) await sleep(50)
}

async function refuseTwice(account: Context['events']['account'], seed: number): Promise<void> {
  if ((await account.countStoredViews(firstEventIds(seed, ASKED_VISITS))) === 0) return
  throw new SeedRefusedError(
    `The traffic of seed ${seed}, or a part of it, is here already: its events would count twice. ` +
      'Choose another with --seed.',
  )
}

function refuseBeyondRetention(from: number, retentionMonths: number): void {
  if (monthOf(new Date(from)) >= oldestKeptMonth(new Date(), retentionMonths)) return
  throw new SeedRefusedError(
    `Events are kept for ${retentionMonths} months here; the first of these days lie further back. Choose fewer --days.`,
  )
}
