import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '../../database/schema/database.ts'
import { loadSecretKey } from '../../platform/key-file.ts'
import { parseJson } from '../../platform/parse-json.ts'
import { passkeyChallengeExpired } from '../errors.ts'

/** Lifetime of a challenge, for passkeys and authenticator apps. Milliseconds. */
export const CHALLENGE_MS = 5 * 60_000

/** Each challenge is for one purpose, in one session or before any. */
export type ChallengeFor =
  | { readonly purpose: 'sign_in'; readonly sessionId?: undefined }
  | { readonly purpose: 'verification' | 'registration'; readonly sessionId: string }

/** A valid challenge of ours. It may have been used before. */
export type AnsweredChallenge = string & { readonly isOurs: unique symbol }

export type PasskeyChallenges = Awaited<ReturnType<typeof loadPasskeyChallenges>>

const ClientData = z.object({ challenge: z.string() })

const RANDOM_BYTES = 16
const TIME_BYTES = 6
const PROVEN_BYTES = RANDOM_BYTES + TIME_BYTES

/**
 * Challenges are self-contained: the time of issue, and a keyed hash of it and the purpose. So neither issuing nor
 * checking them needs the database, whatever strangers send.
 *
 * @throws {KeyFileError}
 */
export async function loadPasskeyChallenges(keysDir: string, now: () => Date) {
  const key = await loadSecretKey(keysDir, 'passkeys.key', 'uses of a passkey that are under way begin again')
  const proofOf = (proven: Buffer, { purpose, sessionId = '' }: ChallengeFor) =>
    createHmac('sha256', key).update(`${purpose}:${sessionId}:`).update(proven).digest()

  function isOurs(challenge: Buffer, purpose: ChallengeFor): boolean {
    const proven = challenge.subarray(0, PROVEN_BYTES)
    const expected = proofOf(proven, purpose)
    const given = challenge.subarray(PROVEN_BYTES)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
    const age = now().getTime() - proven.readUIntBE(RANDOM_BYTES, TIME_BYTES)
    return age >= 0 && age < CHALLENGE_MS
  }

  return {
    issue(purpose: ChallengeFor) {
      const proven = Buffer.concat([randomBytes(RANDOM_BYTES), Buffer.alloc(TIME_BYTES)])
      proven.writeUIntBE(now().getTime(), RANDOM_BYTES, TIME_BYTES)
      return new Uint8Array(Buffer.concat([proven, proofOf(proven, purpose)]))
    },

    /**
     * @param clientDataJSON of the response, in base64url.
     * @throws {ApiError} 422 `passkey_challenge_expired` if the challenge is too old, for another purpose or not ours.
     */
    read(clientDataJSON: string, purpose: ChallengeFor) {
      const answered = ClientData.safeParse(parseJson(Buffer.from(clientDataJSON, 'base64url').toString()))
      if (!answered.success) throw passkeyChallengeExpired()
      const bytes = Buffer.from(answered.data.challenge, 'base64url')
      if (!isOurs(bytes, purpose)) throw passkeyChallengeExpired()
      // The canonical spelling, under which its use is remembered.
      return bytes.toString('base64url') as AnsweredChallenge
    },
  }
}

/**
 * Marks a challenge as used, whatever the result, and remembers it for as long as it is valid.
 *
 * @returns whether this was its first use.
 */
export async function useChallenge(trx: Db, challenge: AnsweredChallenge, at: Date): Promise<boolean> {
  await trx
    .deleteFrom('used_passkey_challenges')
    .where('used_at', '<=', new Date(at.getTime() - CHALLENGE_MS))
    .execute()
  const used = await trx
    .insertInto('used_passkey_challenges')
    .values({ challenge, used_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return used.numInsertedOrUpdatedRows === 1n
}
