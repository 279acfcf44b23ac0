import { ConsentChoice } from '@half-measure/shared/audience/consent.ts'
import { Hono } from 'hono'
import { assertAllowed } from '../identity/attempt-limits.ts'
import type { Audience } from './audience.ts'
import { formGuards, type FormRoutesOptions, parseForm, readForm } from './form-request.ts'

/** `/api/consent`: proof of consent to analytics. */
export function consentRoutes(
  audience: Pick<Audience, 'db' | 'limits' | 'now'>,
  options: FormRoutesOptions,
): Hono {
  return new Hono().use(...formGuards(options)).post('/', async (c) => {
    await recordConsent(audience, parseForm(ConsentChoice, await readForm(c)), options.clientAddress(c))
    return c.json({}, 201)
  })
}

/**
 * Stores a consent of any version, or the time of its withdrawal. Repeating a choice changes nothing. A refusal without
 * an earlier consent leaves no trace.
 *
 * @throws {ApiError} 429 `over_request_rate_limit`.
 */
export async function recordConsent(
  { db, limits, now }: Pick<Audience, 'db' | 'limits' | 'now'>,
  { id, version, granted }: ConsentChoice,
  clientAddress: string,
): Promise<void> {
  const applicable = (['consent_client', 'consent_day'] as const).flatMap((name) =>
    limits.forClient(name, clientAddress),
  )
  limits.refuseAtOnce(applicable)
  await db.transaction().execute(async (trx) => {
    assertAllowed(await limits.attempt(trx, applicable))
    const at = now()
    if (granted) {
      await trx
        .insertInto('consent_records')
        .values({ id, version, granted_at: at })
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
  })
}
