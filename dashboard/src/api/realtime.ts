import { streamRealtime } from '@half-measure/shared/routes/stats.ts'
import { urlOf } from '@half-measure/shared/routes/route.ts'
import type { Filter } from '@half-measure/shared/stats/engine/stats-query.ts'
import { Realtime } from '@half-measure/shared/stats/realtime.ts'
import { useEffect, useState } from 'react'
import { usePaused } from '../ui/PauseButton.tsx'
import type { Result } from '../ui/result.ts'
import { useApi } from './client.ts'
import { ApiError, describeQueryError } from './errors.ts'
import { subscribe } from './event-stream.ts'
import { filterParams } from './stats.ts'

interface Received {
  latest: { data: Realtime; at: Date } | null
  failure: unknown
}

/** Timeout for figures, after opening or after the last ones. */
const FIRST_FIGURES_MS = 10_000
const OUTDATED_MS = 20_000
const NO_FIGURES = new ApiError({
  status: 503,
  code: 'no_figures',
  message: 'The server responds, but figures are unavailable at the moment.',
})

/** Current sessions, while the page is visible. */
export function useRealtime(filters: readonly Filter[] = []): Result<Realtime> {
  const api = useApi()
  const [{ latest, failure }, setReceived] = useState<Received>({ latest: null, failure: null })
  const [attempt, setAttempt] = useState(0)
  const isVisible = useVisible()
  const isPaused = usePaused()
  const url = urlOf(streamRealtime, { query: filterParams(filters) })

  useEffect(() => {
    if (!isVisible || isPaused) return
    const stop = new AbortController()
    const fail = (failure: unknown, isCase: (before: Received) => boolean = () => true) =>
      setReceived((before) => (isCase(before) ? { ...before, failure } : before))
    const waiting = setTimeout(() => fail(NO_FIGURES, ({ latest }) => latest === null), FIRST_FIGURES_MS)
    void subscribe({
      open: (signal) => api.stream(url, signal),
      onEvent({ name, data }) {
        if (name === 'heartbeat')
          fail(NO_FIGURES, ({ latest }) => latest !== null && Date.now() - latest.at.getTime() > OUTDATED_MS)
        if (name === 'now')
          setReceived({ latest: { data: Realtime.parse(JSON.parse(data)), at: new Date() }, failure: null })
      },
      onBreak(failure) {
        console.error('Failed to fetch analytics data', failure)
        fail(failure)
      },
      signal: stop.signal,
    })
    return () => {
      clearTimeout(waiting)
      stop.abort()
    }
    // Another attempt is another subscription.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [api, url, isVisible, isPaused, attempt])

  const failed = {
    reason: describeQueryError(failure),
    retry: () => setAttempt(attempt + 1),
    retrying: false,
  }
  if (latest !== null) {
    const stale = failure === null ? null : { ...failed, since: latest.at }
    return { status: 'ready', data: latest.data, outdated: false, stale }
  }
  return failure === null ? { status: 'loading', retrying: false } : { status: 'failed', ...failed }
}

function useVisible(): boolean {
  const [isVisible, setVisible] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const changed = () => setVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', changed)
    return () => document.removeEventListener('visibilitychange', changed)
  }, [])
  return isVisible
}
