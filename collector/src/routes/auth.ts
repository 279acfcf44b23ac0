import { PasswordGrant, type DemoCredentials, type Session } from '@half-measure/shared/auth/session.ts'
import { Hono, type Context, type Handler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import type { Auth } from '../auth/auth.ts'
import {
  invalidEmail,
  missingCredentials,
  noDemoCredentials,
  notAdmin,
  sessionMissing,
  signUpDisabled,
  unsupportedGrantType,
} from '../auth/auth-errors.ts'
import { dashboardOnly } from '../auth/dashboard-origin.ts'
import { createRefreshCookie } from '../auth/refresh-cookie.ts'
import type { IssuedSession } from '../auth/sessions.ts'
import type { Config } from '../config/config.ts'
import { ApiError } from '../errors.ts'
import type { AppEnv } from '../http/app-env.ts'
import { bearerToken, principalOf } from '../http/require-admin.ts'

const MAX_BODY_BYTES = 16 * 1024

/** Accounts, to be mounted at `/api/auth`. Expects `clientAddress` and the application's error handler. */
export function authRoutes(
  auth: Auth,
  { config }: { config: Pick<Config, 'admin' | 'origins' | 'listen'> },
): Hono<AppEnv> {
  const cookie = createRefreshCookie(config.origins.dashboard)
  const routes = new Hono<AppEnv>()

  routes.use(noStore, dashboardOnly(config), smallBody)

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
    const refreshToken = await presentedRefreshToken(c)
    cookie.clear(c)
    const sessionId = refreshToken && (await auth.sessionOfRefreshToken(refreshToken))
    if (sessionId) await auth.signOut(sessionId)
    // A bearer that cannot be trusted is an error only where nothing else names the session.
    else if (bearerToken(c)) await auth.signOut((await principalOf(auth, c)).sessionId)
    return c.body(null, 204)
  })

  routes.post('/ensure-admin-user', async (c) => {
    await auth.ensureAdminUser(await readCredentials(c), c.get('clientAddress'))
    return c.json({})
  })

  routes.get('/user', async (c) => c.json(await auth.describeUser(await principalOf(auth, c))))

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
  function answer(c: Context, { session, refreshToken }: IssuedSession): Response {
    if (wantsTokens(c)) return c.json({ ...session, refresh_token: refreshToken } satisfies Session)
    cookie.write(c, refreshToken)
    return c.json(session satisfies Session)
  }

  async function presentedRefreshToken(c: Context): Promise<string | undefined> {
    const body = RefreshBody.safeParse(await readJson(c))
    return body.success ? body.data.refresh_token : cookie.read(c)
  }

  return routes
}

/** For `/.well-known/jwks.json`. */
export function jwksHandler(auth: Auth): Handler {
  return (c) => c.json(auth.jwks, 200, { 'Cache-Control': 'public, max-age=600' })
}

const RefreshBody = z.object({ refresh_token: z.string().min(1) })

function wantsTokens(c: Context): boolean {
  return c.req.header('X-Session-Mode') === 'token'
}

/** @throws {ApiError} 400 `validation_failed`. */
async function readCredentials(c: Context): Promise<PasswordGrant> {
  const body = await readJson(c)
  const given = z.object({ email: z.string().trim().min(1), password: z.string().min(1) }).safeParse(body)
  if (!given.success) throw missingCredentials()
  const credentials = PasswordGrant.safeParse(given.data)
  if (!credentials.success) throw invalidEmail()
  return credentials.data
}

/** Undefined for a body that is none. */
async function readJson(c: Context): Promise<unknown> {
  try {
    return await c.req.json<unknown>()
  } catch {
    return undefined
  }
}

const noStore = createMiddleware(async (c, next) => {
  await next()
  c.header('Cache-Control', 'no-store')
})

const smallBody = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: () => {
    throw new ApiError(413, 'body_too_large', `At most ${MAX_BODY_BYTES} bytes, please`)
  },
})
