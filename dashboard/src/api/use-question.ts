import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Answer } from '../ui/answer.ts'
import { answerOf } from './answer-of.ts'
import { useApi } from './api.ts'

interface Question<T> {
  /** What a change names that makes the answer old. */
  about: string
  path: string
  schema: z.ZodType<T>
  /** Milliseconds between two times of asking, perhaps depending on the last answer; once only where it is absent. */
  everyMs?: number | ((answer: T | undefined) => number | false)
  /** Nobody wants to see the last answer before the new one is there: what is edited must be the newest. */
  fresh?: boolean
  /** Makes an answer of an error, or throws it again. */
  ifRefused?: (error: unknown) => T
}

/** Asks for something that is no figure of a period. */
export function useQuestion<T>({
  about,
  path,
  schema,
  everyMs,
  ifRefused,
  fresh = false,
}: Question<T>): Answer<T> {
  const api = useApi()
  const query = useQuery({
    queryKey: [about, path],
    queryFn: async ({ signal }) => {
      const answer = api.get(path, schema, signal)
      return ifRefused ? answer.catch(ifRefused) : answer
    },
    ...(fresh ? { gcTime: 0 } : {}),
    refetchInterval: typeof everyMs === 'function' ? ({ state }) => everyMs(state.data) : (everyMs ?? false),
  })
  return answerOf(query)
}
