import { NewPasskey, PasskeyGrant } from '@half-measure/shared/auth/passkey.ts'
import { Hono } from 'hono'
import type { Identity } from '../identity.ts'
import { readAuthBody } from '../read-auth-request.ts'
import type { AuthRequests } from '../second-factors/factor-routes.ts'
import { registerPasskey, registrationOptions } from './register-passkey.ts'
import { signInOptions, verificationOptions, verifyPasskey } from './verify-passkey.ts'

/** `/api/auth/passkeys`. Passkeys are listed and removed with the other factors of an account. */
export function passkeyRoutes(
  identity: Identity,
  { clientAddress, principalOf, respond }: AuthRequests,
): Hono {
  return new Hono()
    .post('/sign-in-options', async (c) => c.json(await signInOptions(identity)))
    .post('/registration-options', async (c) =>
      c.json(await registrationOptions(identity, await principalOf(c))),
    )
    .post('/', async (c) => {
      const principal = await principalOf(c)
      const given = await readAuthBody(
        c,
        NewPasskey,
        'Send the credential, and a friendly_name of 1 to 60 characters',
      )
      return respond(c, await registerPasskey(identity, principal, given))
    })
    .post('/verification-options', async (c) =>
      c.json(await verificationOptions(identity, await principalOf(c))),
    )
    .post('/verify', async (c) => {
      const principal = await principalOf(c)
      const { credential } = await readAuthBody(c, PasskeyGrant, 'Send the credential of a passkey')
      return respond(c, await verifyPasskey(identity, principal, credential, clientAddress(c)))
    })
}
