import type { ResponseOf, CallInput, Route } from '@half-measure/shared/routes/route.ts'
import {
  keepPreviousData,
  QueryCache,
  QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type UseInfiniteQueryResult,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { Result } from '../ui/result.ts'
import { useApi, type Api } from './client.ts'
import { ApiError, describeMutationError, describeQueryError, isMissing, isRefusal } from './errors.ts'

const GC_MS = 5 * 60_000
const RETRIES = 3
const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 30_000

export function createQueryClient({ onForbidden }: { onForbidden: () => void }): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        console.error('Failed to fetch analytics data', error)
        if (error instanceof ApiError && error.status === 403) onForbidden()
      },
    }),
    defaultOptions: {
      queries: {
        gcTime: GC_MS,
        retry: shouldRetry,
        retryDelay,
        refetchOnWindowFocus: true,
        // A server on the same machine responds even if the browser thinks it is offline.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** Three retries, but none if the request itself was refused. */
export function shouldRetry(failures: number, error: Error): boolean {
  return failures < RETRIES && !isRefusal(error)
}

/** 1 s, 2 s, 4 s … at most 30 s. */
export function retryDelay(attempt: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** attempt, MAX_RETRY_MS)
}

/** The cache key of a call. It begins with the route's path, by which changes refresh it. */
export function queryKey<R extends Route>({ path }: R, { params, query }: Partial<CallInput<R>> = {}) {
  return [path, params ?? null, new URLSearchParams(query).toString()] as const
}

/** Whether a query's data was fetched within so many milliseconds, and nothing has changed since. */
export function isFresh(queries: QueryClient, key: QueryKey, staleMs: number): boolean {
  const state = queries.getQueryState(key)
  return state !== undefined && !state.isInvalidated && Date.now() - state.dataUpdatedAt < staleMs
}

/** @param options of TanStack Query. */
export function useApiQuery<R extends Route>(
  route: R,
  input: CallInput<R>,
  options: Omit<UseQueryOptions<ResponseOf<R>>, 'queryKey' | 'queryFn'> = {},
): Result<ResponseOf<R>> {
  const api = useApi()
  const query = useQuery({
    ...options,
    queryKey: queryKey(route, input),
    queryFn: ({ signal }) => api.call(route, input, signal),
  })
  return resultOf(query, query.data)
}

export interface Pages<Page, Item = Page> {
  /** The items fetched so far. */
  result: Result<Item[]>
  /** The first page, with facts about the whole list; undefined until it is loaded. */
  first: Page | undefined
  /** Null on the last page. */
  more: ReturnType<typeof moreOf>
}

/**
 * A paginated list. While another search is loading, it shows the previous result.
 *
 * @param pollMs milliseconds between polls; no polling by default.
 */
export function useApiPages<R extends Route, Item>(
  route: R,
  input: CallInput<R>,
  itemsOf: (page: ResponseOf<R>) => readonly Item[],
  pollMs: number | false = false,
): Pages<ResponseOf<R>, Item> {
  return usePages(route, queryKey(route, input), () => input, itemsOf, { refetchInterval: pollMs })
}

/**
 * The same for a call whose input may change while its key remains.
 *
 * @param options of TanStack Query.
 */
export function usePages<R extends Route, Item>(
  route: R,
  key: QueryKey,
  inputOf: () => CallInput<R>,
  itemsOf: (page: ResponseOf<R>) => readonly Item[],
  options: { refetchInterval: number | false; staleTime?: number },
): Pages<ResponseOf<R>, Item> {
  const api = useApi()
  const query = useInfiniteQuery({
    ...options,
    queryKey: key,
    queryFn: ({ pageParam, signal }) => {
      const input = inputOf()
      const query = new URLSearchParams(input.query)
      if (pageParam !== null) query.set('cursor', pageParam)
      return api.call(route, { ...input, query }, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page as { next: string | null }).next,
    placeholderData: keepPreviousData,
  })
  const pages = query.data?.pages
  return { result: resultOf(query, pages?.flatMap(itemsOf)), first: pages?.[0], more: moreOf(query) }
}

export function moreOf(query: UseInfiniteQueryResult) {
  return query.hasNextPage
    ? { load: () => void query.fetchNextPage(), loading: query.isFetchingNextPage }
    : null
}

export interface Mutation<Input, Output> {
  /** Null where it failed. */
  run: (input: Input) => Promise<Output | null>
  running: boolean
  /** A sentence for the screen; null while it runs. */
  failure: string | null
}

/**
 * Changes something on the server, then refetches the given routes.
 *
 * @param scope changes with the same scope run one after the other.
 */
export function useApiMutation<Input, Output>(
  change: (api: Api, input: Input) => Promise<Output>,
  refresh: readonly Route[] = [],
  scope?: string,
): Mutation<Input, Output> {
  const api = useApi()
  const queries = useQueryClient()
  const mutation = useMutation({
    mutationFn: (input: Input) => change(api, input),
    ...(scope !== undefined && { scope: { id: scope } }),
    // After a failure too, which outdated data may have caused.
    onSettled: () => {
      for (const { path } of refresh) void queries.invalidateQueries({ queryKey: [path] })
    },
  })
  return {
    async run(input) {
      try {
        return await mutation.mutateAsync(input)
      } catch (error) {
        console.warn('Failed to save a change', error)
        return null
      }
    },
    running: mutation.isPending,
    failure: mutation.isError ? describeMutationError(mutation.error) : null,
  }
}

/** Calls a route that changes something, then refetches the given ones. */
export function useRouteMutation<R extends Route>(
  route: R,
  refresh?: readonly Route[],
): Mutation<CallInput<R>, ResponseOf<R>> {
  // Two quick changes of the same thing reach the server in the order in which they were made.
  const scope = `${route.method} ${route.path}`
  return useApiMutation((api, input: CallInput<R>) => api.call(route, input), refresh, scope)
}

/** A query as a panel shows it. */
export function resultOf<T>(query: UseQueryResult | UseInfiniteQueryResult, data: T | undefined): Result<T> {
  if (query.isPending) return { status: 'loading', retrying: query.failureCount > 0 }
  const failure = {
    reason: describeQueryError(query.error),
    retry: isMissing(query.error) ? null : () => void query.refetch(),
    retrying: query.isFetching,
  }
  if (data === undefined) return { status: 'failed', ...failure }
  const stale = query.isError ? { ...failure, since: new Date(query.dataUpdatedAt) } : null
  return { status: 'ready', data, outdated: query.isPlaceholderData, stale }
}
