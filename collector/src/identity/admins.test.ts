import { beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../test/postgres/each-postgres.ts'
import { auditedEvents, mailedToken, openTestIdentity, owner } from '../../test/postgres/test-identity.ts'
import { TestClock } from '../../test/postgres/test-clock.ts'
import { type Identity, rotateSigningKey } from './identity.ts'
import { recover, redeemLink } from './account-links.ts'
import { createAdmin, listAdmins, resetPassword, revokeAdmin } from './admins.ts'
import { authenticate } from './authenticate.ts'
import { refresh, ROTATION_GRACE_MS } from './refresh.ts'
import { signIn } from './sign-in.ts'
import { inviteAdmin } from './team.ts'

const client = '203.0.113.7'
const second = { email: 'second@halfmeasure.test', password: 'the cellar door key' }

describePostgres('administrators', (db) => {
  let clock: TestClock
  let identity: Identity

  beforeEach(async () => {
    clock = new TestClock()
    identity = await openTestIdentity(db(), clock.now)
  })

  it('are created, listed and signed in', async () => {
    clock.advance({ minutes: 1 })
    await createAdmin(identity, { ...second, email: 'Second@HalfMeasure.test' })
    const createdAt = clock.now()
    const { session } = await signIn(identity, second, client)
    expect(await authenticate(identity, session.access_token)).toMatchObject({ role: 'owner' })
    expect(await listAdmins(identity)).toEqual([
      expect.objectContaining({ email: owner.email, lastSignInAt: null }),
      { email: second.email, role: 'owner', createdAt, lastSignInAt: createdAt },
    ])
    expect(await auditedEvents(db())).toEqual(['first_admin_created', 'admin_created', 'signed_in'])
  })

  it('are not created twice, and stay as they are', async () => {
    await expect(createAdmin(identity, { ...owner, password: 'some other phrase' })).rejects.toMatchObject({
      code: 'user_already_exists',
    })
    await expect(signIn(identity, owner, client)).resolves.toBeDefined()
  })

  it('are not created with a weak password', async () => {
    await expect(createAdmin(identity, { ...second, password: 'Password1' })).rejects.toMatchObject({
      code: 'weak_password',
      details: { reasons: ['pwned'] },
    })
    expect(await listAdmins(identity)).toHaveLength(1)
  })

  it('lose the right with the next request when it is revoked, and keep their account', async () => {
    await createAdmin(identity, second)
    const { session } = await signIn(identity, second, client)
    await revokeAdmin(identity, second.email)
    expect(await authenticate(identity, session.access_token)).toMatchObject({
      email: second.email,
      role: null,
    })
    await expect(revokeAdmin(identity, second.email)).rejects.toMatchObject({ code: 'user_not_found' })
    await expect(revokeAdmin(identity, 'nobody@halfmeasure.test')).rejects.toMatchObject({ status: 404 })
  })

  it('that were revoked can be created again, with a new password and without the old sessions', async () => {
    await createAdmin(identity, second)
    const { session } = await signIn(identity, second, client)
    await revokeAdmin(identity, second.email)
    const renewed = { ...second, password: 'another cellar door' }
    await createAdmin(identity, renewed)
    await expect(authenticate(identity, session.access_token)).rejects.toMatchObject({
      code: 'session_not_found',
    })
    await expect(signIn(identity, second, client)).rejects.toMatchObject({ code: 'invalid_credentials' })
    await expect(signIn(identity, renewed, client)).resolves.toBeDefined()
  })

  it('get a new password by a reset, which ends their sessions and lifts their limit', async () => {
    const { session, refreshToken } = await signIn(identity, owner, client)
    for (let n = 0; n < 10; n += 1) {
      await signIn(identity, { ...owner, password: 'wrong one' }, `198.51.100.${n}`).catch(() => {})
    }
    const renewed = { ...owner, password: 'a fresh and private one' }
    await resetPassword(identity, renewed)
    await expect(authenticate(identity, session.access_token)).rejects.toMatchObject({
      code: 'session_not_found',
    })
    await expect(refresh(identity, refreshToken, ROTATION_GRACE_MS)).rejects.toMatchObject({
      code: 'session_not_found',
    })
    await expect(signIn(identity, owner, client)).rejects.toMatchObject({ code: 'invalid_credentials' })
    await expect(signIn(identity, renewed, client)).resolves.toBeDefined()
    expect(await auditedEvents(db())).toContain('password_reset')
  })

  it('keep no link by which somebody else could still get in, once their password is reset', async () => {
    await recover(identity, owner.email, client)
    const token = await mailedToken(db(), 'password-recovery')
    await resetPassword(identity, { ...owner, password: 'a fresh and private one' })
    await expect(redeemLink(identity, { type: 'recovery', token })).rejects.toMatchObject({
      code: 'otp_expired',
    })
  })

  it('do not come back by an invitation from before the right was taken away', async () => {
    const { session } = await signIn(identity, owner, client)
    await inviteAdmin(identity, await authenticate(identity, session.access_token), {
      email: second.email,
      role: 'editor',
    })
    const token = await mailedToken(db(), 'invitation')
    await createAdmin(identity, second)
    await revokeAdmin(identity, second.email)
    await expect(redeemLink(identity, { type: 'invite', token })).rejects.toMatchObject({
      code: 'otp_expired',
    })
    expect(await listAdmins(identity)).toHaveLength(1)
  })

  it('stay signed in when the signing key is rotated, which is written down', async () => {
    const { session, refreshToken } = await signIn(identity, owner, client)
    const old = identity.keys.jwks.keys.map(({ kid }) => kid)
    const made = await rotateSigningKey(identity)
    expect(identity.keys.jwks.keys.map(({ kid }) => kid)).toEqual([...old, made])
    clock.advance({ minutes: 11 })
    await expect(authenticate(identity, session.access_token)).resolves.toMatchObject({ email: owner.email })
    const renewed = await refresh(identity, refreshToken, ROTATION_GRACE_MS)
    await expect(authenticate(identity, renewed.session.access_token)).resolves.toBeDefined()
    expect(await auditedEvents(db())).toContain('signing_key_rotated')
  })

  it('get no weak password by a reset, nor does anybody unknown', async () => {
    await expect(resetPassword(identity, { ...owner, password: 'short' })).rejects.toMatchObject({
      code: 'weak_password',
    })
    await expect(resetPassword(identity, second)).rejects.toMatchObject({ code: 'user_not_found' })
  })
})
