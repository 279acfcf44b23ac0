import { readDelivery } from '@half-measure/shared/routes/delivery.ts'
import { type Delivery, KnownDelivery } from '@half-measure/shared/stats/delivery.ts'
import { useQuery } from '@tanstack/react-query'
import type { Result } from '../ui/result.ts'
import { useApi } from './client.ts'
import { ApiError } from './errors.ts'
import { queryKey, resultOf } from './queries.ts'

type InTables = 'stored' | 'erased' | 'expired'

/** Figures from the tables are null while ClickHouse is unavailable; the rest is from the log. */
export type DeliveryReport = Omit<Delivery, InTables> & Record<InTables, number | null>

const POLL_MS = 5_000

export function useDelivery(): Result<DeliveryReport> {
  const query = useDeliveryQuery(() => POLL_MS)
  return resultOf(query, query.data)
}

/** Why figures are missing, or end too early. */
export type CollectionProblem = 'clickhouse-unavailable' | 'no-events' | 'late'

export interface Collection {
  problem: CollectionProblem | null
  pending: number
  /** Everything that arrived before is in the figures. */
  completeUpTo: Date
}

const SELDOM_MS = 60_000

/** Null until it is known. */
export function useCollection(): Collection | null {
  const { data, dataUpdatedAt } = useDeliveryQuery((report) => {
    const problem = report && collectionProblem(report)
    // The number of late events changes all the time, and is read out each time.
    return problem === null || problem === 'late' ? SELDOM_MS : POLL_MS
  })
  if (!data) return null
  // An age, because the clocks of browser and server may differ.
  const completeUpTo = new Date(dataUpdatedAt - data.oldest_pending_ms)
  return { problem: collectionProblem(data), pending: data.pending, completeUpTo }
}

/** Events are loaded within seconds. */
const LATE_MS = 60_000

/** Null if figures are available and up to date. */
export function collectionProblem({
  stored,
  received,
  pending,
  oldest_pending_ms,
}: Pick<DeliveryReport, 'stored' | 'received' | 'pending' | 'oldest_pending_ms'>): CollectionProblem | null {
  if (stored === null) return 'clickhouse-unavailable'
  if (received === 0) return 'no-events'
  return pending > 0 && oldest_pending_ms > LATE_MS ? 'late' : null
}

function useDeliveryQuery(pollMs: (report: DeliveryReport | undefined) => number) {
  const api = useApi()
  return useQuery({
    queryKey: queryKey(readDelivery),
    queryFn: ({ signal }): Promise<DeliveryReport> =>
      api.call(readDelivery, {}, signal).catch(reportWithoutStore),
    refetchInterval: ({ state }) => pollMs(state.data),
  })
}

/** The report without the stored rows, from the error's details. Throws the error if it has none. */
export function reportWithoutStore(error: unknown): DeliveryReport {
  if (!(error instanceof ApiError) || error.code !== 'clickhouse_unavailable') throw error
  const known = KnownDelivery.safeParse(error.details)
  if (!known.success) throw error
  return { ...known.data, stored: null, erased: null, expired: null }
}
