import { Readable } from 'node:stream'
import { EventExportQuery } from '@half-measure/shared/stats/event-export.ts'
import { SessionHash, SessionPathQuery, SessionsQuery } from '@half-measure/shared/stats/sessions.ts'
import { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { JourneyQuery } from '@half-measure/shared/stats/journeys.ts'
import { limitOf, MAX_LIMIT } from '@half-measure/shared/page.ts'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { Delivery } from '@half-measure/shared/stats/delivery.ts'
import { COVERAGE_DIMENSIONS } from '@half-measure/shared/stats/coverage.ts'
import { Comparison } from '@half-measure/shared/stats/engine/comparison.ts'
import { BUCKETS, Filter, MAX_FILTERS, StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import { readFilter } from '@half-measure/shared/stats/engine/filter-text.ts'
import { readStatsQuery, statsParameter } from '@half-measure/shared/stats/engine/stats-query-url.ts'
import { ApiError } from '../platform/api-error.ts'
import { exportCsv } from '../warehouse/export-events.ts'
import { csvFile } from '../platform/http/csv.ts'
import { inSlices } from '../platform/in-slices.ts'
import { noStore } from '../platform/http/guards.ts'
import { parseQuery, readQuery } from '../platform/http/read-request.ts'
import type { AdminEnv } from '../identity/require-admin.ts'
import { brief } from './brief.ts'
import { comparedReport } from './compared-report.ts'
import { coverage } from './coverage/coverage.ts'
import { realtimeHandler } from './realtime-routes.ts'
import { resultCsvLines, csvName } from './result-csv.ts'
import { journeys } from './journeys.ts'
import { listSessions } from './list-sessions.ts'
import { readReportScope, type ReportScope, within } from './report-scope.ts'
import { recentActivity } from './recent-activity.ts'
import { currentViewer, forCurrentCaller } from './sharing/current-caller.ts'
import { runWithoutSmallGroups } from './sharing/small-groups.ts'
import { sessionPath } from './session-path.ts'
import {
  conversionCounts,
  experimentShares,
  summary,
  timeseries,
  topElements,
  topPages,
} from './overview-figures.ts'
import type { Statistics } from './statistics.ts'
import { webVitals } from './web-vitals.ts'

export interface StatsRoutesOptions {
  readonly statistics: Statistics
  readonly delivery: () => Promise<Delivery>
  /** Records that raw events are exported, by an administrator or with an API token. */
  readonly recordExport: (
    exporter: { readonly by: string } | { readonly token_id: string },
    exported: EventExportQuery,
  ) => Promise<void>
  /** Rejects if the session has ended or the user is no longer an administrator. */
  readonly expectAdmin: (accessToken: string) => Promise<void>
}

/** More rows than anybody reads in a spreadsheet, and few enough for memory. */
const EXPORT_ROWS = 50_000
/** Fewer for API tokens and share links: the rows with the most sessions, where small groups are withheld. */
const EXPORT_ROWS_OF_VIEWERS = 5_000

/** `GET /api/stats/…`, for administrators, and for tokens and links within their rules (`endpoints/viewer-access.ts`). */
export function statsRoutes(
  { statistics, delivery, recordExport, expectAdmin }: StatsRoutesOptions,
  requireCaller: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  const { engine, runQuery } = statistics
  const read = (c: Context) => within(statistics, c.req.raw.signal)
  const run = (query: StatsQuery, signal: AbortSignal) =>
    currentViewer() === undefined ? engine.run(query, signal) : runWithoutSmallGroups(engine, query, signal)
  return new Hono<AdminEnv>()
    .use(requireCaller, noStore)
    .get('/query', async (c) => c.json(await run(statsQuery(c), c.req.raw.signal)))
    .get('/export.csv', async (c) => {
      const limit = currentViewer() === undefined ? EXPORT_ROWS : EXPORT_ROWS_OF_VIEWERS
      const query = { ...statsQuery(c), limit, offset: 0 }
      if (query.dimension === undefined && query.interval === undefined)
        throw new ApiError(400, 'invalid_query', 'A table needs rows: pass `by` or `interval`.')
      const result = await run(query, c.req.raw.signal)
      const lines = resultCsvLines(query, result, statistics.titles)
      return csvFile(c, csvName(query), streamOf(textOf(lines)))
    })
    .get('/events.csv', async (c) => {
      const exported = readQuery(c, EventExportQuery)
      const { table, day } = exported
      const tokenId = currentViewer()
      const exporter = tokenId === undefined ? { by: c.get('principal').userId } : { token_id: tokenId }
      // With `HEAD`, no event leaves.
      if (c.req.method === 'GET') await recordExport(exporter, exported)
      // The response requests its parts after this handler has returned.
      const queries = {
        queryRows: forCurrentCaller(statistics.queryRows),
        queryFile: forCurrentCaller(statistics.queryFile),
      }
      const parts = exportCsv(queries, exported, c.req.raw.signal)
      return csvFile(c, `${table}-${day}.csv`, streamOf(parts))
    })
    .get('/realtime', realtimeHandler(statistics.realtime, expectAdmin))
    .get('/sessions', async (c) => {
      const page = readQuery(c, SessionsQuery)
      return c.json(await listSessions(read(c), readReportScope(c), page))
    })
    .get('/sessions/:hash', async (c) => {
      const hash = parseQuery(SessionHash, c.req.param('hash'), 'hash')
      const { at } = readQuery(c, SessionPathQuery)
      return c.json(await sessionPath(runQuery, hash, at, c.req.raw.signal))
    })
    .get('/brief', async (c) => c.json(await brief(statistics, Date.now(), c.req.raw.signal)))
    .get('/page-titles', (c) => c.json(statistics.titles))
    .get('/summary', async (c) => {
      const { compare } = readQuery(c, z.object({ compare: Comparison.optional() }))
      if (compare === undefined) return c.json(await summary(read(c), range(c)))
      const scope = { range: range(c), filters: [], compare }
      return c.json(
        await comparedReport(statistics, scope, Date.now(), ({ range }) => summary(read(c), range)),
      )
    })
    .get('/timeseries', async (c) => c.json(await timeseries(read(c), range(c), interval(c), Date.now())))
    .get('/coverage', async (c) => c.json(await coverage(read(c), range(c), coverageQuery(c), Date.now())))
    .get('/web-vitals', async (c) => c.json(await webVitals(read(c), readReportScope(c))))
    .get('/journeys', async (c) => {
      const query = readQuery(c, JourneyQuery)
      // The compared report finds the listed pages even if they were beyond the limit then.
      const reportOf = (scope: ReportScope, isCompared: boolean) =>
        journeys(read(c), scope, isCompared ? { ...query, limit: MAX_LIMIT } : query)
      return c.json(await comparedReport(statistics, readReportScope(c), Date.now(), reportOf))
    })
    .get('/top-pages', async (c) => c.json(await topPages(read(c), range(c), limit(c, 5))))
    .get('/recent-activity', async (c) =>
      c.json(await recentActivity(read(c).queryRows, range(c), limit(c, 5))),
    )
    .get('/top-elements', async (c) => c.json(await topElements(read(c), range(c), limit(c, 10))))
    .get('/conversions', async (c) => c.json(await conversionCounts(read(c), range(c))))
    .get('/experiments', async (c) => c.json(await experimentShares(read(c), range(c))))
    .get('/delivery', async (c) => c.json(await delivery()))
}

/** Lines, a slice at a time: writing a long file at once would hold up beacons. */
async function* textOf(lines: Iterable<string>): AsyncGenerator<Buffer> {
  for await (const slice of inSlices(lines)) yield Buffer.from(slice.join(''))
}

function streamOf(parts: AsyncIterable<Buffer>): ReadableStream {
  return Readable.toWeb(Readable.from(parts)) as ReadableStream
}

function statsQuery(c: Context): StatsQuery {
  return parseQuery(StatsQuery, readStatsQuery(new URL(c.req.url).searchParams), statsParameter)
}

function interval(c: Context): 'hour' | 'day' {
  return parseQuery(z.enum(['hour', 'day']).default('day'), c.req.query('interval'), 'interval')
}

const CoverageParameters = z.object({ interval: z.enum(BUCKETS).optional(), compare: Comparison.optional() })
const CoverageFilters = z.array(Filter.extend({ dimension: z.enum(COVERAGE_DIMENSIONS) })).max(MAX_FILTERS)

function coverageQuery(c: Context) {
  const texts = new URL(c.req.url).searchParams.getAll('f')
  return {
    ...readQuery(c, CoverageParameters),
    filters: parseQuery(CoverageFilters, texts.map(readFilter), 'f'),
  }
}

function range(c: Context): StatsRange {
  return readQuery(c, StatsRange)
}

function limit(c: Context, fallback: number): number {
  return parseQuery(limitOf(fallback), c.req.query('limit'), 'limit')
}
