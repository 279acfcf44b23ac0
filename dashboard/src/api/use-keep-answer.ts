import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'

interface AskedQuestion<T> {
  about: string
  path: string
  schema: z.ZodType<T>
}

/** Puts what a change made in the place of the answer to a question, for whoever shows it. */
export function useKeepAnswer<T>({ about, path }: AskedQuestion<T>): (answer: T) => void {
  const queries = useQueryClient()
  return (answer) => {
    // What is on its way was asked before the change.
    void queries.cancelQueries({ queryKey: [about, path] })
    queries.setQueryData([about, path], answer)
  }
}
