import { createSecretKey } from 'node:crypto'
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Db } from '../../database/schema/database.ts'
import type { AttemptLimits } from '../../identity/attempt-limits.ts'
import type { RecordRefusal } from '../../identity/record-refusal.ts'
import type { Passwords } from '../../identity/passwords.ts'
import { loadSecretKey } from '../../platform/key-file.ts'

/** Dependencies of API tokens and share links. Each function names those it needs. */
export interface Sharing {
  readonly db: Db
  readonly now: () => Date
  readonly limits: AttemptLimits
  readonly passwords: Passwords
  readonly grants: Awaited<ReturnType<typeof loadShareGrants>>
  readonly recordRefusal: RecordRefusal
}

/** Does not use the database. @throws {KeyFileError} */
export async function openSharing(
  { db, now, limits, passwords, recordRefusal }: Omit<Sharing, 'grants'>,
  keysDir: string,
): Promise<Sharing> {
  return { db, now, limits, passwords, recordRefusal, grants: await loadShareGrants(keysDir, now) }
}

/** How long an opened link works without its password. */
const GRANT_SECONDS = 3_600
const GRANT_TYPE = 'share+jwt'
const Payload = z.object({ sub: z.uuid() })

/** Whether a token claims to be a grant. Anybody can write that. */
export function claimsToBeGrant(token: string): boolean {
  try {
    return decodeProtectedHeader(token).typ === GRANT_TYPE
  } catch {
    return false
  }
}

/**
 * Signed proofs that a share link was opened. Whether the link is still active is checked each time. Signed with a
 * separate key, so that they cannot pass for an administrator's access token.
 */
async function loadShareGrants(keysDir: string, now: () => Date) {
  const secret = await loadSecretKey(keysDir, 'shares.key', 'share links have to be opened again')
  // A key object, because bytes would be imported again at each verification.
  const key = createSecretKey(secret)
  return {
    /** @param linkId id of the share link. `expiresAt` in seconds since 1970. */
    async issue(linkId: string) {
      const issuedAt = Math.floor(now().getTime() / 1000)
      const expiresAt = issuedAt + GRANT_SECONDS
      const token = await new SignJWT()
        .setProtectedHeader({ alg: 'HS256', typ: GRANT_TYPE })
        .setSubject(linkId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key)
      return { token, expiresAt }
    },

    /** The link's id; undefined for anything but a grant of ours that has not expired. */
    async verify(token: string) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          typ: GRANT_TYPE,
          requiredClaims: ['exp'],
          currentDate: now(),
        })
        return Payload.parse(payload).sub
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof z.ZodError) return undefined
        throw error
      }
    },
  }
}
