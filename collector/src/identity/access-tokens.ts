import { createLocalJWKSet, errors, jwtVerify, SignJWT, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { ApiError } from '../platform/api-error.ts'
import { ACCESS_TOKEN_SECONDS, SIGNING_ALGORITHM, type SigningKeys } from './signing-keys.ts'

const TOKEN_TYPE = 'at+jwt'
/** Tolerated difference between two collectors' clocks, seconds. */
const CLOCK_TOLERANCE = 5

const Claims = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  /** For clients to read. The session's row decides. */
  aal: z.enum(['aal1', 'aal2']),
})
export type Claims = z.infer<typeof Claims>

export type AccessTokens = ReturnType<typeof createAccessTokens>

/** @param origin the dashboard's: issuer and audience of the tokens. */
export function createAccessTokens(keys: SigningKeys, origin: string, now: () => Date) {
  const issuer = `${origin}/api/auth`
  let known: { kids: string; keyOf: JWTVerifyGetKey } | undefined
  /** Imported keys are cached until the set of keys changes. */
  const keyOf: JWTVerifyGetKey = (header, token) => {
    const { jwks } = keys
    const kids = jwks.keys.map(({ kid }) => kid).join()
    if (known?.kids !== kids) known = { kids, keyOf: createLocalJWKSet(jwks) }
    return known.keyOf(header, token)
  }

  return {
    /** `expiresAt` in seconds since 1970. */
    async issue({ sub, session_id, aal }: Claims) {
      const issuedAt = Math.floor(now().getTime() / 1000)
      const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS
      const token = await new SignJWT({ session_id, aal })
        .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid: keys.current.kid, typ: TOKEN_TYPE })
        .setSubject(sub)
        .setIssuer(issuer)
        .setAudience(origin)
        .setIssuedAt(issuedAt)
        .setNotBefore(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(keys.current.privateKey)
      return { token, expiresAt }
    },

    /**
     * The claims of a token that we signed, for us, and that has not expired. Does not look at its session.
     *
     * @throws {ApiError} 401 `bad_jwt`.
     */
    async verify(token: string) {
      try {
        const { payload } = await jwtVerify(token, keyOf, {
          algorithms: [SIGNING_ALGORITHM],
          typ: TOKEN_TYPE,
          issuer,
          audience: origin,
          requiredClaims: ['exp', 'nbf'],
          clockTolerance: CLOCK_TOLERANCE,
          currentDate: now(),
        })
        return Claims.parse(payload)
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw new ApiError(401, 'bad_jwt', 'Expired JWT')
        if (error instanceof errors.JOSEError || error instanceof z.ZodError)
          throw new ApiError(401, 'bad_jwt', 'Invalid token')
        throw error
      }
    },
  }
}
