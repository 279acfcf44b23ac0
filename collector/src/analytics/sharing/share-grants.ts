import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { loadSecretKey } from '../../platform/key-file.ts'

/** How long an opened link works without its password. */
const GRANT_SECONDS = 3_600
const GRANT_TYPE = 'share+jwt'
const Payload = z.object({ sub: z.uuid() })

/** Signed proofs that a share link was opened. Whether the link is still active is checked each time. */
export interface ShareGrants {
  /** @param linkId id of the share link. `expiresAt` in seconds since 1970. */
  issue(linkId: string): Promise<{ token: string; expiresAt: number }>
  /** The link's id; undefined for anything but a grant of ours that has not expired. */
  verify(token: string): Promise<string | undefined>
}

/** Signed with a key of their own, so that they cannot pass for an administrator's access token. */
export async function loadShareGrants(keysDir: string, now: () => Date): Promise<ShareGrants> {
  const secret = await loadSecretKey(keysDir, 'shares.key', 'share links have to be opened again')
  return {
    async issue(linkId) {
      const issuedAt = Math.floor(now().getTime() / 1000)
      const expiresAt = issuedAt + GRANT_SECONDS
      const token = await new SignJWT()
        .setProtectedHeader({ alg: 'HS256', typ: GRANT_TYPE })
        .setSubject(linkId)
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
