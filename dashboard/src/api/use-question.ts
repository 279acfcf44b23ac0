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
}

/** Asks for something that is no figure of a period. */
export function useQuestion<T>({ about, path, schema, everyMs }: Question<T>): Answer<T> {
  const api = useApi()
  const query = useQuery({
    queryKey: [about, path],
    queryFn: ({ signal }) => api.get(path, schema, signal),
    refetchInterval: typeof everyMs === 'function' ? ({ state }) => everyMs(state.data) : (everyMs ?? false),
  })
  return answerOf(query)
}
