import type { DeadLetterList, DeadLetterRetry } from '@half-measure/shared/stats/dead-letters.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import type { Reconciliation } from './reconciliation.ts'
import { ApiError } from '../platform/api-error.ts'
import { adminGuards } from '../platform/http/guards.ts'
import type { AdminEnv } from '../identity/require-admin.ts'
import type { Logger } from '../platform/logger.ts'
import { Deadline } from '../platform/deadline.ts'
import type { DeadLetters } from '../warehouse/loader/dead-letters.ts'

export interface DeadLetterRoutesOptions {
  readonly deadLetters: Pick<DeadLetters, 'list'>
  readonly reconciliation: Pick<Reconciliation, 'retryDeadLetters'>
  /** Records the retry in the audit log. @param by account of the administrator. */
  readonly record: (by: string, outcome: DeadLetterRetry) => Promise<void>
  readonly log: Logger
}

const SHOWN = 100
/** A browser waits no longer than twenty seconds. */
const DEADLINE_MS = 15_000

/** Rows that the database refused, for administrators, to be mounted at `/api/dead-letters`. */
export function deadLetterRoutes(
  { deadLetters, reconciliation, record, log }: DeadLetterRoutesOptions,
  requireAdmin: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  return new Hono<AdminEnv>()
    .use(requireAdmin, ...adminGuards())
    .get('/', async (c) => {
      const all = await deadLetters.list()
      const newest = all
        .map(({ table, batch_id, at, error, rows }) => ({ table, batch_id, at, error, rows }))
        .sort((a, b) => b.at.localeCompare(a.at))
        .slice(0, SHOWN)
      return c.json({
        dead_letters: newest,
        count: all.reduce((sum, { rows }) => sum + rows, 0),
      } satisfies DeadLetterList)
    })
    .post('/retry', async (c) => {
      const deadline = new Deadline({ say: () => {}, timeoutMs: DEADLINE_MS })
      const outcome = await reconciliation.retryDeadLetters(deadline).catch((error: unknown) => {
        log.warn({ err: error }, 'dead letters cannot be tried again')
        throw new ApiError(
          503,
          'clickhouse_unavailable',
          'The tables cannot be written to at this moment. The dead letters are kept; try again later.',
          { retryAfter: 30 },
        )
      })
      await record(c.get('principal').userId, outcome)
      return c.json(outcome)
    })
}
