import type { SingleSignOnFailure } from '@half-measure/shared/auth/single-sign-on.ts'
import type * as openIdClient from 'openid-client'
import type { ClientAuth, Configuration, CustomFetch } from 'openid-client'
import type { SingleSignOnConfig } from '../../config/config.ts'
import type { SignInFlow } from './flow.ts'

const DEADLINE_MS = 5_000
/** How long the provider's metadata are used before they are read again. Milliseconds. */
const METADATA_MS = 3_600_000

/** A person, as the provider describes them. */
export interface ProviderPerson {
  readonly issuer: string
  /** The provider's id of the person; unlike an address it is never reassigned. */
  readonly subject: string
  /** As the provider writes it; undefined unless verified. */
  readonly email: string | undefined
  /** The person's organisation, if the provider names it: Google's `hd`. */
  readonly organisation: string | undefined
  /** When the person last signed in there, if the provider says so. */
  readonly authenticatedAt: Date | undefined
}

export type Provider = ReturnType<typeof createProvider>

/** Its message holds no code, token or claim. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly code: Extract<SingleSignOnFailure, 'unavailable' | 'denied' | 'failed'>

  constructor(code: ProviderError['code'], message: string) {
    super(message)
    this.code = code
  }
}

type Settings = Pick<SingleSignOnConfig, 'issuer' | 'clientId' | 'clientSecret' | 'deadlineMs'>

/** Authorization code flow with PKCE, state and nonce. The provider is not contacted before the first sign-in. */
export function createProvider(
  { issuer, clientId, clientSecret, deadlineMs = DEADLINE_MS }: Settings,
  redirectUri: string,
) {
  const isInsecure = new URL(issuer).protocol === 'http:'
  let known: { configuration: Promise<Configuration>; since: number } | undefined

  return {
    /** The URL to redirect the browser to. @throws {ProviderError} `unavailable`. */
    async authorizationUrl({ state, nonce, verifier, replaces }: SignInFlow) {
      const client = await loadClient()
      return client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        // Providers may omit `auth_time` unless requested.
        claims: JSON.stringify({ id_token: { auth_time: { essential: true } } }),
        ...(replaces === undefined ? {} : { prompt: 'login', max_age: '0' }),
      })
    },

    /** The person who signed in. @param query the callback's. @throws {ProviderError} */
    async identify(query: string, { state, nonce, verifier }: SignInFlow): Promise<ProviderPerson> {
      const client = await loadClient()
      const config = await configuration()
      try {
        const tokens = await client.authorizationCodeGrant(config, new URL(redirectUri + query), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
        })
        const claims = tokens.claims()
        if (!claims) throw new ProviderError('failed', 'no ID token')
        // By the standard, the address may only be in the response to a second request.
        const profile =
          claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
            ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
            : claims
        return {
          issuer: claims.iss,
          subject: claims.sub,
          email: verifiedAddress(profile),
          organisation: typeof claims.hd === 'string' ? claims.hd : undefined,
          authenticatedAt: claims.auth_time === undefined ? undefined : new Date(claims.auth_time * 1_000),
        }
      } catch (error) {
        throw toProviderError(error)
      }
    },
  }

  /** Concurrent callers share one discovery. After a failure the next caller tries again. */
  function configuration(): Promise<Configuration> {
    if (known && Date.now() - known.since < METADATA_MS) return known.configuration
    const attempt = { configuration: discover(), since: Date.now() }
    known = attempt
    attempt.configuration.catch(() => {
      if (known === attempt) known = undefined
    })
    return attempt.configuration
  }

  async function discover(): Promise<Configuration> {
    const client = await loadClient()
    try {
      const config = await client.discovery(
        new URL(issuer),
        clientId,
        undefined,
        authenticationOf(client, clientSecret),
        {
          [client.customFetch]: fetchWithin(deadlineMs),
          // Not only TLS: the ID token's signature is verified as well.
          execute: [client.enableNonRepudiationChecks, ...(isInsecure ? [client.allowInsecureRequests] : [])],
        },
      )
      const metadata = config.serverMetadata()
      // Microsoft's multi-tenant issuers name another one.
      if (new URL(metadata.issuer).href !== new URL(issuer).href)
        throw new ProviderError('unavailable', `its metadata name another issuer, ${metadata.issuer}`)
      for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const)
        if (metadata[name] === undefined) throw new ProviderError('unavailable', `its metadata lack ${name}`)
      return config
    } catch (error) {
      const { message } = toProviderError(error)
      throw new ProviderError('unavailable', `OIDC_ISSUER=${issuer}: ${message}`)
    }
  }
}

type OpenIdClient = typeof openIdClient

/** Loaded with the first sign-in. */
const loadClient = (): Promise<OpenIdClient> => import('openid-client')

/** Sends the secret in the body, which most providers accept and which has one encoding, else in a header. */
function authenticationOf(client: OpenIdClient, secret: string): ClientAuth {
  const [post, basic] = [client.ClientSecretPost(secret), client.ClientSecretBasic(secret)]
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_post']
    return (methods.includes('client_secret_post') ? post : basic)(server, ...request)
  }
}

/** The deadline covers the whole response. */
function fetchWithin(deadlineMs: number): CustomFetch {
  return async (url, { body, ...request }) => {
    try {
      const response = await fetch(url, {
        ...request,
        // The client sends forms only.
        ...(body instanceof URLSearchParams && { body }),
        signal: AbortSignal.timeout(deadlineMs),
      })
      const content = await response.arrayBuffer()
      if (response.status >= 500) throw new Error(`status ${response.status}`)
      const { status, headers } = response
      return new Response(content.byteLength === 0 ? null : content, { status, headers })
    } catch (error) {
      throw new ProviderError('unavailable', `no response from ${new URL(url).host}: ${reasonsOf(error)}`)
    }
  }
}

/** Microsoft sends `xms_edov` instead of `email_verified`: the tenant owns the address's domain. */
function verifiedAddress(claims: Readonly<Record<string, unknown>>): string | undefined {
  const { email, email_verified: isVerified, xms_edov: isDomainVerified } = claims
  const isProven =
    isVerified === true ||
    (isVerified === undefined && [true, 1, '1', 'true'].some((yes) => yes === isDomainVerified))
  return isProven && typeof email === 'string' ? email : undefined
}

function toProviderError(error: unknown): ProviderError {
  for (let at: unknown = error; at instanceof Error; at = at.cause) if (at instanceof ProviderError) return at
  const code = error instanceof Error && 'error' in error ? String(error.error).slice(0, 100) : undefined
  if (code === 'access_denied') return new ProviderError('denied', code)
  if (code === 'temporarily_unavailable' || code === 'server_error')
    return new ProviderError('unavailable', code)
  return new ProviderError('failed', code ?? reasonsOf(error))
}

/** Messages only: other fields of the causes hold responses. */
function reasonsOf(error: unknown): string {
  const reasons: string[] = []
  for (let at: unknown = error; at instanceof Error; at = at.cause) reasons.push(at.message)
  return reasons.join(': ')
}
