import {
  FactorAnswer,
  FactorRequest,
  LinkToken,
  EmailChangeLink,
  RecoveryRequest,
  UserChange,
  type EnrolledFactor,
  type FactorChallenge,
  type FactorSession,
  type OwnSessions,
  type RecoveryCodes,
  type RecoveryCodesLeft,
} from '@half-measure/shared/auth/account.ts'
import type { DemoCredentials } from '@half-measure/shared/auth/session.ts'
import { Hono, type Context, type Handler } from 'hono'
import type { Auth } from '../auth/auth.ts'
import type { Principal } from '../auth/authenticate.ts'
import {
  noAuthorization,
  noDemoCredentials,
  notAdmin,
  sessionMissing,
  signUpDisabled,
  unsupportedGrantType,
} from '../auth/auth-errors.ts'
import { factorId, readBody, readCredentials, readRefreshToken } from '../auth/auth-requests.ts'
import { dashboardOnly } from '../auth/dashboard-origin.ts'
import { createRefreshCookie } from '../auth/refresh-cookie.ts'
import { JWKS_MAX_AGE_SECONDS } from '../auth/signing-keys.ts'
import type { IssuedSession } from '../auth/sessions.ts'
import type { Config } from '../config/config.ts'
import { ApiError } from '../platform/api-error.ts'
import type { AppEnv } from '../platform/http/app-env.ts'
import { limitBody, noStore } from '../platform/http/guards.ts'
import { bearerToken, principalOf } from '../http/require-admin.ts'

const MAX_BODY_BYTES = 16 * 1024

