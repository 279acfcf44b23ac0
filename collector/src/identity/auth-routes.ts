import {
  EmailChangeLink,
  type FactorSession,
  LinkToken,
  Reauthentication,
  RecoveryRequest,
  UserChange,
} from '@half-measure/shared/auth/account.ts'
import { PasskeyGrant } from '@half-measure/shared/auth/passkey.ts'
import type { DemoCredentials } from '@half-measure/shared/auth/session.ts'
import { wellFormed } from '@half-measure/shared/text.ts'
import { type Context, type Handler, Hono } from 'hono'
import { z } from 'zod'
import type { Config } from '../config/config.ts'
import { ApiError } from '../platform/api-error.ts'
import { limitBody, noStore } from '../platform/http/guards.ts'
import { readJson } from '../platform/http/read-request.ts'
import { recover, redeemLink } from './account-links.ts'
import { authenticate, identify, type Principal } from './authenticate.ts'
import { browserName } from './browser-name.ts'
import { confirmEmailChange, requestEmailChange } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { createCookies } from './cookies.ts'
import { dashboardOnly } from './dashboard-origin.ts'
import { ensureAdminUser, opensDashboard } from './ensure-admin.ts'
import { invalidRequest, notAdmin } from './errors.ts'
import type { Identity } from './identity.ts'
import { signInWithPasskey } from './passkeys/passkey-sign-in.ts'
import { passkeyRoutes } from './passkeys/passkey-routes.ts'
import { readAuthBody, readCredentials, readRedirect } from './read-auth-request.ts'
import { reauthenticate } from './reauthenticate.ts'
import type { SignInBrowser } from './record-sign-in.ts'
import { COOKIE_GRACE_MS, refresh, ROTATION_GRACE_MS } from './refresh.ts'
import { bearerToken, readBearer } from './require-admin.ts'
import { assertRecentlyAuthenticated } from './route-access.ts'
import { factorRoutes } from './second-factors/factor-routes.ts'
import type { VerifiedFactor } from './second-factors/attempt-factor.ts'
import { sessionRoutes } from './session-routes.ts'
import { type SignedIn, signIn, signUp } from './sign-in.ts'
import { sessionOfRefreshToken, signOut, signOutOthers } from './sign-out.ts'
import { singleSignOnRoutes } from './single-sign-on/single-sign-on-routes.ts'
import { unlink } from './single-sign-on/unlink.ts'
import { JWKS_MAX_AGE_SECONDS } from './signing-keys.ts'
import { describeUser } from './users.ts'

const MAX_BODY_BYTES = 16 * 1024

