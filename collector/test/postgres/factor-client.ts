import { EnrolledFactor, FactorChallenge, FactorSession } from '@half-measure/shared/auth/account.ts'
import type { z } from 'zod'
import { teamRoutes } from '../../src/identity/team-routes.ts'
import { totpCode } from '../../src/identity/second-factors/totp.ts'
import type { Postgres } from '../../src/database/open-postgres.ts'
import { type AuthApp, createAuthApp } from './test-auth-app.ts'
import { TestClock } from './test-clock.ts'
import { owner } from './test-identity.ts'

export const wrongCode = '000000'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an authenticator app does with the secret that it was given. */
export function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
}

type AuthAppOptions =
  Parameters<typeof createAuthApp> extends [unknown, unknown, ...infer More] ? More : never

/** What the first factor of an account brings. */
const FirstFactorSession = FactorSession.required()

/** Somebody with an account and an authenticator app. */
export interface FactorClient {
  readonly clock: TestClock
  readonly app: AuthApp
  /** Begins a factor. */
  enrol(bearer: string, name?: string): Promise<EnrolledFactor>
  /** The code that the app shows at this moment. */
  codeOf(factor: EnrolledFactor): string
  /** Requests a challenge and sends a code for it, by default the one that the app shows. */
  verifyFactor(bearer: string, factor: EnrolledFactor, code?: string): ReturnType<AuthApp['post']>
  /** Gives the owner a factor. @returns it, and the session that enrolled it. */
  withFactor(): Promise<{ factor: EnrolledFactor; session: z.output<typeof FirstFactorSession> }>
}

/** With the routes of the team. */
export function openTeamClient(
  db: Postgres['db'],
  settings: { readonly demo: boolean; readonly requireSecondFactor: boolean },
): Promise<FactorClient> {
  return openFactorClient(db, (routes, identity) => routes.route('/api/admins', teamRoutes(identity)), {
    admin: { ...owner, ...settings },
  })
}

/** @param more as of `createAuthApp`. */
export async function openFactorClient(db: Postgres['db'], ...more: AuthAppOptions): Promise<FactorClient> {
  const clock = new TestClock()
  const app = await createAuthApp(db, clock.now, ...more)
  const client: FactorClient = {
    clock,
    app,
    async enrol(bearer, name = 'Phone') {
      const { json } = await app.post('/factors', { friendly_name: name }, bearer)
      return EnrolledFactor.parse(json)
    },
    codeOf: (factor) => totpCode(fromBase32(factor.totp.secret), clock.now()),
    async verifyFactor(bearer, factor, code = client.codeOf(factor)) {
      const { json } = await app.post(`/factors/${factor.id}/challenge`, {}, bearer)
      const { id: challenge_id } = FactorChallenge.parse(json)
      return app.post(`/factors/${factor.id}/verify`, { challenge_id, code }, bearer)
    },
    async withFactor() {
      const { access_token } = await app.signIn()
      const factor = await client.enrol(access_token)
      const { json } = await client.verifyFactor(access_token, factor)
      clock.advance({ seconds: 30 })
      return { factor, session: FirstFactorSession.parse(json) }
    },
  }
  return client
}
