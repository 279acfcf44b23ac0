import { beforeEach, expect, it } from 'vitest'
import { describePostgresServer } from '../../test/postgres/each-postgres.ts'
import { meetAtLock } from '../../test/postgres/lock-waits.ts'
import { TestClock } from '../../test/postgres/test-clock.ts'
import { openTestIdentity, second } from '../../test/postgres/test-identity.ts'
import { issueAccountToken, redeemLink } from './account-links.ts'
import { resetPassword } from './admins.ts'
import { authenticate } from './authenticate.ts'
import { confirmEmailChange } from './change-email.ts'
import { changePassword } from './change-password.ts'
import type { Identity } from './identity.ts'
import { eraseAccount } from './retention.ts'
import { stepUpSession } from './sessions.ts'
import { signIn, signUp } from './sign-in.ts'

const client = '203.0.113.7'
const password = 'mine from now on'

describePostgresServer('an account whose password is changed, or that is erased', (db) => {
  let identity: Identity

  beforeEach(async () => {
    identity = await openTestIdentity(db(), new TestClock().now)
    await signUp(identity, second)
  })

  const sets = {
    'by its owner': async () => {
      const { session } = await signIn(identity, second, client)
      const principal = await authenticate(identity, session.access_token)
      const change = { password, current_password: second.password }
      return () => changePassword(identity, principal, change, client)
    },
    'by the operator': () => () => resetPassword(identity, { ...second, password }),
    'for good': () => () =>
      db()
        .transaction()
        .execute((trx) => eraseAccount(trx, second.email)),
  }

  const meets = {
    'opens no link': async (userId: string) => {
      const token = await issueAccountToken(db(), userId, { purpose: 'recovery' }, identity.now())
      return () => redeemLink(identity, { type: 'recovery', token })
    },
    'gives nobody a right': async (userId: string) => {
      const link = { purpose: 'invite', role: 'editor' } as const
      const token = await issueAccountToken(db(), userId, link, identity.now())
      return () => redeemLink(identity, { type: 'invite', token })
    },
    'gets no other address': async (userId: string) => {
      const link = { purpose: 'email_change', newEmail: 'mine@elsewhere.test' } as const
      const token = await issueAccountToken(db(), userId, link, identity.now())
      return () => confirmEmailChange(identity, token)
    },
  }

  it.each(
    Object.entries(sets)
      .flatMap(([how, set]) => Object.entries(meets).map(([what, meet]) => [how, what, set, meet] as const))
      // That is the next test.
      .filter(([how, what]) => how !== 'by its owner' || what !== 'gives nobody a right'),
  )('%s just then %s', async (_how, _what, set, meet) => {
    const { session } = await signIn(identity, second, client)
    const change = await set()
    const other = await meet(session.user.id)
    const results = await meetAtLock(
      db(),
      (trx) => trx.selectFrom('sessions').select('id').forUpdate().execute(),
      [change, other],
    )
    expect(results).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'otp_expired' } }])
  })

  it('by the operator just then keeps no session that is just passing its second factor', async () => {
    const { session } = await signIn(identity, second, client)
    const { sessionId } = await authenticate(identity, session.access_token)
    const open = () => db().selectFrom('sessions').select('aal').where('ended_at', 'is', null).execute()
    await meetAtLock(db(), (trx) => stepUpSession(trx, sessionId, identity.now()), [
      sets['by the operator'](),
    ])
    expect(await open()).toEqual([])
  })

  it.each([
    ['before', [{ status: 'fulfilled' }, { status: 'fulfilled' }]],
    ['after', [{ status: 'fulfilled' }, { reason: { code: 'session_not_found' } }]],
  ])(
    'by its owner just %s it accepts an invitation keeps no password from before',
    async (order, outcomes) => {
      const { session } = await signIn(identity, second, client)
      const change = await sets['by its owner']()
      const accept = await meets['gives nobody a right'](session.user.id)
      const results = await meetAtLock(
        db(),
        (trx) => trx.selectFrom('sessions').select('id').forUpdate().execute(),
        order === 'before' ? [change, accept] : [accept, change],
      )
      expect(results).toMatchObject(outcomes)
      for (const known of [password, second.password])
        await expect(signIn(identity, { ...second, password: known }, client)).rejects.toMatchObject({
          code: 'invalid_credentials',
        })
    },
  )
})