/** `/api/auth`: sign-in, sessions, the user's account and second factors. */
export function authRoutes(
  identity: Identity,
  config: Pick<Config, 'admin' | 'origins' | 'listen' | 'singleSignOn'>,
  clientAddress: (c: Context) => string,
): Hono {
  const cookies = createCookies(config.origins.dashboard)
  /** For routes that need no session. */
  const publicIdentity = { ...identity, db: identity.publicDb }
  const routes = new Hono()

  routes.use(noStore, dashboardOnly(config), limitBody(MAX_BODY_BYTES))

  routes.route('/', singleSignOnRoutes(publicIdentity, { config, cookies, clientAddress }))

  routes.post('/token', async (c) => {
    switch (c.req.query('grant_type')) {
      case 'password': {
        const credentials = await readCredentials(c)
        return respondWithDevice(c, (browser) =>
          signIn(publicIdentity, credentials, clientAddress(c), browser),
        )
      }
      case 'passkey': {
        const { credential } = await readAuthBody(c, PasskeyGrant, 'Send the credential of a passkey')
        return respondWithDevice(c, (browser) =>
          signInWithPasskey(publicIdentity, credential, clientAddress(c), browser),
        )
      }
      case 'refresh_token': {
        const { token, isCookie } = await presentedRefreshToken(c)
        if (token === undefined) {
          cookies.refresh.clear(c)
          throw new ApiError(400, 'refresh_token_not_found', 'Auth session missing')
        }
        try {
          const issued = await refresh(publicIdentity, token, isCookie ? COOKIE_GRACE_MS : ROTATION_GRACE_MS)
          // The cookie is hidden from scripts, so its token must not appear in a body.
          return respond(c, issued, isCookie || !wantsToken(c))
        } catch (error) {
          // A refusal is final; after any other failure, such as a busy database, the token may still be valid.
          if (error instanceof ApiError && error.status < 500) cookies.refresh.clear(c)
          throw error
        }
      }
      default:
        throw new ApiError(
          400,
          'unsupported_grant_type',
          'grant_type must be password, passkey or refresh_token',
        )
    }
  })

  // There are no reader accounts. The demonstration allows one, to show what an account without rights sees.
  routes.post('/signup', async (c) => {
    const credentials = await readCredentials(c)
    if (!config.admin.demo)
      throw new ApiError(422, 'signup_disabled', 'There are no reader accounts: only administrators sign in')
    const opens = readRedirect(c, config.origins)
    return respond(c, await signUp(publicIdentity, credentials, { browser: browserOf(c), opens }))
  })

  routes.post('/logout', async (c) => {
    if (c.req.query('scope') === 'others') {
      await signOutOthers(identity, await authenticate(identity, readBearer(c)))
      return c.body(null, 204)
    }
    const { token } = await presentedRefreshToken(c)
    const sessionId = token && (await sessionOfRefreshToken(publicIdentity, token))
    if (sessionId) await signOut(publicIdentity, sessionId)
    // Not before: while the session goes on, the browser needs the cookie to end it.
    cookies.refresh.clear(c)
    // An invalid bearer token is an error only if no cookie names the session.
    if (!sessionId && bearerToken(c)) await signOut(identity, (await principalOf(c)).sessionId)
    return c.body(null, 204)
  })

  routes.post('/ensure-admin-user', async (c) => {
    await ensureAdminUser(publicIdentity, config.admin, await readCredentials(c), clientAddress(c))
    return c.json({})
  })

  routes.post('/recover', async (c) => {
    const { email } = await readAuthBody(c, RecoveryRequest, 'This is not an email address')
    await recover(publicIdentity, email, clientAddress(c))
    return c.json({})
  })

  routes.post('/verify', async (c) => {
    const link = await readAuthBody(c, LinkToken, 'Send a type and its token')
    return respond(c, await redeemLink(publicIdentity, link, browserOf(c)))
  })

  routes.get('/user', async (c) => {
    const { userId, email } = await principalOf(c)
    return c.json(await describeUser(identity.db, { id: userId, email }))
  })

  routes.patch('/user', async (c) => {
    const principal = await principalOf(c)
    const change = await readAuthBody(
      c,
      UserChange,
      'Send the new password, or the new address and the password',
    )
    return c.json(
      change.email === undefined
        ? await changePassword(identity, principal, change, clientAddress(c))
        : await requestEmailChange(identity, principal, change, clientAddress(c)),
    )
  })

  routes.delete('/identities', async (c) => {
    const principal = await principalOf(c)
    const issuer = c.req.query('issuer')
    if (issuer === undefined) throw invalidRequest('Send the issuer of a linked identity in the query')
    return c.json(await unlink(identity, principal, wellFormed(issuer)))
  })

  routes.post('/reauthenticate', async (c) => {
    const principal = await principalOf(c)
    const given = await readAuthBody(c, Reauthentication, 'Send the password, or the credential of a passkey')
    await reauthenticate(identity, principal, given, clientAddress(c))
    return c.body(null, 204)
  })

  routes.post('/email-change', async (c) => {
    const { token } = await readAuthBody(c, EmailChangeLink, 'Send the token of the link')
    await confirmEmailChange(publicIdentity, token)
    return c.json({})
  })

  routes.route('/sessions', sessionRoutes(identity, cookies.refresh))

  const requests = { clientAddress, principalOf, respond }
  routes.route('/', factorRoutes(identity, requests))
  routes.route('/passkeys', passkeyRoutes(identity, requests))

  routes.get('/admin', async (c) => {
    const { role } = await authenticate(identity, readBearer(c))
    if (role === null) throw notAdmin()
    return c.json({ role })
  })

  routes.get('/demo-credentials', async (c) => {
    const { demo, email, password } = config.admin
    if (!demo || !(await opensDashboard(publicIdentity, { email, password })))
      throw new ApiError(404, 'not_found', 'This is not the demonstration: use an account of your own')
    return c.json({ email, password } satisfies DemoCredentials)
  })

  return routes

  async function respondWithDevice(
    c: Context,
    signIn: (browser: SignInBrowser) => Promise<SignedIn>,
  ): Promise<Response> {
    const { device, ...issued } = await signIn({ device: cookies.device.read(c), name: browserOf(c) })
    if (!wantsToken(c)) cookies.device.write(c, device)
    return respond(c, issued)
  }

  /** The refresh token goes into the cookie, or into the body if the client requests that. */
  function respond(
    c: Context,
    { session, refreshToken, recoveryCodes }: VerifiedFactor,
    inCookie = !wantsToken(c),
  ): Response {
    if (inCookie) cookies.refresh.write(c, refreshToken)
    return c.json({
      ...session,
      ...(!inCookie && { refresh_token: refreshToken }),
      ...(recoveryCodes && { recovery_codes: [...recoveryCodes] }),
    } satisfies FactorSession)
  }

  /**
   * The principal, before the second factor too.
   *
   * @throws {ApiError} 401; 403 where the route needs re-authentication.
   */
  async function principalOf(c: Context): Promise<Principal> {
    const principal = await identify(identity, readBearer(c))
    assertRecentlyAuthenticated(c, principal, identity.now())
    return principal
  }

  async function presentedRefreshToken(
    c: Context,
  ): Promise<{ readonly token: string | undefined; readonly isCookie: boolean }> {
    const body = RefreshBody.safeParse(await readJson(c))
    return body.success
      ? { token: body.data.refresh_token, isCookie: false }
      : { token: cookies.refresh.read(c), isCookie: true }
  }
}

/** `/.well-known/jwks.json`. */
export function jwksHandler({ keys }: Pick<Identity, 'keys'>): Handler {
  return (c) => c.json(keys.jwks, 200, { 'Cache-Control': `public, max-age=${JWKS_MAX_AGE_SECONDS}` })
}

function browserOf(c: Context): string | null {
  return browserName(c.req.header('User-Agent'))
}

/** Whether the client keeps its refresh token itself, rather than in a cookie. */
function wantsToken(c: Context): boolean {
  return c.req.header('X-Session-Mode') === 'token'
}

const RefreshBody = z.object({ refresh_token: z.string().min(1) })
