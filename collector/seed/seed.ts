import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import type { Context } from '../src/stack/context.ts'
import { runQueryForNumber } from '../src/warehouse/clickhouse/query.ts'
import type { Shard } from '../src/warehouse/shard.ts'
import type { Ingest } from '../src/ingest/accept-beacon.ts'
import type { CountryOf } from '../src/ingest/country.ts'
import { pipeline } from '../src/ingest/pipeline.ts'
import { RecentAssignments } from '../src/ingest/assignments.ts'
import { SeenIds } from '../src/ingest/seen-ids.ts'
import { importerOf } from '../src/reconciliation/delivery-report.ts'
import { monthOf, oldestRetainedMonth } from '../src/reconciliation/retention.ts'
import { insertCoverageCounts } from '../src/consent-coverage/coverage-counts.ts'
import { IdWindow } from '../src/spool/id-window.ts'

import { SeededCoverageCounts } from './coverage-counts.ts'
import { SeededAudience } from './audience.ts'
import { firstEventIds, traffic, type TrafficOptions } from './traffic.ts'
import { bulkLoad, writeThroughPath, Written } from './write.ts'

export interface SeedOptions extends Omit<TrafficOptions, 'siteOrigin'> {
  /** Bulk load into the tables, without spool and loader. */
  readonly direct: boolean
}

export interface SeedResult {
  readonly outcome: 'written' | 'stopped'
  readonly from: string
  readonly until: string
  readonly sessions: number
  readonly events: number
  readonly events_by_type: Readonly<Record<string, number>>
  /** Subscribers, messages and newsletter issues; absent if it was stopped. */
  readonly audience?: Awaited<ReturnType<SeededAudience['write']>>
  readonly seconds: number
}

export class SeedRefusedError extends Error {
  override name = 'SeedRefusedError'
  readonly code = 'seed_refused'
}

/** Sessions to look up: erasing one of them must not hide that the seed was written. */
const LOOKED_UP_SESSIONS = 100

let running = false

/**
 * Writes synthetic traffic, and the page loads, banners, subscribers, messages and newsletter issues that belong to it.
 *
 * @param progress gets a line about once a second while events are written.
 * @throws {SeedRefusedError} if this seed was written before, if its days lie beyond retention, or if the site is not
 * built.
 */
export async function seed(
  {
    config,
    countryOf,
    clickhouse,
    events,
    services: { ready },
    postgres,
    statistics,
  }: Pick<Context, 'config' | 'countryOf' | 'clickhouse' | 'events' | 'services' | 'postgres' | 'statistics'>,
  options: SeedOptions,
  progress: (line: string) => void,
  stop: AbortSignal,
): Promise<SeedResult> {
  if (running) throw new SeedRefusedError('Another seed is running. Wait until it ends.')
  running = true
  const from = options.until - options.days * DAY_MS
  const started = Date.now()
  const written = new Written()
  const audience = new SeededAudience()
  const coverage = new SeededCoverageCounts(countryOf)
  let reported: number | undefined
  const report = () => {
    if (written.events !== reported) progress(progressLine(written, options.sessions, Date.now() - started))
    reported = written.events
  }
  const timer = setInterval(report, 1_000)
  try {
    refuseBeyondRetention(from, config.events.retentionMonths)
    if (options.articles.length === 0)
      throw new SeedRefusedError('There are no articles to read. Build the site first: npm run build')
    await untilLoaded(events.shards, stop)
    await refuseTwice(clickhouse.reader, options.seed)
    const { spool, reconciliation } = events
    const { collectorId } = reconciliation
    const acceptedBy = options.direct ? importerOf(collectorId) : collectorId
    const ingest = seedingIngest(
      events.ingest.groupCommitFor,
      acceptedBy,
      new URL(config.origins.site).host,
      countryOf,
    )
    const trafficOptions = { ...options, siteOrigin: config.origins.site }
    const sessions = coverage.observe(audience.observe(traffic(trafficOptions)))
    if (options.direct) await bulkLoad(reconciliation, ingest, sessions, written, stop)
    else await writeThroughPath(ingest, spool, events.sessions, sessions, written, stop)
    await untilLoaded(events.shards, stop)
    await ready
    if (!stop.aborted)
      await insertCoverageCounts(clickhouse.writer, coverage.rows(options.seed), randomUUID())
    const rows = stop.aborted ? undefined : await audience.write(postgres.db, trafficOptions)
    report()
    return {
      outcome: stop.aborted ? 'stopped' : 'written',
      from: new Date(from).toISOString(),
      until: new Date(options.until).toISOString(),
      sessions: written.sessions,
      events: written.events,
      events_by_type: written.byType,
      ...(rows && { audience: rows }),
      seconds: Math.round((Date.now() - started) / 100) / 10,
    }
  } finally {
    clearInterval(timer)
    // Results of past ranges stay cached for long.
    statistics.invalidate()
    running = false
  }
}

/**
 * The ingest of real events with an id window of its own: seeded days lie in the past, and the real window would drop
 * the present to make room for them.
 */
function seedingIngest(
  groupCommitFor: Ingest['groupCommitFor'],
  collectorId: string,
  siteHost: string,
  countryOf: CountryOf,
): Ingest {
  const seen = new SeenIds(new IdWindow(Infinity, () => {}))
  return {
    groupCommitFor,
    seen,
    collectorId,
    steps: pipeline({ countryOf, seen, siteHost, isErased: () => false }),
    recentAssignments: new RecentAssignments(),
    assignedTests: async () => [],
  }
}

/** Waits until the tables hold everything that is in the logs now. */
async function untilLoaded(shards: readonly Pick<Shard, 'spool'>[], stop: AbortSignal): Promise<void> {
  for (const { spool } of shards) {
    const place = await spool.rotate()
    while (!spool.isCommitted(place) && !stop.aborted) await sleep(50)
  }
}

async function refuseTwice(reader: ClickHouseClient, seed: number): Promise<void> {
  const rows = await runQueryForNumber(reader, {
    name: 'stored page views of a seed',
    sql: 'SELECT count() AS rows FROM analytics.page_views WHERE event_id IN {ids: Array(UUID)}',
    params: { ids: firstEventIds(seed, LOOKED_UP_SESSIONS) },
  })
  if (rows === 0) return
  throw new SeedRefusedError(
    `The traffic of seed ${seed}, or part of it, is stored already; its events would count twice. Choose another --seed.`,
  )
}

function refuseBeyondRetention(from: number, retentionMonths: number): void {
  if (monthOf(new Date(from)) >= oldestRetainedMonth(new Date(), retentionMonths)) return
  throw new SeedRefusedError(
    `Events are kept for ${retentionMonths} months; the first of these days are older. Choose fewer --days.`,
  )
}

function progressLine({ sessions, events }: Written, of: number, elapsedMs: number): string {
  const share = Math.min(sessions / of, 1)
  const bar = '█'.repeat(Math.round(share * 24)).padEnd(24, '░')
  const rate = Math.round(events / Math.max(elapsedMs / 1_000, 0.001))
  const [done, all, total, second] = [sessions, of, events, rate].map((figure) =>
    figure.toLocaleString('en-GB'),
  )
  return `${bar} ${done} of ${all} sessions, ${total} events, ${second} a second`
}
