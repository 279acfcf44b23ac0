import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify, SignJWT, UnsecuredJWT } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/postgres/temporary-directory.ts'
import { TestClock } from '../../test/postgres/test-clock.ts'
import { createAccessTokens, type AccessTokens } from './access-tokens.ts'
import { loadSigningKeys, type SigningKeys } from './signing-keys.ts'

const origin = 'https://admin.halfmeasure.test'
const claims = {
  sub: '8f14e45f-ceea-467f-a0e6-5e0d6a1c2b3d',
  session_id: '1f3870be-274f-4c49-b3e3-1a0c6728957f',
  aal: 'aal1' as const,
}

let clock: TestClock
let keys: SigningKeys
let tokens: AccessTokens

beforeEach(async () => {
  clock = new TestClock()
  keys = await loadSigningKeys(temporaryDirectory(), clock.now)
  tokens = createAccessTokens(keys, origin, clock.now)
})

describe('an access token', () => {
  it('names its session, lives for 15 minutes and verifies with the published keys alone', async () => {
    const { token, expiresAt } = await tokens.issue(claims)
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys.jwks), { currentDate: clock.now() })
    expect(payload).toMatchObject({ sub: claims.sub, session_id: claims.session_id, aud: origin })
    expect(expiresAt - clock.now().getTime() / 1000).toBe(900)
    expect(payload.exp).toBe(expiresAt)
    expect(await tokens.verify(token)).toEqual(claims)
  })

  it('expires', async () => {
    const { token } = await tokens.issue(claims)
    clock.advance({ minutes: 15, seconds: 10 })
    await expect(tokens.verify(token)).rejects.toMatchObject({
      status: 401,
      code: 'bad_jwt',
      message: 'Expired JWT',
    })
  })

  /** A token like ours, but for what the case changes. */
  async function forge(
    change: (jwt: SignJWT) => void,
    header: Record<string, unknown> = {},
    key?: CryptoKey | Uint8Array,
  ) {
    const { token } = await tokens.issue(claims)
    const jwt = new SignJWT(decodeJwt(token)).setProtectedHeader({
      alg: 'ES256',
      ...decodeProtectedHeader(token),
      ...header,
    })
    change(jwt)
    return jwt.sign(key ?? keys.current.privateKey)
  }
  const unchanged = () => {}

  it('made by hand like ours is accepted, so that the refusals below mean something', async () => {
    await expect(tokens.verify(await forge(unchanged))).resolves.toMatchObject({ sub: claims.sub })
  })

  const inSeconds = (seconds: number) => Math.floor(clock.now().getTime() / 1000) + seconds
  const otherKey = async () => (await loadSigningKeys(temporaryDirectory(), clock.now)).current
  const cases: [string, () => Promise<string>][] = [
    ['signed by nobody', async () => new UnsecuredJWT({ ...claims }).setIssuer(origin).encode()],
    [
      'signed symmetrically with the public key',
      () => forge(unchanged, { alg: 'HS256' }, new TextEncoder().encode(JSON.stringify(keys.jwks.keys[0]))),
    ],
    ['of an unknown key', async () => forge(unchanged, { kid: 'unknown' }, (await otherKey()).privateKey)],
    ['of another key under our key’s name', async () => forge(unchanged, {}, (await otherKey()).privateKey)],
    ['of another type', () => forge(unchanged, { typ: 'JWT' })],
    ['not valid yet', () => forge((jwt) => jwt.setNotBefore(inSeconds(60)))],
    ['for another audience', () => forge((jwt) => jwt.setAudience('https://elsewhere.test'))],
    ['of another issuer', () => forge((jwt) => jwt.setIssuer('https://elsewhere.test'))],
    ['of nobody', () => forge((jwt) => jwt.setSubject('nobody'))],
    ['cut short', async () => (await tokens.issue(claims)).token.slice(0, -2)],
    ['that is none', async () => 'not a token'],
  ]
  it.each(cases)('%s is refused', async (_, make) => {
    await expect(tokens.verify(await make())).rejects.toMatchObject({
      status: 401,
      code: 'bad_jwt',
      message: 'Invalid token',
    })
  })

  it('without an expiry is refused', async () => {
    const { exp: _, ...endless } = decodeJwt((await tokens.issue(claims)).token)
    const token = await new SignJWT(endless)
      .setProtectedHeader({ alg: 'ES256', kid: keys.current.kid, typ: 'at+jwt' })
      .sign(keys.current.privateKey)
    await expect(tokens.verify(token)).rejects.toMatchObject({ code: 'bad_jwt' })
  })
})
