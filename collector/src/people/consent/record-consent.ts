import type { ConsentChoice } from '@half-measure/shared/people/consent.ts'
import { tooManyAttempts } from '../../auth/auth-errors.ts'
import type { PeopleContext } from '../people-context.ts'

/**
 * Keeps proof of a consent, or writes down when it was withdrawn, whatever words it was for. Repeating a choice
 * changes nothing. A refusal without a consent before it leaves no trace.
 *
 * @param client the client's address; used for its limit, not kept.
 * @throws {ApiError} 429 `over_request_rate_limit`.
 */
export async function recordConsent(
  { db, limits, now }: PeopleContext,
  { id, version, granted }: ConsentChoice,
  client: string,
): Promise<void> {
  const refusal = await db.transaction().execute(async (trx) => {
    const settlement = await limits.settle(trx, [limits.forClient('consent_client', client)], true)
    if (!settlement.allowed) return settlement
    const at = now()
    if (granted) {
      await trx
        .insertInto('consent_records')
        .values({ id, version, granted_at: at, withdrawn_at: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    } else {
      await trx
        .updateTable('consent_records')
        .set({ withdrawn_at: at })
        .where('id', '=', id)
        .where('withdrawn_at', 'is', null)
        .execute()
    }
    return undefined
  })
  if (refusal) throw tooManyAttempts(refusal.retryAfter)
}
