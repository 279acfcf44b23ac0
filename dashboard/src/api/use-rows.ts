import { Answer as EngineAnswer } from '@half-measure/shared/stats/engine/answer.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Period } from '../filters/period.ts'
import type { Answer } from '../ui/answer.ts'
import { answerOf } from './answer-of.ts'
import { useApi } from './api.ts'
import { answerPath, type Asked } from './use-answer.ts'

const PAGE_ROWS = 100

interface Rows {
  /** The rows fetched so far, with what the first page says of the whole. */
  answer: Answer<EngineAnswer>
  /** Null when there are no more. */
  more: { load: () => void; loading: boolean } | null
}

/** A breakdown in full, a hundred rows at a time. While another one is on its way, the last one's rows stand. */
export function useRows(asked: Asked, period: Period): Rows {
  const api = useApi()
  const query = useInfiniteQuery({
    queryKey: ['stats', 'rows', asked, period.key],
    queryFn: ({ pageParam, signal }) =>
      api.get(
        answerPath({ ...asked, limit: PAGE_ROWS, offset: pageParam }, period, new Date()),
        EngineAnswer,
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: ({ row_count }, pages) => {
      const fetched = pages.length * PAGE_ROWS
      return fetched < row_count ? fetched : null
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const more = { load: () => void query.fetchNextPage(), loading: query.isFetchingNextPage }
  return {
    answer: answerOf({ ...query, data: joined(query.data?.pages) }),
    more: query.hasNextPage ? more : null,
  }
}

/** A row that a second page repeats, because the order has changed since the first, is shown once. */
function joined(pages: EngineAnswer[] | undefined): EngineAnswer | undefined {
  const [first] = pages ?? []
  if (!first) return undefined
  const rows = new Map(pages?.flatMap((page) => page.rows).map((row) => [row.key, row]))
  return { ...first, rows: [...rows.values()] }
}
