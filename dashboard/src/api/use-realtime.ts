import { Realtime } from '@half-measure/shared/stats/realtime.ts'
import { useEffect, useState } from 'react'
import type { Answer } from '../ui/answer.ts'
import { ApiError } from './api-error.ts'
import { useApi } from './api.ts'
import { describeFailure } from './describe-failure.ts'
import { listen } from './listen.ts'

interface Heard {
  latest: Realtime | null
  at: Date | null
  failure: unknown
}

/** The server is there, and has had nothing to say about readers for this long, from the start or since it last had. */
const NONE_MS = 10_000
const OLD_MS = 20_000
const NO_FIGURES = new ApiError({
  status: 503,
  code: 'no_figures',
  message: 'The server is there, but has none to tell.',
})

const NOTHING: Heard = { latest: null, at: null, failure: null }

/** Who is reading now, for as long as the page is visible. */
export function useRealtime(): Answer<Realtime> {
  const api = useApi()
  const [heard, setHeard] = useState(NOTHING)
  const [attempt, setAttempt] = useState(0)
  const isVisible = useVisible()

  useEffect(() => {
    if (!isVisible) return
    const stop = new AbortController()
    const waiting = setTimeout(
      () => setHeard((before) => ({ ...before, failure: before.latest ? before.failure : NO_FIGURES })),
      NONE_MS,
    )
    void listen({
      open: (signal) => api.stream('/api/stats/realtime', signal),
      onEvent({ name, data }) {
        if (name === 'beat')
          setHeard((before) => (isOld(before) ? { ...before, failure: NO_FIGURES } : before))
        if (name === 'now')
          setHeard({ latest: Realtime.parse(JSON.parse(data)), at: new Date(), failure: null })
      },
      onBreak(failure) {
        console.error('Failed to fetch analytics data', failure)
        setHeard((before) => ({ ...before, failure }))
      },
      signal: stop.signal,
    })
    return () => {
      clearTimeout(waiting)
      stop.abort()
    }
    // Another attempt is another listening.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [api, isVisible, attempt])

  const { latest, at, failure } = heard
  const failed = {
    reason: describeFailure(failure),
    retry: () => setAttempt(attempt + 1),
    retrying: false,
  }
  if (latest !== null && at !== null) {
    return {
      status: 'ready',
      data: latest,
      passing: false,
      stale: failure === null ? null : { ...failed, since: at },
    }
  }
  return failure === null ? { status: 'loading', retrying: false } : { status: 'failed', ...failed }
}

function isOld({ at }: Heard): boolean {
  return at !== null && Date.now() - at.getTime() > OLD_MS
}

/** Whether anybody can see the page. */
function useVisible(): boolean {
  const [isVisible, setVisible] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const changed = () => setVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', changed)
    return () => document.removeEventListener('visibilitychange', changed)
  }, [])
  return isVisible
}
