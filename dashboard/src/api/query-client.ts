import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isRefusal } from './api-error.ts'

const GC_MS = 5 * 60_000
const RETRIES = 3
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 30_000

interface Hooks {
  /** The server no longer lets this user read figures. */
  onForbidden: () => void
}

export function createQueryClient({ onForbidden }: Hooks): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        console.error('Failed to fetch analytics data', error)
        if (error instanceof ApiError && error.status === 403) onForbidden()
      },
    }),
    defaultOptions: {
      // The browser's idea of being online is no reason not to ask a server on the same machine.
      queries: {
        gcTime: GC_MS,
        retry: shouldRetry,
        retryDelay,
        refetchOnWindowFocus: true,
        networkMode: 'always',
      },
    },
  })
}

/** Three more attempts, none where the question itself was refused. */
export function shouldRetry(failures: number, error: Error): boolean {
  return failures < RETRIES && !isRefusal(error)
}

/** 1 s, 2 s, 4 s … at most 30 s. */
export function retryDelay(attempt: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** attempt, LAST_RETRY_MS)
}
