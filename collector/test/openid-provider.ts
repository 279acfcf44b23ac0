import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, decodeJwt, SignJWT } from 'jose'
import { type Configuration, Provider } from 'oidc-provider'

export const client = { id: 'half-measure', secret: 'a secret of the client' }

interface Person {
  email?: string
  email_verified?: boolean
}

/** Claims to change in the next ID token; signed with a key of nobody where `key` is `foreign`. */
interface Forgery {
  claims?: Readonly<Record<string, unknown>>
  key?: 'own' | 'foreign'
}

/**
 * An OpenID provider on loopback: a real one, with a page to sign in as anybody it knows. It asks for no consent.
 *
 * @param redirectUri the collector's callback.
 * @param options how clients show their secret.
 */
export async function openProvider(
  redirectUri: string,
  {
    authentication = 'client_secret_post',
  }: { authentication?: 'client_secret_post' | 'client_secret_basic' } = {},
) {
  const people = new Map<string, Person>()
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const foreign = await generateKeyPair('RS256')
  let forgery: Forgery | undefined
  let isHolding = false
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: authentication,
      },
    ],
    clientAuthMethods: [authentication],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'own' }] },
    cookies: { keys: ['a key of the tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { claimsParameter: { enabled: true } },
    ttl: { Session: 3_600, Interaction: 3_600, Grant: 3_600, AccessToken: 3_600, IdToken: 3_600 },
    findAccount: (_, sub) => {
      const person = people.get(sub)
      return person && { accountId: sub, claims: () => ({ sub, ...person }) }
    },
    async loadExistingGrant(ctx) {
      const { client: relyingParty, session, params } = ctx.oidc
      if (!relyingParty || !session?.accountId) return undefined
      // Another grant would void the code of a sign-in in another tab.
      const known = session.grantIdFor(relyingParty.clientId)
      if (known !== undefined) return provider.Grant.find(known)
      const grant = new provider.Grant({ clientId: relyingParty.clientId, accountId: session.accountId })
      grant.addOIDCScope(String(params?.scope))
      grant.addOIDCClaims(['auth_time'])
      await grant.save()
      return grant
    },
  } satisfies Configuration)

  provider.use(async (ctx, next) => {
    await next()
    if (ctx.path !== '/token' || forgery === undefined) return
    const { claims = {}, key = 'own' } = forgery
    const body = ctx.body as { id_token: string }
    const forged: JWTPayload = { ...decodeJwt(body.id_token), ...claims }
    body.id_token = await new SignJWT(forged)
      .setProtectedHeader({ alg: 'RS256', kid: 'own' })
      .sign(key === 'own' ? privateKey : foreign.privateKey)
  })
  const handle = provider.callback()
  server.on('request', (request, response) => {
    if (!isHolding) void handle(request, response)
  })

  return {
    issuer,
    people,
    /** For every ID token from now on. */
    forge: (next: Forgery | undefined) => void (forgery = next),
    /** Accepts connections and never responds. */
    hold: () => void (isHolding = true),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
export type TestProvider = Awaited<ReturnType<typeof openProvider>>

/** A browser's cookies at the provider, and what it does there. */
export class ProviderVisitor {
  readonly #cookies = new Map<string, string>()

  /**
   * Follows a link to the provider, and signs in where it prompts for that.
   *
   * @param subject who signs in; without one, the visitor declines.
   * @returns where the provider leads back to, and whether it prompted for a sign-in.
   */
  async visit(url: string, subject: string | undefined): Promise<{ callback: URL; wasPrompted: boolean }> {
    let wasPrompted = false
    for (let at = new URL(url), steps = 0; steps < 20; steps += 1) {
      const page = await this.#request(at)
      const location = page.headers.get('location')
      if (location !== null) {
        const next = new URL(location, at)
        if (next.origin !== at.origin) return { callback: next, wasPrompted }
        at = next
        continue
      }
      const text = await page.text()
      const target =
        subject === undefined ? /href="([^"]+\/abort)"/.exec(text)?.[1] : /action="([^"]+)"/.exec(text)?.[1]
      if (target === undefined) throw new Error(`the provider responded with ${page.status}: ${text}`)
      wasPrompted = true
      const response =
        subject === undefined
          ? await this.#request(new URL(target, at))
          : await this.#request(new URL(target, at), { prompt: 'login', login: subject, password: 'any' })
      at = new URL(response.headers.get('location') ?? '', at)
    }
    throw new Error('the provider leads nowhere')
  }

  async #request(url: URL, form?: Record<string, string>): Promise<Response> {
    const cookies = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { Cookie: cookies },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return response
  }
}
