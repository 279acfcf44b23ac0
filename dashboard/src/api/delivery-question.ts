import { Delivery, KnownDelivery } from '@half-measure/shared/stats/delivery.ts'
import type { z } from 'zod'
import { ApiError } from './api-error.ts'
import type { Answer } from '../ui/answer.ts'
import { useQuestion } from './use-question.ts'

/** The account; `stored` is null while ClickHouse does not answer and the log alone knows the rest. */
export type Account = Omit<Delivery, 'stored'> & { stored: number | null }

const POLL_MS = 5_000
const path = '/api/stats/delivery'

/** The account of events, asked for as often as figures that end now, or as `everyMs` says. */
export function useDelivery(
  everyMs: (account: Account | undefined) => number = () => POLL_MS,
): Answer<Account> {
  return useQuestion<Account>({
    about: 'delivery',
    path,
    schema: Delivery,
    everyMs,
    ifRefused: withoutStore,
  })
}

/** What the server says of the account though it cannot count what is stored. @throws the error, if it says nothing. */
export function withoutStore(error: unknown): Account {
  if (!(error instanceof ApiError) || error.code !== 'clickhouse_unavailable') throw error
  const known: z.ZodSafeParseResult<KnownDelivery> = KnownDelivery.safeParse(error.details)
  if (!known.success) throw error
  return { ...known.data, stored: null }
}
