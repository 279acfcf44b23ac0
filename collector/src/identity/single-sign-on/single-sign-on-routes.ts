import {
  SINGLE_SIGN_ON_START,
  type SingleSignOnFailure,
  type SignInOptions,
} from '@half-measure/shared/auth/single-sign-on.ts'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Config, SingleSignOnConfig } from '../../config/config.ts'
import { ApiError } from '../../platform/api-error.ts'
import { createSecretToken } from '../../platform/secret-token.ts'
import { browserName } from '../browser-name.ts'
import type { createCookies } from '../cookies.ts'
import { invalidRequest, noSingleSignOn } from '../errors.ts'
import type { Identity } from '../identity.ts'
import { recordSignIn, type SignInBrowser } from '../record-sign-in.ts'
import { endSession, startSession } from '../sessions.ts'
import type { SignedIn } from '../sign-in.ts'
import { sessionOfRefreshToken } from '../sign-out.ts'
import { admit } from './admit.ts'
import type { SignInFlow } from './flow.ts'
import { createProvider, type Provider, ProviderError, type ProviderPerson } from './provider.ts'

const CALLBACK = '/api/auth/oidc/callback'
/** Sign-ins that can be under way in one browser. Their cookies travel with every request. */
const MAX_FLOWS = 4
/** Tolerance between the provider's clock and ours. Milliseconds. */
const CLOCK_TOLERANCE_MS = 30_000

const StartQuery = z.object({
  /** Where the sign-in page leads afterwards. The page checks it. */
  next: z.string().max(1_000).optional(),
  /** The provider has to ask for the password again, and the new session replaces the current one. */
  confirm: z.literal('1').optional(),
})

interface Parts {
  readonly config: Pick<Config, 'origins' | 'singleSignOn'>
  readonly cookies: ReturnType<typeof createCookies>
  readonly clientAddress: (c: Context) => string
}

/**
 * `/api/auth/oidc`: to the provider and back. Success and failure both lead to the sign-in page, which finds the new
 * session, or the reason in its URL.
 */
