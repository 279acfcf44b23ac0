import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_GOALS } from '@half-measure/shared/stats/goals.ts'
import { findExperiment } from '@half-measure/shared/domain/experiments.ts'
import { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { z } from 'zod'
import { migrateClickHouse } from '../../src/warehouse/clickhouse/migrate.ts'
import { openClickHouse } from '../../src/warehouse/clickhouse/open-clickhouse.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { articleReport } from '../../src/analytics/articles/article-report.ts'
import { experimentResults } from '../../src/analytics/experiments/experiment-results.ts'
import { openStatistics, type Statistics } from '../../src/analytics/statistics.ts'
import { SessionKeeper } from '../../src/warehouse/sessions/session-keeper.ts'
import { makeEvents } from './make-events.ts'
import { type BenchQuery, benchQueries } from './bench-queries.ts'
import { DAY_MS } from '../../src/platform/durations.ts'

/** Milliseconds; rows read of one result. */
export interface QueryFigures {
  readonly panel: string
  readonly filter: string
  readonly days: number
  readonly p50_ms: number
  readonly p95_ms: number
  readonly rows_read: number
}

/** Milliseconds for a whole page that runs all its queries at once. */
export interface ReportFigures {
  readonly page: string
  readonly days: number
  readonly p50_ms: number
  readonly p95_ms: number
}

export interface SizeFigures {
  readonly events: number
  readonly stored_bytes: number
  readonly queries: readonly QueryFigures[]
  readonly reports: readonly ReportFigures[]
  /** All panels of 7 days, unfiltered, run at once. */
  readonly overview_ms: number
  /** A plain scan of the page views of 90 days: by page, views and exact sessions. */
  readonly scan_ms: number
}

const DAYS = 90
/** Last midnight. */
const END = Date.now() - (Date.now() % DAY_MS)
const ROUNDS = 7

/**
 * Measures every query of the overview over so many events.
 *
 * @param keep directory to find or leave the events in; a temporary one otherwise.
 */
export async function measureQueries(
  events: number,
  say: (line: string) => void,
  keep?: string,
): Promise<SizeFigures> {
  const directory = keep
    ? join(keep, `events-${events}-${new Date(END).toISOString().slice(0, 10)}`)
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
  await new SessionKeeper({ client: clickhouse.migrator, collectorId: 'bench', log }).finish()
  say(`sessions finished in ${Math.round((Date.now() - began) / 1_000)} s`)
  const statistics = openStatistics(clickhouse, {
    log,
    asOf: Date.now,
    tablesVersion: () => 0,
    goals: () => Promise.resolve(DEFAULT_GOALS),
    articles: ARTICLES,
  })
  try {
    const queries: QueryFigures[] = []
    for (const benchQuery of benchQueries(END)) queries.push(await measure(statistics, benchQuery))
    return {
      events,
      stored_bytes: await storedBytes(statistics),
      queries,
      reports: await reports(statistics),
      overview_ms: await overview(statistics),
      scan_ms: await scan(statistics),
    }
  } finally {
    await statistics.close()
    await clickhouse.close()
    if (keep === undefined) await rm(directory, { recursive: true, force: true })
  }
}

async function measure(
  statistics: Statistics,
  { panel, filter, days, query }: BenchQuery,
): Promise<QueryFigures> {
  const times: number[] = []
  let result = await run(statistics, query)
  for (let round = 0; round < ROUNDS; round++) {
    result = await run(statistics, query)
    times.push(result.provenance.took_ms)
    // Slow ones say what they have to say in a few rounds.
    if (times.reduce((sum, ms) => sum + ms, 0) > 1_000 && round >= 2) break
  }
  const { rows_read } = result.provenance
  return {
    panel,
    filter,
    days,
    p50_ms: quantile(times, 0.5),
    p95_ms: quantile(times, 0.95),
    rows_read,
  }
}

function run(statistics: Statistics, query: BenchQuery['query']) {
  statistics.invalidate()
  return statistics.engine.run(query, new AbortController().signal)
}

const ARTICLES = Array.from({ length: 40 }, (_, i) => ({
  path: `/articles/article-${i}`,
  title: `Article ${i}`,
  category: ['The Culture', 'The Science', 'The Guide'][i % 3] ?? '',
  author: `Author ${i % 5}`,
  published: '2026-08-01',
  read_minutes: 8,
}))

async function overview(statistics: Statistics): Promise<number> {
  const panels = benchQueries(END).filter(({ filter, days }) => filter === 'none' && days === 7)
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    statistics.invalidate()
    const began = performance.now()
    const { signal } = new AbortController()
    await Promise.all(panels.map(({ query }) => statistics.engine.run(query, signal)))
    times.push(performance.now() - began)
  }
  return quantile(times, 0.5)
}

/** Articles over a week and over everything; a test, which is judged whole. */
async function reports(statistics: Statistics): Promise<ReportFigures[]> {
  const range = (days: number) =>
    StatsRange.parse({ from: new Date(END - days * DAY_MS).toISOString(), to: new Date(END).toISOString() })
  const experiment = findExperiment('review_page_layout')
  if (!experiment) throw new Error('the experiment with synthetic assignments does not exist')
  const pages = [
    ...[7, DAYS].map((days) => ({
      page: 'articles',
      days,
      run: () => articleReport(statistics, { range: range(days), filters: [] }, END),
    })),
    {
      page: 'experiment',
      days: DAYS,
      run: () => experimentResults(statistics, { experiment, until: END }),
    },
  ]
  const figures: ReportFigures[] = []
  for (const { page, days, run: runPage } of pages) {
    const times: number[] = []
    for (let round = 0; round < 5; round++) {
      statistics.invalidate()
      const began = performance.now()
      await runPage()
      times.push(performance.now() - began)
    }
    figures.push({ page, days, p50_ms: quantile(times, 0.5), p95_ms: quantile(times, 0.95) })
  }
  return figures
}

async function scan(statistics: Statistics): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 4; round++) {
    const began = performance.now()
    await statistics.runQuery({
      name: 'scan',
      sql: 'SELECT page_path, count() AS views, uniqExact(session_id) AS sessions FROM analytics.page_views WHERE is_bot = 0 GROUP BY page_path',
      row: z.looseObject({}),
    })
    times.push(performance.now() - began)
  }
  return quantile(times, 0.5)
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
  return Math.round(value * 10) / 10
}
