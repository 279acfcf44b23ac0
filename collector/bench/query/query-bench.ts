import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_GOALS } from '@half-measure/shared/stats/goals.ts'
import { z } from 'zod'
import { migrateClickHouse } from '../../src/warehouse/clickhouse/migrate.ts'
import { openClickHouse } from '../../src/warehouse/clickhouse/open-clickhouse.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { openStatistics, type Statistics } from '../../src/analytics/statistics.ts'
import { SessionBuilder } from '../../src/warehouse/sessions/session-builder.ts'
import { usageOf } from '../programs.ts'
import { benchQueries } from './bench-queries.ts'
import { benchReports } from './bench-reports.ts'
import { makeEvents } from './make-events.ts'

/** Milliseconds. */
export type Times = Awaited<ReturnType<typeof timed>>
export type SizeFigures = Awaited<ReturnType<typeof measureQueries>>

const DAYS = 90
/** A fixed present: the same sessions are open, and the same numbers come out, whenever this runs. */
const END = Date.UTC(2026, 8, 30, 14, 20)
const ROUNDS = 7

/**
 * Measures every query of the overview and of the reports over a number of events, up to the present.
 *
 * @param keep directory to find or leave the events in; a temporary one otherwise.
 */
export async function measureQueries(events: number, say: (line: string) => void, keep?: string) {
  const directory = keep
    ? join(keep, `events-${events}`)
    : await mkdtemp(join(tmpdir(), 'half-measure-bench-'))
  const isMade = keep !== undefined && existsSync(directory)
  const clickhouse = await openClickHouse({ kind: 'embedded', path: directory })
  const log = createLogger('silent')
  await migrateClickHouse(clickhouse.shards[0], log)
  if (!isMade) {
    const began = Date.now()
    await makeEvents(clickhouse.writer, { events, days: DAYS, to: END }, () => {})
    say(`${events.toLocaleString('en-GB')} events made in ${Math.round((Date.now() - began) / 1_000)} s`)
  }
  const began = Date.now()
  const now = () => END
  await new SessionBuilder({ client: clickhouse.migrator, collectorId: 'bench', log, now }).finish()
  say(`sessions finished in ${Math.round((Date.now() - began) / 1_000)} s`)
  let version = 0
  const statistics = openStatistics(clickhouse, {
    log,
    now,
    asOf: now,
    tablesVersion: () => version,
    goals: () => Promise.resolve(DEFAULT_GOALS),
    articles: ARTICLES,
  })
  // Concurrent queries share results; no result is used again.
  const run: Timed = (work) =>
    timed(() => {
      version++
      return work()
    })
  try {
    return {
      events,
      stored_bytes: await storedBytes(statistics),
      queries: await queries(statistics, run),
      reports: await reports(statistics, run),
      overview: await overview(statistics, run),
      first: await first(statistics, run),
      scan: await scan(statistics, run),
    }
  } finally {
    await statistics.close()
    await clickhouse.close()
    if (keep === undefined) await rm(directory, { recursive: true, force: true })
  }
}

const ARTICLES = Array.from({ length: 40 }, (_, i) => ({
  path: `/articles/article-${i}`,
  title: `Article ${i}`,
  category: ['The Culture', 'The Science', 'The Guide'][i % 3] ?? '',
  author: `Author ${i % 5}`,
  published: '2026-08-01',
  read_minutes: 8,
}))

type Timed = (work: () => Promise<unknown>) => Promise<Times>

/** Runs once to warm up, then up to `ROUNDS` times: slow work needs fewer. */
async function timed(work: () => Promise<unknown>) {
  await work()
  const times: number[] = []
  const before = await usageOf(process.pid)
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
    if (times.reduce((sum, ms) => sum + ms, 0) > 1_000 && round >= 2) break
  }
  const after = await usageOf(process.pid)
  return {
    p50_ms: quantile(times, 0.5),
    p95_ms: quantile(times, 0.95),
    /** Processor time of the collector and the engine; null if the system does not report it. */
    cpu_ms: before && after ? round((1_000 * (after.cpuSeconds - before.cpuSeconds)) / times.length) : null,
  }
}

async function queries({ engine }: Statistics, run: Timed) {
  const { signal } = new AbortController()
  const figures = []
  for (const { panel, filter, days, query } of benchQueries(END)) {
    const times = await run(() => engine.run(query, signal))
    const { rows_read } = (await engine.run(query, signal)).provenance
    figures.push({ panel, filter, days, ...times, rows_read })
  }
  return figures
}

/** Of whole pages, each of which runs all its queries at once. */
async function reports(statistics: Statistics, run: Timed) {
  const figures = []
  for (const { page, days, read } of benchReports(statistics, END))
    figures.push({ page, days, ...(await run(read)) })
  return figures
}

/** All panels of 7 days, unfiltered, run at once. */
function overview({ engine }: Statistics, run: Timed): Promise<Times> {
  const panels = benchQueries(END).filter(({ filter, days }) => filter === 'none' && days === 7)
  const { signal } = new AbortController()
  return run(() => Promise.all(panels.map(({ query }) => engine.run(query, signal))))
}

/** The first query after new events, which has to build the open sessions. */
function first(statistics: Statistics, run: Timed): Promise<Times> {
  const panel = benchQueries(END).find(({ panel }) => panel === 'channels')
  if (!panel) throw new Error('there is no such panel')
  return run(() => {
    statistics.invalidate()
    return statistics.engine.run(panel.query, new AbortController().signal)
  })
}

/** A plain scan of the page views of 90 days: by page, views and exact sessions. */
function scan({ runQuery }: Statistics, run: Timed): Promise<Times> {
  return run(() =>
    runQuery({
      name: 'scan',
      sql: 'SELECT page_path, count() AS views, uniqExact(session_id) AS sessions FROM analytics.page_views WHERE is_bot = 0 GROUP BY page_path',
      row: z.looseObject({}),
    }),
  )
}

async function storedBytes(statistics: Statistics): Promise<number> {
  const { rows } = await statistics.runQuery({
    name: 'stored bytes',
    sql: "SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE database = 'analytics' AND active",
    row: z.object({ bytes: z.coerce.number() }),
  })
  return rows[0]?.bytes ?? 0
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const value = sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0
  return round(value)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