export function singleSignOnRoutes(identity: Identity, { config, cookies, clientAddress }: Parts): Hono {
  const { dashboard, loopbackAliases } = config.origins
  const { db, flows, limits, log, now } = identity
  const settings = config.singleSignOn
  const provider = settings && createProvider(settings, dashboard + CALLBACK)

  return new Hono()
    .get('/options', (c) =>
      c.json({ single_sign_on: settings ? { name: settings.name } : null } satisfies SignInOptions),
    )

    .get('/oidc/start', async (c) => {
      if (!provider) throw noSingleSignOn()
      const { search, host } = new URL(c.req.url)
      // The provider redirects back to this origin, which must have the cookie by then.
      if (loopbackAliases && host !== new URL(dashboard).host)
        return c.redirect(dashboard + SINGLE_SIGN_ON_START + search)
      const query = StartQuery.safeParse(c.req.query())
      if (!query.success) throw invalidRequest('next is a path; confirm is 1')
      const { next, confirm } = query.data
      const flow: SignInFlow = {
        state: createSecretToken(),
        nonce: createSecretToken(),
        verifier: createSecretToken(),
        startedAt: now().getTime(),
        next,
        device: cookies.device.read(c),
        replaces: confirm && (await currentSession(c)),
      }
      try {
        const url = await provider.authorizationUrl(flow)
        dropOldFlows(c)
        cookies.flows.of(flow.state).write(c, flows.seal(flow))
        return c.redirect(url.href)
      } catch (error) {
        return leave(c, next, failureOf(error))
      }
    })

    .get('/oidc/callback', async (c) => {
      if (!provider) throw noSingleSignOn()
      // Any website can lead a browser here, also one that it has led to the provider before: it does not know the state.
      const flow = readFlow(c, c.req.query('state') ?? '')
      const client = limits.forClient('client', clientAddress(c))
      try {
        await limits.check(db, client)
      } catch (error) {
        if (error instanceof ApiError && error.status === 429)
          return leave(c, flow?.next, 'too_many_attempts')
        throw error
      }
      const outcome = await complete(c, provider, settings, flow)
      if (flow) cookies.flows.of(flow.state).clear(c)
      if ('failure' in outcome) {
        const { failure, userId } = outcome
        if (flow !== undefined && failure !== 'unavailable') {
          await db.transaction().execute((trx) => limits.attempt(trx, client))
          await identity.recordRefusal('single_sign_on_refused', { userId, details: { reason: failure } })
        }
        return leave(c, flow?.next, failure)
      }
      cookies.refresh.write(c, outcome.refreshToken)
      cookies.device.write(c, outcome.device)
      return leave(c, flow?.next)
    })

  /** Redirects to the sign-in page, the only one that these routes lead to. It checks `next`. */
  function leave(c: Context, next: string | undefined, failure?: SingleSignOnFailure): Response {
    const page = new URL('/auth', dashboard)
    if (next !== undefined) page.searchParams.set('next', next)
    if (failure !== undefined) page.searchParams.set('failure', failure)
    return c.redirect(page.href)
  }

  /** The flow of a state, if this browser began it. */
  function readFlow(c: Context, state: string): SignInFlow | undefined {
    const flow = flows.open(cookies.flows.of(state).read(c))
    return flow?.state === state ? flow : undefined
  }

  /** Makes room for a new flow: the oldest cookies go, those that are none of ours first. */
  function dropOldFlows(c: Context): void {
    const startOf = (state: string) => readFlow(c, state)?.startedAt ?? 0
    const newestFirst = cookies.flows.ids(c).toSorted((a, b) => startOf(b) - startOf(a))
    for (const state of newestFirst.slice(MAX_FLOWS - 1)) cookies.flows.of(state).clear(c)
  }

  async function currentSession(c: Context): Promise<string | undefined> {
    const token = cookies.refresh.read(c)
    return token === undefined ? undefined : sessionOfRefreshToken(identity, token)
  }

  async function complete(
    c: Context,
    provider: Provider,
    settings: SingleSignOnConfig,
    flow: SignInFlow | undefined,
  ): Promise<Outcome> {
    if (!flow || !(await isFirstUse(flow))) return { failure: 'expired' }
    let person: ProviderPerson
    try {
      person = await provider.identify(new URL(c.req.url).search, flow)
    } catch (error) {
      return { failure: failureOf(error) }
    }
    if (flow.replaces !== undefined && !wasPromptedAgain(person, flow)) return { failure: 'not_confirmed' }
    const browser = { device: flow.device, name: browserName(c.req.header('User-Agent')) }
    return signIn(settings, person, browser, flow.replaces)
  }

  async function isFirstUse({ state }: SignInFlow): Promise<boolean> {
    const limit = limits.forSubject('single_sign_on_state', state)
    const { allowed } = await db.transaction().execute((trx) => limits.attempt(trx, [limit]))
    return allowed
  }

  async function signIn(
    settings: SingleSignOnConfig,
    person: ProviderPerson,
    browser: SignInBrowser,
    replaces: string | undefined,
  ): Promise<Outcome> {
    // Hashed before the transaction: the embedded database has one connection.
    const passwordHash = await identity.passwords.hashOfUnknown()
    return db.transaction().execute(async (trx) => {
      const at = now()
      const admission = await admit(trx, { ...identity, passwordHash }, settings, person, at)
      if ('failure' in admission) return admission
      const { user, isNew } = admission
      const device = await recordSignIn(trx, identity, { user, browser, details: { method: 'oidc' } }, at)
      if (replaces !== undefined) await endSession(trx, replaces, 'signed_in_again', at)
      const authenticatedAt = isNew ? at : authenticatedAtOf(person, at)
      const { refreshToken } = await startSession(trx, user.id, 'oidc', at, {
        browser: browser.name,
        authenticatedAt,
      })
      return { refreshToken, device }
    })
  }

  function failureOf(error: unknown): SingleSignOnFailure {
    if (!(error instanceof ProviderError)) throw error
    const { code, message } = error
    if (code !== 'denied') log.warn({ reason: message }, 'a sign-in with the OpenID provider failed')
    return code
  }
}

/** The page requests its own access token. */
type Outcome = Omit<SignedIn, 'session'> | { readonly failure: SingleSignOnFailure; readonly userId?: string }

/** An open session at the provider proves nothing: what counts is when the password was last verified there. */
function authenticatedAtOf({ authenticatedAt }: ProviderPerson, at: Date): Date {
  return new Date(Math.min(authenticatedAt?.getTime() ?? 0, at.getTime()))
}

function wasPromptedAgain({ authenticatedAt }: ProviderPerson, { startedAt }: SignInFlow): boolean {
  return authenticatedAt !== undefined && authenticatedAt.getTime() >= startedAt - CLOCK_TOLERANCE_MS
}
