import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { periodParams, type Period } from '../filters/period.ts'
import type { Answer } from '../ui/answer.ts'
import { answerOf } from './answer-of.ts'
import { useApi } from './api.ts'

export interface Report<T> {
  /** Below `/api/stats/`. */
  name: string
  schema: z.ZodType<T>
  /** Beside the period; a name may stand more than once. */
  params?: readonly (readonly [string, string])[]
}

/** A report reads much, and nobody watches it by the second. */
const RENEW_MS = 60_000

/** Asks for a report on a period. While another one is on its way, the last one stands. */
export function useReport<T>({ name, schema, params = [] }: Report<T>, period: Period): Answer<T> {
  const api = useApi()
  const query = useQuery({
    queryKey: ['stats', name, params, period.key],
    queryFn: ({ signal }) => {
      const query = periodParams(period, new Date())
      for (const [key, value] of params) query.append(key, value)
      return api.get(`/api/stats/${name}?${query}`, schema, signal)
    },
    placeholderData: keepPreviousData,
    staleTime: RENEW_MS,
    refetchInterval: period.endsNow ? RENEW_MS : false,
  })
  return answerOf(query)
}
