import { Answer as EngineAnswer } from '@half-measure/shared/stats/engine/answer.ts'
import { Question } from '@half-measure/shared/stats/engine/question.ts'
import { writeQuestion } from '@half-measure/shared/stats/engine/question-query.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Period } from '../filters/period.ts'
import type { Answer } from '../ui/answer.ts'
import { answerOf } from './answer-of.ts'
import { useApi } from './api.ts'

/** A question without the time it is about. */
export type Asked = Omit<z.input<typeof Question>, 'range'>

/** Figures of a period that ends now are as old as this at most. */
const RENEW_MS = 30_000
const FRESH_MS = { live: 5_000, closed: 60_000 }

/** Where the answer to a question is had, as JSON or as a file. */
export function answerPath(
  asked: Asked,
  period: Period,
  now: Date,
  as: 'query' | 'export.csv' = 'query',
): string {
  const range = { ...period.bounds(now), tz: period.timeZone, bots: period.bots }
  return `/api/stats/${as}?${writeQuestion(Question.parse({ ...asked, range }))}`
}

/**
 * Asks the statistics. While another question is on its way, the last one's answer stands; while the period ends now,
 * it is asked again.
 */
export function useAnswer(asked: Asked, period: Period): Answer<EngineAnswer> {
  const api = useApi()
  const query = useQuery({
    queryKey: ['stats', 'query', asked, period.key],
    queryFn: ({ signal }) => api.get(answerPath(asked, period, new Date()), EngineAnswer, signal),
    placeholderData: keepPreviousData,
    staleTime: period.endsNow ? FRESH_MS.live : FRESH_MS.closed,
    refetchInterval: period.endsNow ? RENEW_MS : false,
  })
  return answerOf(query)
}
