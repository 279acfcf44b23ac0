import { randomBytes } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../test/postgres/each-postgres.ts'
import { TestClock } from '../../test/postgres/test-clock.ts'
import { mailedToken, openTestIdentity, owner, second } from '../../test/postgres/test-identity.ts'
import { hashSecretToken } from '../platform/secret-token.ts'
import { issueAccountToken, redeemLink } from './account-links.ts'
import { createAdmin, revokeAdmin } from './admins.ts'
import { authenticate } from './authenticate.ts'
import { confirmEmailChange } from './change-email.ts'
import { changePassword } from './change-password.ts'
import type { Identity } from './identity.ts'
import { refresh, ROTATION_GRACE_MS } from './refresh.ts'
import { signIn, signUp } from './sign-in.ts'
import { admit } from './single-sign-on/admit.ts'
import { inviteAdmin } from './team.ts'

const client = '203.0.113.7'
const renewed = { ...second, password: 'another cellar door' }

describePostgres('an account that is made administrator', (db) => {
  let clock: TestClock
  let identity: Identity

  beforeEach(async () => {
    clock = new TestClock()
    identity = await openTestIdentity(db(), clock.now)
  })

  const invite = async () => {
    const { session } = await signIn(identity, owner, client)
    await inviteAdmin(identity, await authenticate(identity, session.access_token), {
      email: second.email,
      role: 'editor',
    })
  }

  const before = {
    'of a former administrator': async () => {
      await createAdmin(identity, second)
      await revokeAdmin(identity, second.email)
    },
    'that somebody has signed up for': async () => void (await signUp(identity, second)),
  }

  const ways = {
    'by an invitation': async () => {
      await invite()
      const { session } = await redeemLink(identity, {
        type: 'invite',
        token: await mailedToken(db(), 'invitation'),
      })
      expect(await authenticate(identity, session.access_token)).toMatchObject({ role: 'editor' })
    },
    'by an invitation and single sign-on': async () => {
      await invite()
      const person = {
        issuer: 'https://provider.test',
        subject: 'new',
        email: second.email,
        organisation: undefined,
        authenticatedAt: undefined,
      }
      const passwordHash = await identity.passwords.hashOfUnknown()
      const admission = await db()
        .transaction()
        .execute((trx) =>
          admit(trx, { ...identity, passwordHash }, { allowedDomains: [] }, person, clock.now()),
        )
      expect(admission).toMatchObject({ isNew: true })
    },
    'by the operator': () => createAdmin(identity, renewed),
  }

  it.each(
    Object.entries(before).flatMap(([account, make]) =>
      Object.entries(ways).map(([way, grant]) => [account, way, make, grant] as const),
    ),
  )('%s, %s, cannot be opened with anything from before', async (_account, _way, make, grant) => {
    await make()
    const old = await signIn(identity, second, client)
    const { user } = old.session
    const passkey = {
      user_id: user.id,
      friendly_name: 'Phone',
      credential_id: 'old',
      public_key: Buffer.alloc(1),
      counter: 0,
      transports: [],
      created_at: clock.now(),
    }
    await db().insertInto('passkeys').values(passkey).execute()
    const app = {
      user_id: user.id,
      factor_type: 'totp',
      secret: randomBytes(48),
      status: 'verified',
      created_at: clock.now(),
      verified_at: clock.now(),
    } as const
    await db().insertInto('mfa_factors').values(app).execute()
    const code = { user_id: user.id, code_hash: hashSecretToken('code'), created_at: clock.now() }
    await db().insertInto('recovery_codes').values(code).execute()
    const link = { purpose: 'email_change', newEmail: 'mine@elsewhere.test' } as const
    const emailChange = await issueAccountToken(db(), user.id, link, clock.now())

    await grant()

    await expect(authenticate(identity, old.session.access_token)).rejects.toMatchObject({
      code: 'session_not_found',
    })
    await expect(refresh(identity, old.refreshToken, ROTATION_GRACE_MS)).rejects.toMatchObject({
      code: 'session_not_found',
    })
    await expect(signIn(identity, second, client)).rejects.toMatchObject({ code: 'invalid_credentials' })
    await expect(confirmEmailChange(identity, emailChange)).rejects.toMatchObject({ code: 'otp_expired' })
    for (const table of ['passkeys', 'mfa_factors', 'recovery_codes'] as const)
      expect(await db().selectFrom(table).selectAll().execute()).toEqual([])
  })

  /** What happens once the next password has been compared. */
  const meanwhile = (happens: () => Promise<void>): Identity => ({
    ...identity,
    passwords: {
      ...identity.passwords,
      matches: async (hash, password) => {
        const matches = await identity.passwords.matches(hash, password)
        await happens()
        return matches
      },
    },
  })

  it('opens to no sign-in that has just compared the old password', async () => {
    await before['of a former administrator']()
    const late = signIn(meanwhile(ways['by the operator']), second, client)
    await expect(late).rejects.toMatchObject({ code: 'invalid_credentials' })
  })

  it('gets no password from a session that ends meanwhile', async () => {
    await before['that somebody has signed up for']()
    const { session } = await signIn(identity, second, client)
    const principal = await authenticate(identity, session.access_token)
    let isGranted = false
    const late = changePassword(
      meanwhile(async () => {
        if (!isGranted) await ways['by the operator']()
        isGranted = true
      }),
      principal,
      { password: 'mine from now on', current_password: second.password },
      client,
    )
    await expect(late).rejects.toMatchObject({ code: 'session_not_found' })
    await expect(signIn(identity, renewed, client)).resolves.toBeDefined()
  })

  it('keeps no transaction open while the password is hashed that an invitation sets', async () => {
    await invite()
    const hash = async (password: string) => {
      // Would wait for the link, or for the embedded database's connection.
      await db().updateTable('account_tokens').set({ used_at: null }).execute()
      return identity.passwords.hash(password)
    }
    const link = { type: 'invite', token: await mailedToken(db(), 'invitation') } as const
    const passwords = { ...identity.passwords, hash }
    await expect(redeemLink({ ...identity, passwords }, link)).resolves.toBeDefined()
  })

  it('already is left alone', async () => {
    await createAdmin(identity, second)
    const { session } = await signIn(identity, second, client)
    await expect(createAdmin(identity, renewed)).rejects.toMatchObject({
      code: 'user_already_exists',
    })
    expect(await authenticate(identity, session.access_token)).toMatchObject({ role: 'owner' })
    await expect(signIn(identity, second, client)).resolves.toBeDefined()
  })
})
