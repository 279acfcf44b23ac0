import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { loadSecretKey } from '../auth/secret-key.ts'

/** Seconds for which an opened link is read without asking for its password again. */
const GRANT_SECONDS = 3_600
const GRANT_TYPE = 'share+jwt'
const Payload = z.object({ sub: z.uuid() })

/** What shows that a link's password was given. Whether the link is still good is looked up each time. */
export interface ShareGrants {
  /** @param keyId the link's. `expiresAt` in seconds since 1970. */
  issue(keyId: string): Promise<{ token: string; expiresAt: number }>
  /** The link's id; undefined for what is no grant of ours, or not any more. */
  verify(token: string): Promise<string | undefined>
}

/** Signed by a key of their own, so that they can never pass for the access token of an administrator. */
export async function loadShareGrants(keysDir: string, now: () => Date): Promise<ShareGrants> {
  const secret = await loadSecretKey(
    keysDir,
    'shares.key',
    'share links that are open have to be opened again',
  )
  return {
    async issue(keyId) {
      const issuedAt = Math.floor(now().getTime() / 1000)
      const expiresAt = issuedAt + GRANT_SECONDS
      const token = await new SignJWT()
        .setProtectedHeader({ alg: 'HS256', typ: GRANT_TYPE })
        .setSubject(keyId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(secret)
      return { token, expiresAt }
    },

    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, secret, {
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
