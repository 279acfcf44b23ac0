import { Session } from '@half-measure/shared/auth/session.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { describePostgres } from '../../test/postgres/each-postgres.ts'
import { auditedEvents, owner } from '../../test/postgres/test-identity.ts'
import { createAuthApp, type AuthApp } from '../../test/postgres/test-auth-app.ts'
import { TestClock } from '../../test/postgres/test-clock.ts'
import { waitingEmails } from '../email/testing/test-outbox.ts'

const renewed = 'another and private one'

describePostgres('passwords', (db) => {
  let clock: TestClock
  let app: AuthApp

  beforeEach(async () => {
    clock = new TestClock()
    app = await createAuthApp(db(), clock.now)
  })

  const mails = (kind: string) => waitingEmails(db()).then((all) => all.filter((mail) => mail.kind === kind))
  const requestLink = async (count = 1) => {
    const response = await app.post('/recover', { email: owner.email })
    await expect.poll(async () => (await mails('password-recovery')).length).toBe(count)
    return response
  }
  const linkOf = async (): Promise<string> => {
    const mail = (await mails('password-recovery')).at(-1)
    return (
      /https:\/\/admin\.halfmeasure\.test\/auth\/recover#token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
    )
  }
  const redeem = async (token: string) => app.post('/verify', { type: 'recovery', token })
  /** The session that a mailed link begins. */
  const recover = async () => {
    await requestLink()
    return Session.required().parse((await redeem(await linkOf())).json)
  }
  const setPassword = (bearer: string, body: object) => app.call('PATCH', '/user', { bearer, body })
  const signsIn = async (password: string) =>
    (await app.post('/token?grant_type=password', { email: owner.email, password })).status === 200

  describe('forgotten', () => {
    it('are reset through a mailed link', async () => {
      expect(await requestLink()).toMatchObject({ status: 200, json: {} })
      expect(await mails('password-recovery')).toMatchObject([{ recipient: owner.email }])
      const session = Session.required().parse((await redeem(await linkOf())).json)
      expect(await app.summary(session.access_token)).toBe(200)
      expect((await setPassword(session.access_token, { password: renewed })).status).toBe(200)
      expect([await signsIn(owner.password), await signsIn(renewed)]).toEqual([false, true])
      expect(await auditedEvents(db())).toEqual(
        expect.arrayContaining(['recovery_requested', 'recovery_used', 'password_changed']),
      )
    })

    it('give the same response for an address without an account, and send nothing', async () => {
      const { status, json } = await app.post('/recover', { email: 'nobody@halfmeasure.test' })
      expect([status, json]).toEqual([200, {}])
      // The owner's request comes later and is done later.
      await requestLink()
      expect(await waitingEmails(db())).toHaveLength(1)
    })

    it('have links that work once, for an hour, and only the newest', async () => {
      await requestLink()
      const first = await linkOf()
      clock.advance({ minutes: 1 })
      await requestLink(2)
      const second = await linkOf()
      expect((await redeem(first)).code).toBe('otp_expired')
      expect((await redeem(second)).status).toBe(200)
      expect(await redeem(second)).toMatchObject({ status: 403, code: 'otp_expired' })
      clock.advance({ minutes: 1 })
      await requestLink(3)
      clock.advance({ minutes: 60 })
      expect((await redeem(await linkOf())).code).toBe('otp_expired')
    })

    it.each([
      ['', 400],
      ['x', 403],
      ['A'.repeat(43), 403],
    ])('have no link that was made up: %j', async (token, status) => {
      await requestLink()
      expect((await redeem(token)).status).toBe(status)
    })

    it('can still be set where the database fails at the very end', async () => {
      const { access_token } = await recover()
      // Read for the response only.
      await sql`alter table identities rename to unreachable`.execute(db())
      expect((await setPassword(access_token, { password: renewed })).status).toBe(500)
      await sql`alter table unreachable rename to identities`.execute(db())
      expect((await setPassword(access_token, { password: renewed })).status).toBe(200)
      expect(await signsIn(renewed)).toBe(true)
    })

    it('are not set by a link for something else', async () => {
      await requestLink()
      expect((await app.post('/verify', { type: 'invite', token: await linkOf() })).code).toBe('otp_expired')
    })

    it('do not fill a mailbox: three emails an hour, with the same response after that', async () => {
      for (let n = 1; n <= 3; n += 1) {
        await requestLink(n)
        clock.advance({ minutes: 1 })
      }
      expect((await app.post('/recover', { email: owner.email })).status).toBe(200)
      clock.advance({ minutes: 60 })
      await requestLink(4)
    })

    it('cannot be requested in floods', async () => {
      for (let n = 0; n < 10; n += 1) await app.post('/recover', { email: `p${n}@b.test` })
      const refused = await app.post('/recover', { email: owner.email })
      expect([refused.status, refused.code]).toEqual([429, 'over_request_rate_limit'])
    })

    it('cannot be requested without an address', async () => {
      expect((await app.post('/recover', { email: 'owner' })).status).toBe(400)
      expect((await app.post('/recover')).status).toBe(400)
    })

    it('store no link as it is', async () => {
      await requestLink()
      const token = await linkOf()
      const rows = await db().selectFrom('account_tokens').selectAll().execute()
      expect(rows.map((row) => row.token_hash.length)).toEqual([32])
      expect(rows[0]?.token_hash.toString('base64url')).not.toBe(token)
    })

    it('need not be known for an hour, once', async () => {
      const { access_token } = await recover()
      expect((await setPassword(access_token, { password: renewed })).status).toBe(200)
      const again = await setPassword(access_token, { password: 'a third and private one' })
      expect([again.status, again.code]).toEqual([400, 'validation_failed'])
    })

    it('have to be known again an hour after the link', async () => {
      const { refresh_token } = await recover()
      clock.advance({ minutes: 61 })
      const { json } = await app.post('/token?grant_type=refresh_token', { refresh_token })
      const { access_token } = Session.parse(json)
      expect((await setPassword(access_token, { password: renewed })).status).toBe(400)
    })
  })

  describe('changed', () => {
    it('end the other sessions and the links, keep this one, and tell their owner', async () => {
      const [here, there] = [await app.signIn(), await app.signIn()]
      await requestLink()
      const response = await setPassword(here.access_token, {
        password: renewed,
        current_password: owner.password,
      })
      expect(response).toMatchObject({ status: 200, json: { email: owner.email } })
      expect([await app.summary(here.access_token), await app.summary(there.access_token)]).toEqual([
        200, 401,
      ])
      expect((await redeem(await linkOf())).code).toBe('otp_expired')
      expect(await mails('account-changed')).toContainEqual(
        expect.objectContaining({ recipient: owner.email, subject: 'Your password was changed' }),
      )
    })

    it('have to be known; guessing them is limited, and locks nobody out of the sign-in', async () => {
      const { access_token } = await app.signIn()
      const guess = () => setPassword(access_token, { password: renewed, current_password: 'a wrong guess' })
      expect(await guess()).toMatchObject({ status: 400, code: 'invalid_credentials' })
      for (let n = 0; n < 9; n += 1) await guess()
      expect(await guess()).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
      expect(await signsIn(owner.password)).toBe(true)
    })

    it('are required', async () => {
      const { access_token } = await app.signIn()
      expect((await setPassword(access_token, { password: renewed })).code).toBe('validation_failed')
      expect((await setPassword(access_token, {})).code).toBe('validation_failed')
      expect((await app.call('PATCH', '/user', { body: { password: renewed } })).status).toBe(401)
    })

    it('are not weak, with reasons, and not the same', async () => {
      const { access_token } = await app.signIn()
      const change = (password: string) =>
        setPassword(access_token, { password, current_password: owner.password })
      expect(await change('hunter2')).toMatchObject({
        status: 422,
        json: { error: { code: 'weak_password', details: { reasons: ['length', 'pwned'] } } },
      })
      expect(await change('Password123!')).toMatchObject({
        json: { error: { code: 'weak_password', details: { reasons: ['pwned'] } } },
      })
      expect(await change(owner.password)).toMatchObject({ status: 422, code: 'same_password' })
      expect(await signsIn(owner.password)).toBe(true)
    })

    it('are not the same after a mailed link either', async () => {
      const { access_token } = await recover()
      expect((await setPassword(access_token, { password: owner.password })).code).toBe('same_password')
    })
  })
})
