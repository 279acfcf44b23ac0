import { beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../test/postgres/each-postgres.ts'
import { auditedEvents, createTestAuth, owner } from '../../test/postgres/test-auth.ts'
import { TestClock } from '../../test/postgres/test-clock.ts'
import { waitingMails } from '../../test/postgres/test-people.ts'
import type { Auth } from './auth.ts'

const client = '203.0.113.7'
const second = { email: 'second@halfmeasure.test', password: 'the cellar door key' }

describePostgres('administrators', (db) => {
  let clock: TestClock
  let auth: Auth

  beforeEach(async () => {
    clock = new TestClock()
    auth = await createTestAuth(db(), clock.now)
  })

  it('are created, listed and signed in', async () => {
    clock.advance({ minutes: 1 })
    await auth.admins.create({ ...second, email: 'Second@HalfMeasure.test' })
    const createdAt = clock.now()
    const { session } = await auth.signIn(second, client)
    expect(await auth.authenticate(session.access_token)).toMatchObject({ role: 'admin' })
    expect(await auth.admins.list()).toEqual([
      expect.objectContaining({ email: owner.email, lastSignInAt: null }),
      { email: second.email, role: 'admin', createdAt, lastSignInAt: createdAt },
    ])
    expect(await auditedEvents(db())).toEqual(['admin_bootstrapped', 'admin_created', 'signed_in'])
  })

  it('are not created twice, and stay as they are', async () => {
    await expect(auth.admins.create({ ...owner, password: 'some other phrase' })).rejects.toMatchObject({
      code: 'user_already_exists',
    })
    await expect(auth.signIn(owner, client)).resolves.toBeDefined()
  })

  it('are not created with a weak password', async () => {
    await expect(auth.admins.create({ ...second, password: 'Password1' })).rejects.toMatchObject({
      code: 'weak_password',
      details: { reasons: ['pwned'] },
    })
    expect(await auth.admins.list()).toHaveLength(1)
  })

  it('lose the right with the next request when it is revoked, and keep their account', async () => {
    await auth.admins.create(second)
    const { session } = await auth.signIn(second, client)
    await auth.admins.revoke(second.email)
    expect(await auth.authenticate(session.access_token)).toMatchObject({ email: second.email, role: null })
    await expect(auth.admins.revoke(second.email)).rejects.toMatchObject({ code: 'user_not_found' })
    await expect(auth.admins.revoke('nobody@halfmeasure.test')).rejects.toMatchObject({ status: 404 })
  })

  it('that were revoked can be created again, with a new password and without the old sessions', async () => {
    await auth.admins.create(second)
    const { session } = await auth.signIn(second, client)
    await auth.admins.revoke(second.email)
    const renewed = { ...second, password: 'another cellar door' }
    await auth.admins.create(renewed)
    await expect(auth.authenticate(session.access_token)).rejects.toMatchObject({ code: 'session_not_found' })
    await expect(auth.signIn(second, client)).rejects.toMatchObject({ code: 'invalid_credentials' })
    await expect(auth.signIn(renewed, client)).resolves.toBeDefined()
  })

  it('get a new password by a reset, which ends their sessions and lifts their limit', async () => {
    const { session, refreshToken } = await auth.signIn(owner, client)
    for (let n = 0; n < 10; n += 1) {
      await auth.signIn({ ...owner, password: 'wrong one' }, `198.51.100.${n}`).catch(() => {})
    }
    const renewed = { ...owner, password: 'a fresh and private one' }
    await auth.admins.resetPassword(renewed)
    await expect(auth.authenticate(session.access_token)).rejects.toMatchObject({ code: 'session_not_found' })
    await expect(auth.refresh(refreshToken)).rejects.toMatchObject({ code: 'session_not_found' })
    await expect(auth.signIn(owner, client)).rejects.toMatchObject({ code: 'invalid_credentials' })
    await expect(auth.signIn(renewed, client)).resolves.toBeDefined()
    expect(await auditedEvents(db())).toContain('password_reset')
  })

  /** The token of a mailed link, once it is there: it is written after the caller was answered. */
  const mailedToken = async (kind: string) => {
    const find = async () => (await waitingMails(db())).find((mail) => mail.kind === kind)
    await expect.poll(find).toBeDefined()
    return /#token=([\w-]+)/.exec((await find())?.plain ?? '')?.[1] ?? ''
  }

  it('keep no link by which somebody else could still get in, once their password is reset', async () => {
    await auth.recover(owner.email, client)
    const token = await mailedToken('password-recovery')
    await auth.admins.resetPassword({ ...owner, password: 'a fresh and private one' })
    await expect(auth.redeemLink({ type: 'recovery', token })).rejects.toMatchObject({ code: 'otp_expired' })
  })

  it('do not come back by an invitation from before the right was taken away', async () => {
    const { session } = await auth.signIn(owner, client)
    await auth.team.invite(await auth.authenticate(session.access_token), second.email)
    const token = await mailedToken('invitation')
    await auth.admins.create(second)
    await auth.admins.revoke(second.email)
    await expect(auth.redeemLink({ type: 'invite', token })).rejects.toMatchObject({ code: 'otp_expired' })
    expect(await auth.admins.list()).toHaveLength(1)
  })

  it('stay signed in when the signing key is rotated, which is written down', async () => {
    const { session, refreshToken } = await auth.signIn(owner, client)
    const old = auth.jwks.keys.map(({ kid }) => kid)
    const made = await auth.rotateKeys()
    expect(auth.jwks.keys.map(({ kid }) => kid)).toEqual([...old, made])
    clock.advance({ minutes: 11 })
    await expect(auth.authenticate(session.access_token)).resolves.toMatchObject({ email: owner.email })
    const renewed = await auth.refresh(refreshToken)
    await expect(auth.authenticate(renewed.session.access_token)).resolves.toBeDefined()
    expect(await auditedEvents(db())).toContain('signing_key_rotated')
  })

  it('get no weak password by a reset, nor does anybody unknown', async () => {
    await expect(auth.admins.resetPassword({ ...owner, password: 'short' })).rejects.toMatchObject({
      code: 'weak_password',
    })
    await expect(auth.admins.resetPassword(second)).rejects.toMatchObject({ code: 'user_not_found' })
  })
})
