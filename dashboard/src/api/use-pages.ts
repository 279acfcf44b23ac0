import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Answer } from '../ui/answer.ts'
import { answerOf } from './answer-of.ts'
import { useApi } from './api.ts'

/** One page of a list, and where the next begins. */
interface Page {
  next: string | null
}

interface PagedQuestion<P> {
  /** What a change names that makes the list old. */
  about: string
  path: string
  params: URLSearchParams
  schema: z.ZodType<P>
}

interface Pages<P> {
  /** The pages fetched so far, first one first. */
  answer: Answer<P[]>
  /** Null on the last page. */
  more: { load: () => void; loading: boolean } | null
}

/** A list that comes page by page. While another search is on its way, the last one's answer stands. */
export function usePages<P extends Page>({ about, path, params, schema }: PagedQuestion<P>): Pages<P> {
  const api = useApi()
  const query = useInfiniteQuery({
    queryKey: [about, path, params.toString()],
    queryFn: ({ pageParam, signal }) => api.get(pageAddress(path, params, pageParam), schema, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
  const answer = answerOf({ ...query, data: query.data?.pages })
  const more = { load: () => void query.fetchNextPage(), loading: query.isFetchingNextPage }
  return { answer, more: query.hasNextPage ? more : null }
}

/** Path and query of one page. */
export function pageAddress(path: string, params: URLSearchParams, cursor: string | null): string {
  const asked = new URLSearchParams(params)
  if (cursor !== null) asked.set('cursor', cursor)
  return asked.size > 0 ? `${path}?${asked}` : path
}
