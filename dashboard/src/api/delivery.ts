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

/** Events are loaded within seconds; figures that end longer ago are shown with their time. */
export const LATE_MS = 60_000

export function useDelivery(
  pollMs: (report: DeliveryReport | undefined) => number = () => POLL_MS,
): Result<DeliveryReport> {
  const api = useApi()
  const query = useQuery({
    queryKey: queryKey(readDelivery),
    queryFn: ({ signal }): Promise<DeliveryReport> =>
      api.call(readDelivery, {}, signal).catch(reportWithoutStore),
    refetchInterval: ({ state }) => pollMs(state.data),
  })
  return resultOf(query, query.data)
}

/** The report without the stored rows, from the error's details. Throws the error if it has none. */
export function reportWithoutStore(error: unknown): DeliveryReport {
  if (!(error instanceof ApiError) || error.code !== 'clickhouse_unavailable') throw error
  const known = KnownDelivery.safeParse(error.details)
  if (!known.success) throw error
  return { ...known.data, stored: null, erased: null, expired: null }
}
