import { exportStats, queryStats } from '@half-measure/shared/routes/stats.ts'
import { type ResponseOf, type CallInput, type Route, urlOf } from '@half-measure/shared/routes/route.ts'
import type { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import { writeFilter } from '@half-measure/shared/stats/engine/filter-text.ts'
import { type Filter, StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import { writeStatsQuery } from '@half-measure/shared/stats/engine/stats-query-url.ts'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { readable } from '../paths.ts'
import { type Period, periodParams } from '../time/period.ts'
import { usePaused } from '../ui/PauseButton.tsx'
import type { Result } from '../ui/result.ts'
import { useApi } from './client.ts'
import { isFresh, moreOf, type Pages, queryKey, resultOf, usePages } from './queries.ts'

/** A query without its range, before parsing. */
export type StatsQueryInput = Omit<z.input<typeof StatsQuery>, 'range'>

const PAGE_ROWS = 100
const STALE_MS = { live: 5_000, past: 60_000 }

/** Milliseconds between polls. Acknowledged events are visible within two seconds; pages need not be much slower. */
export const LIVE = 5_000
const USUAL = 30_000

/** A report about a period. While another one is loading, the previous one stays; a period that ends now is polled. */
export function useReport<R extends Route>(
  route: R,
  period: Period,
  input: CallInput<R>,
  pollMs = USUAL,
): Result<ResponseOf<R>> {
  return useStatsQuery(route, reportKey(route, period, input), inPeriod(period, input), period, pollMs)
}

/**
 * A paginated list about a period, refreshed like a report. Each page is of the period as it is when the page is fetched:
 * a cursor says where it begins.
 */
export function useReportPages<R extends Route, Item>(
  route: R,
  period: Period,
  input: CallInput<R>,
  itemsOf: (page: ResponseOf<R>) => readonly Item[],
): Pages<ResponseOf<R>, Item> {
  const refresh = useRefresh(period)
  return usePages(route, reportKey(route, period, input), inPeriod(period, input), itemsOf, refresh)
}

function reportKey<R extends Route>(route: R, period: Period, input: CallInput<R>) {
  return [...queryKey(route, input), period.key]
}

/** The input for the period as it is now. */
function inPeriod<R extends Route>(period: Period, input: CallInput<R>): () => CallInput<R> {
  return () => {
    const query = periodParams(period, new Date())
    for (const [name, value] of new URLSearchParams(input.query)) query.append(name, value)
    return { ...input, query }
  }
}

/** Filters in the query of a report. */
export function filterParams(filters: readonly Filter[]): URLSearchParams {
  return new URLSearchParams(filters.map((filter) => ['f', writeFilter(filter)]))
}

/** Any figures, in the grammar of `shared/src/stats/engine`. */
export function useStats(query: StatsQueryInput, period: Period, pollMs = USUAL): Result<StatsResult> {
  const input = () => ({ query: statsParams(query, period) })
  return useStatsQuery(queryStats, statsKey(query, period), input, period, pollMs)
}

/** The same once, for what was pressed: as it is shown, if that is not too old, or else fetched. */
export function useStatsCall(): (query: StatsQueryInput, period: Period) => Promise<StatsResult> {
  const api = useApi()
  const queries = useQueryClient()
  return async (query, period) => {
    const key = statsKey(query, period)
    const shown = isFresh(queries, key, staleMs(period)) ? queries.getQueryData<StatsResult>(key) : undefined
    return shown ?? api.call(queryStats, { query: statsParams(query, period) })
  }
}

/** Milliseconds after which figures are fetched again when they are needed. */
function staleMs({ endsNow }: Period, pollMs = USUAL): number {
  return endsNow ? Math.min(STALE_MS.live, pollMs) : STALE_MS.past
}

const statsKey = (query: StatsQueryInput, period: Period) => [queryStats.path, query, period.key]

function useStatsQuery<R extends Route>(
  route: R,
  key: readonly unknown[],
  input: () => CallInput<R>,
  period: Period,
  pollMs: number,
): Result<ResponseOf<R>> {
  const api = useApi()
  const refresh = useRefresh(period, pollMs)
  const query = useQuery({
    ...refresh,
    queryKey: key,
    queryFn: ({ signal }) => api.call(route, input(), signal),
    placeholderData: keepPreviousData,
  })
  return resultOf(query, query.data)
}

/** When figures of a period are fetched again, as options of TanStack Query. */
function useRefresh(period: Period, pollMs = USUAL) {
  const isPaused = usePaused()
  return { staleTime: staleMs(period, pollMs), refetchInterval: period.endsNow && !isPaused && pollMs }
}

/** A breakdown in full, a hundred rows at a time. */
export function useStatsRows(query: StatsQueryInput, period: Period): Pages<StatsResult> {
  const api = useApi()
  const pages = useInfiniteQuery({
    queryKey: [queryStats.path, 'rows', query, period.key],
    queryFn: ({ pageParam, signal }) => {
      const page = { ...query, limit: PAGE_ROWS, offset: pageParam }
      return api.call(queryStats, { query: statsParams(page, period) }, signal)
    },
    initialPageParam: 0,
    getNextPageParam: ({ row_count }, pages) => {
      const fetched = pages.length * PAGE_ROWS
      return fetched < row_count ? fetched : null
    },
    placeholderData: keepPreviousData,
    staleTime: STALE_MS.past,
  })
  return { result: resultOf(pages, pages.data?.pages), first: pages.data?.pages[0], more: moreOf(pages) }
}

/** API address of the figures, for people to copy. */
export const statsUrl = (query: StatsQueryInput, period: Period) =>
  readable(urlOf(queryStats, { query: statsParams(query, period) }))

export const exportUrl = (query: StatsQueryInput, period: Period) =>
  urlOf(exportStats, { query: statsParams(query, period) })

function statsParams(query: StatsQueryInput, period: Period): URLSearchParams {
  const range = { ...period.bounds(new Date()), tz: period.timeZone, bots: period.bots }
  return writeStatsQuery(StatsQuery.parse({ ...query, range }))
}