/** Accounts, to be mounted at `/api/auth`. Expects `clientAddress` and the application's error handler. */
export function authRoutes(
  auth: Auth,
  { config }: { config: Pick<Config, 'admin' | 'origins' | 'listen'> },
): Hono<AppEnv> {
  const cookie = createRefreshCookie(config.origins.dashboard)
  const routes = new Hono<AppEnv>()

  routes.use(noStore, dashboardOnly(config), limitBody(MAX_BODY_BYTES))

  routes.post('/token', async (c) => {
    switch (c.req.query('grant_type')) {
      case 'password': {
        const credentials = await readCredentials(c)
        return answer(c, await auth.signIn(credentials, c.get('clientAddress')))
      }
      case 'refresh_token': {
        const token = await presentedRefreshToken(c)
        if (token === undefined) throw sessionMissing()
        try {
          return answer(c, await auth.refresh(token))
        } catch (error) {
          // A refusal is final; after any other failure the token may still be good.
          if (error instanceof ApiError) cookie.clear(c)
          throw error
        }
      }
      default:
        throw unsupportedGrantType()
    }
  })

  // There are no reader accounts. Where everything is a demonstration on this machine, one may be made, to see what
  // somebody without rights sees; the redirect to the site's root that the caller names has no mail to go into.
  routes.post('/signup', async (c) => {
    const credentials = await readCredentials(c)
    if (!config.admin.demo) throw signUpDisabled()
    return answer(c, await auth.signUp(credentials))
  })

  routes.post('/logout', async (c) => {
    if (c.req.query('scope') === 'others') {
      await auth.signOutOthers(await principalOf(auth, c))
      return c.body(null, 204)
    }
    const refreshToken = await presentedRefreshToken(c)
    cookie.clear(c)
    const sessionId = refreshToken && (await auth.sessionOfRefreshToken(refreshToken))
    if (sessionId) await auth.signOut(sessionId)
    // A bearer that cannot be trusted is an error only where nothing else names the session.
    else if (bearerToken(c)) await auth.signOut((await identified(c)).sessionId)
    return c.body(null, 204)
  })

  routes.post('/ensure-admin-user', async (c) => {
    await auth.ensureAdminUser(await readCredentials(c), c.get('clientAddress'))
    return c.json({})
  })

  routes.post('/recover', async (c) => {
    const { email } = await readBody(c, RecoveryRequest, 'That is not an e-mail address')
    await auth.recover(email, c.get('clientAddress'))
    return c.json({})
  })

  routes.post('/verify', async (c) => {
    return answer(c, await auth.redeemLink(await readBody(c, LinkToken, 'Send a type and its token')))
  })

  routes.get('/user', async (c) => c.json(await auth.describeUser(await identified(c))))

  routes.patch('/user', async (c) => {
    const principal = await identified(c)
    const change = await readBody(c, UserChange, 'Send the new password, or the new address and the password')
    if (change.email === undefined) await auth.changePassword(principal, change, c.get('clientAddress'))
    else await auth.requestEmailChange(principal, change, c.get('clientAddress'))
    return c.json(await auth.describeUser(principal))
  })

  routes.post('/email-change', async (c) => {
    const { token } = await readBody(c, EmailChangeLink, 'Send the token of the link')
    await auth.confirmEmailChange(token)
    return c.json({})
  })

  routes.get('/sessions', async (c) => {
    const sessions: OwnSessions = await auth.ownSessions(await principalOf(auth, c))
    return c.json(sessions)
  })

  routes.post('/factors', async (c) => {
    const principal = await identified(c)
    const factor: EnrolledFactor = await auth.factors.enrol(
      principal,
      await readBody(c, FactorRequest, 'The factor_type is totp; a friendly_name has 60 characters at most'),
    )
    return c.json(factor)
  })

  routes.post('/factors/:id/challenge', async (c) => {
    const challenge: FactorChallenge = await auth.factors.challenge(await identified(c), factorId(c))
    return c.json(challenge)
  })

  routes.post('/factors/:id/verify', async (c) => {
    const principal = await identified(c)
    const given = await readBody(c, FactorAnswer, 'Send the challenge_id and a code')
    const { recoveryCodes, ...issued } = await auth.factors.verify(
      principal,
      factorId(c),
      given,
      c.get('clientAddress'),
    )
    return answer(c, issued, recoveryCodes ? { recovery_codes: [...recoveryCodes] } : {})
  })

  routes.delete('/factors/:id', async (c) => {
    await auth.factors.remove(await identified(c), factorId(c))
    return c.body(null, 204)
  })

  routes.get('/recovery-codes', async (c) => {
    const remaining = await auth.recoveryCodes.remaining(await principalOf(auth, c))
    return c.json({ remaining } satisfies RecoveryCodesLeft)
  })

  routes.post('/recovery-codes', async (c) => {
    const codes = await auth.recoveryCodes.renew(await principalOf(auth, c))
    return c.json({ recovery_codes: codes } satisfies RecoveryCodes)
  })

  routes.get('/admin', async (c) => {
    const { role } = await principalOf(auth, c)
    if (role === null) throw notAdmin()
    return c.json({ role })
  })

  routes.get('/demo-credentials', (c) => {
    if (!config.admin.demo) throw noDemoCredentials()
    const { email, password } = config.admin
    return c.json({ email, password } satisfies DemoCredentials)
  })

  /** The refresh token goes into the cookie, or into the body for a client that asks for it. */
  function answer(
    c: Context,
    { session, refreshToken }: IssuedSession,
    beside: Pick<FactorSession, 'recovery_codes'> = {},
  ): Response {
    if (wantsTokens(c)) {
      return c.json({ ...session, refresh_token: refreshToken, ...beside } satisfies FactorSession)
    }
    cookie.write(c, refreshToken)
    return c.json({ ...session, ...beside } satisfies FactorSession)
  }

  /** Who asks, whose second factor may still be missing. @throws {ApiError} 401. */
  async function identified(c: Context): Promise<Principal> {
    const token = bearerToken(c)
    if (token === undefined) throw noAuthorization()
    return auth.identify(token)
  }

  async function presentedRefreshToken(c: Context): Promise<string | undefined> {
    return (await readRefreshToken(c)) ?? cookie.read(c)
  }

  return routes
}

/** For `/.well-known/jwks.json`. */
export function jwksHandler(auth: Auth): Handler {
  return (c) => c.json(auth.jwks, 200, { 'Cache-Control': `public, max-age=${JWKS_MAX_AGE_SECONDS}` })
}

function wantsTokens(c: Context): boolean {
  return c.req.header('X-Session-Mode') === 'token'
}
