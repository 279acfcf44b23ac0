import { Session } from '@half-measure/shared/auth/session.ts'
import type { Hono } from 'hono'
import type { SingleSignOnConfig } from '../../src/config/config.ts'
import type { Db } from '../../src/database/schema/database.ts'
import { authRoutes } from '../../src/identity/auth-routes.ts'
import type { Identity } from '../../src/identity/identity.ts'
import { ProviderVisitor } from '../openid-provider.ts'
import { createTestApp, testClient } from './test-app.ts'
import { authConfig, type AuthConfig, openTestIdentity } from './test-identity.ts'

const ORIGIN = 'https://admin.halfmeasure.test'
export const CALLBACK = `${ORIGIN}/api/auth/oidc/callback`
const FLOW_COOKIE = '__Host-half-measure-single-sign-on-'

export interface SingleSignOnApp {
  readonly identity: Identity
  readonly app: Hono
  openBrowser(): SingleSignOnBrowser
}

/** The auth routes with a provider, and browsers that sign in with it. */
export async function openSingleSignOn(
  db: Db,
  singleSignOn: SingleSignOnConfig | undefined,
  now: () => Date,
  overrides: Partial<AuthConfig> = {},
): Promise<SingleSignOnApp> {
  const config = authConfig({ singleSignOn, ...overrides })
  const identity = await openTestIdentity(db, now, config)
  const app = createTestApp().route('/api/auth', authRoutes(identity, config, testClient))
  return { identity, app, openBrowser: () => new SingleSignOnBrowser(app) }
}

/** Where the callback led. */
interface Outcome {
  readonly failure: string | null
  readonly next: string | null
}

export class SingleSignOnBrowser {
  readonly cookies = new Map<string, string>()
  readonly #app: SingleSignOnApp['app']
  readonly #visitor = new ProviderVisitor()

  constructor(app: SingleSignOnApp['app']) {
    this.#app = app
  }

  /** A request with the cookies of the browser, which keeps those of the response. */
  async request(path: string, init: RequestInit = {}): Promise<Response> {
    const cookies = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(init.headers as Record<string, string>), Cookie: cookies }
    const response = await this.#app.request(path, { ...init, headers })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }

  /** Begins a sign-in. @returns where it leads: to the provider, or back with a failure. */
  async start(query: Record<string, string> = {}): Promise<string> {
    const response = await this.request(`/api/auth/oidc/start?${new URLSearchParams(query).toString()}`)
    return response.headers.get('location') ?? `status ${response.status}`
  }

  /** Begins and completes a sign-in at the provider. @param subject who signs in; by default the visitor declines. */
  async visit(subject: string | undefined, query: Record<string, string> = {}) {
    return this.#visitor.visit(await this.start(query), subject)
  }

  /** Opens the address that the provider leads back to. */
  async finish(callback: URL, headers: Record<string, string> = {}): Promise<Outcome> {
    const response = await this.request(callback.pathname + callback.search, { headers })
    const location = response.headers.get('location')
    if (response.status !== 302 || location === null)
      throw new Error(`${response.status}: ${await response.text()}`)
    const page = new URL(location)
    if (page.origin !== ORIGIN || page.pathname !== '/auth') throw new Error(`leads to ${location}`)
    return { failure: page.searchParams.get('failure'), next: page.searchParams.get('next') }
  }

  async signIn(subject: string | undefined, query: Record<string, string> = {}): Promise<Outcome> {
    return this.finish((await this.visit(subject, query)).callback)
  }

  /** The session of the refresh cookie. */
  async session(): Promise<Session> {
    const response = await this.request('/api/auth/token?grant_type=refresh_token', { method: 'POST' })
    return Session.parse(await response.json())
  }

  /** The role, or the code of the refusal. */
  async role(): Promise<string> {
    const { access_token: token } = await this.session()
    const response = await this.request('/api/auth/admin', { headers: { Authorization: `Bearer ${token}` } })
    const body = (await response.json()) as { role?: string; error?: { code: string } }
    return body.role ?? body.error?.code ?? ''
  }

  /** Cookies of the sign-ins under way, oldest first. */
  get flows(): [name: string, value: string][] {
    return [...this.cookies].filter(([name]) => name.startsWith(FLOW_COOKIE))
  }
}
