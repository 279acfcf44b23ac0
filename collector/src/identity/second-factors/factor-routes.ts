import {
  FactorVerification,
  FactorRequest,
  RecoveryCodeVerification,
  type RecoveryCodes,
  type RecoveryCodesLeft,
} from '@half-measure/shared/auth/account.ts'
import { type Context, Hono } from 'hono'
import { readId } from '../../platform/http/read-request.ts'
import { authenticate, type Principal } from '../authenticate.ts'
import { factorNotFound } from '../errors.ts'
import type { Identity } from '../identity.ts'
import { readAuthBody } from '../read-auth-request.ts'
import { readBearer } from '../require-admin.ts'
import type { VerifiedFactor } from './attempt-factor.ts'
import { challengeFactor, enrolFactor, removeFactor } from './factors.ts'
import { countRecoveryCodes, renewRecoveryCodes } from './recovery-codes.ts'
import { verifyFactor, verifyRecoveryCode } from './verify-factor.ts'

/** How routes of `/api/auth` read requests and respond. */
export interface AuthRequests {
  readonly clientAddress: (c: Context) => string
  /** Before the second factor too. */
  readonly principalOf: (c: Context) => Promise<Principal>
  readonly respond: (c: Context, verified: VerifiedFactor) => Response
}

/** `/api/auth/factors` and `/api/auth/recovery-codes`. */
export function factorRoutes(
  identity: Identity,
  { clientAddress, principalOf, respond }: AuthRequests,
): Hono {
  const routes = new Hono()

  routes.post('/factors', async (c) => {
    const principal = await principalOf(c)
    const request = await readAuthBody(
      c,
      FactorRequest,
      'The factor_type is totp; a friendly_name has 60 characters at most',
    )
    return c.json(await enrolFactor(identity, principal, request))
  })

  routes.post('/factors/:id/challenge', async (c) => {
    return c.json(await challengeFactor(identity, await principalOf(c), readId(c, factorNotFound)))
  })

  routes.post('/factors/:id/verify', async (c) => {
    const principal = await principalOf(c)
    const given = await readAuthBody(c, FactorVerification, 'Send the challenge_id and a code')
    const id = readId(c, factorNotFound)
    return respond(c, await verifyFactor(identity, principal, id, given, clientAddress(c)))
  })

  routes.delete('/factors/:id', async (c) => {
    await removeFactor(identity, await principalOf(c), readId(c, factorNotFound))
    return c.body(null, 204)
  })

  routes.get('/recovery-codes', async (c) => {
    const { userId } = await authenticate(identity, readBearer(c))
    const remaining = await countRecoveryCodes(identity.db, userId)
    return c.json({ remaining } satisfies RecoveryCodesLeft)
  })

  routes.post('/recovery-codes', async (c) => {
    const codes = await renewRecoveryCodes(identity, await principalOf(c))
    return c.json({ recovery_codes: codes } satisfies RecoveryCodes)
  })

  routes.post('/recovery-codes/verify', async (c) => {
    const principal = await principalOf(c)
    const { code } = await readAuthBody(c, RecoveryCodeVerification, 'Send a recovery code')
    return respond(c, await verifyRecoveryCode(identity, principal, code, clientAddress(c)))
  })

  return routes
}
