import { z } from 'zod'
import type { Db } from '../../database/schema/database.ts'
import type { PasskeyPurpose } from '../../database/schema/identity-tables.ts'
import { parseJson } from '../../platform/parse-json.ts'
import { passkeyChallengeExpired } from '../errors.ts'
import { CHALLENGE_MS } from '../second-factors/factors.ts'

/** Each challenge is for one purpose, in one session or before any. */
export type ChallengeFor =
  | { readonly purpose: 'sign_in'; readonly sessionId?: undefined }
  | { readonly purpose: Exclude<PasskeyPurpose, 'sign_in'>; readonly sessionId: string }

const ClientData = z.object({ challenge: z.string() })

/** Remembers a challenge until it is answered or expires. */
export async function storeChallenge(
  db: Db,
  challenge: string,
  { purpose, sessionId }: ChallengeFor,
  at: Date,
): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('created_at', '<=', expiryOf(at)).execute()
  await db
    .insertInto('passkey_challenges')
    .values({ challenge, purpose, session_id: sessionId ?? null, created_at: at })
    .execute()
}

/**
 * Uses up the challenge that an authenticator answered, whatever becomes of the answer.
 *
 * @param clientDataJSON of the answer, in base64url.
 * @throws {ApiError} 422 `passkey_challenge_expired` for one that is too old, was answered before or was for something
 * else.
 */
export async function useChallenge(
  trx: Db,
  clientDataJSON: string,
  { purpose, sessionId }: ChallengeFor,
  at: Date,
): Promise<string> {
  const answered = ClientData.safeParse(parseJson(Buffer.from(clientDataJSON, 'base64url').toString()))
  const used =
    answered.success &&
    (await trx
      .deleteFrom('passkey_challenges')
      .where('challenge', '=', answered.data.challenge)
      .where('purpose', '=', purpose)
      .where('session_id', 'is not distinct from', sessionId ?? null)
      .where('created_at', '>', expiryOf(at))
      .returning('challenge')
      .executeTakeFirst())
  if (!used) throw passkeyChallengeExpired()
  return used.challenge
}

function expiryOf(at: Date): Date {
  return new Date(at.getTime() - CHALLENGE_MS)
}
