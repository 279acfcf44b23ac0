import { FactorSession } from '@half-measure/shared/auth/account.ts'
import {
  PasskeyCreationOptions,
  type PasskeyRegistration,
  PasskeyRequestOptions,
} from '@half-measure/shared/auth/passkey.ts'
import type { AuthApp } from './test-auth-app.ts'
import { SoftwarePasskey } from './software-passkey.ts'

type Response = ReturnType<AuthApp['post']>
type Signing = Parameters<SoftwarePasskey['sign']>[1]

interface Registered {
  readonly passkey: SoftwarePasskey
  readonly session: FactorSession
}

/** A browser with an authenticator, on the dashboard's pages. */
export interface PasskeyClient {
  readonly origin: string
  creationOptions(bearer: string): Promise<PasskeyCreationOptions>
  signInOptions(): Promise<PasskeyRequestOptions>
  verificationOptions(bearer: string): Promise<PasskeyRequestOptions>
  /** Sends a new passkey. */
  add(bearer: string, credential: PasskeyRegistration, name?: string): Response
  /** Adds a passkey. @returns it, and the session that follows. */
  register(bearer: string): Promise<Registered>
  /** Gives the owner a passkey. @returns it, its id, and the session that follows. */
  withPasskey(): Promise<Registered & { readonly id: string; readonly bearer: string }>
  /** Gives somebody else one. */
  withPasskeyOfAnother(): Promise<Registered>
  /** Signs in with a passkey alone. */
  signIn(passkey: SoftwarePasskey, deviations?: Signing): Response
  /** Proves a passkey after the password. */
  verify(bearer: string, passkey: SoftwarePasskey, deviations?: Signing): Response
}

export function createPasskeyClient(app: AuthApp): PasskeyClient {
  const origin = app.identity.dashboard
  const client: PasskeyClient = {
    origin,
    async creationOptions(bearer) {
      const { json } = await app.post('/passkeys/registration-options', {}, bearer)
      return PasskeyCreationOptions.parse(json)
    },
    async signInOptions() {
      return PasskeyRequestOptions.parse((await app.post('/passkeys/sign-in-options', {})).json)
    },
    async verificationOptions(bearer) {
      return PasskeyRequestOptions.parse((await app.post('/passkeys/verification-options', {}, bearer)).json)
    },
    add: (bearer, credential, name = 'Laptop') =>
      app.post('/passkeys', { friendly_name: name, credential }, bearer),
    async register(bearer) {
      const passkey = new SoftwarePasskey(origin)
      const { json } = await client.add(bearer, passkey.create(await client.creationOptions(bearer)))
      return { passkey, session: FactorSession.parse(json) }
    },
    async withPasskey() {
      const registered = await client.register((await app.signIn()).access_token)
      const { access_token: bearer, user } = registered.session
      return { ...registered, bearer, id: user.factors[0]?.id ?? '' }
    },
    async withPasskeyOfAnother() {
      return client.register((await app.signInAnother()).access_token)
    },
    async signIn(passkey, deviations) {
      const credential = passkey.sign(await client.signInOptions(), deviations)
      return app.post('/token?grant_type=passkey', { credential })
    },
    async verify(bearer, passkey, deviations) {
      const credential = passkey.sign(await client.verificationOptions(bearer), deviations)
      return app.post('/passkeys/verify', { credential }, bearer)
    },
  }
  return client
}
