import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../test/postgres/each-postgres.ts'
import {
  auditedEvents,
  authConfig,
  openTestIdentity,
  owner,
  second,
} from '../../test/postgres/test-identity.ts'
import { createAuthApp, type AuthApp } from '../../test/postgres/test-auth-app.ts'
import { TestClock } from '../../test/postgres/test-clock.ts'
import { erasePerson } from '../audience/personal-data.ts'
import { waitingEmails } from '../email/testing/test-outbox.ts'
import { createAdmin, resetPassword } from './admins.ts'
import { authenticate } from './authenticate.ts'
import { requestEmailChange } from './change-email.ts'

const renamed = 'new@halfmeasure.test'

describePostgres('the address of an account', (db) => {
  let clock: TestClock
  let app: AuthApp
  let bearer: string

  beforeEach(async () => {
    clock = new TestClock()
    app = await createAuthApp(db(), clock.now)
    bearer = (await app.signIn()).access_token
  })

  const requestChange = (email = renamed, password: string | undefined = owner.password) =>
    app.call('PATCH', '/user', { bearer, body: { email, current_password: password } })
  const mailsTo = async (address: string) =>
    (await waitingEmails(db())).filter(({ recipient }) => recipient === address)
  const linkOf = async (): Promise<string> =>
    /auth\/confirm-email#token=([\w-]{43})/.exec((await mailsTo(renamed)).at(-1)?.text ?? '')?.[1] ?? ''
  const confirm = (token: string) => app.post('/email-change', { token })
  const signIn = async (email: string) =>
    (await app.post('/token?grant_type=password', { email, password: owner.password })).status

  it('changes once the link that was mailed to the new one is used, and a notice goes to the old one', async () => {
    expect(await requestChange(` ${renamed.toUpperCase()} `)).toMatchObject({
      status: 200,
      json: { email: owner.email },
    })
    expect([await signIn(owner.email), await signIn(renamed)]).toEqual([200, 400])
    expect((await mailsTo(owner.email)).map(({ subject }) => subject)).toContain(
      'Your account is about to get another address',
    )

    expect(await confirm(await linkOf())).toMatchObject({ status: 200, json: {} })
    expect([await signIn(owner.email), await signIn(renamed)]).toEqual([400, 200])
    expect((await mailsTo(owner.email)).map(({ subject }) => subject)).toContain(
      'Your account has another address now',
    )
    expect(await auditedEvents(db())).toEqual(
      expect.arrayContaining(['email_change_requested', 'email_changed']),
    )
    // The session that requested it goes on, under the new name.
    expect((await app.call('GET', '/user', { bearer })).json).toMatchObject({ email: renamed })
  })

  it('needs the password, and guessing it is limited', async () => {
    expect(await app.call('PATCH', '/user', { bearer, body: { email: renamed } })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
    for (let n = 0; n < 10; n += 1)
      expect((await requestChange(renamed, 'a wrong one')).code).toBe('invalid_credentials')
    expect((await requestChange()).code).toBe('over_request_rate_limit')
    expect(await mailsTo(renamed)).toEqual([])
  })

  it('has links that work once, for an hour, and only the newest', async () => {
    await requestChange()
    const first = await linkOf()
    clock.advance({ minutes: 1 })
    await requestChange()
    expect(await confirm(first)).toMatchObject({ status: 403, code: 'otp_expired' })
    clock.advance({ minutes: 60 })
    expect((await confirm(await linkOf())).code).toBe('otp_expired')
    bearer = (await app.signIn()).access_token
    await requestChange()
    const last = await linkOf()
    expect((await confirm(last)).status).toBe(200)
    expect((await confirm(last)).code).toBe('otp_expired')
    // A link of this kind opens no account.
    expect((await app.post('/verify', { type: 'recovery', token: last })).code).toBe('otp_expired')
  })

  it('is not taken from somebody else', async () => {
    await createAdmin(app.identity, { email: renamed, password: 'another long and private one' })
    expect((await requestChange(owner.email)).code).toBe('same_email')
    await db().deleteFrom('users').where('email', '=', renamed).execute()
    await requestChange()
    await createAdmin(app.identity, { email: renamed, password: 'another long and private one' })
    expect((await confirm(await linkOf())).code).toBe('user_already_exists')
    expect(await signIn(owner.email)).toBe(200)
  })

  it('gets the same response whether somebody else has it or not, who then gets an email without a link', async () => {
    await createAdmin(app.identity, { email: renamed, password: 'another long and private one' })
    const before = await auditedEvents(db())
    const free = await requestChange('free@halfmeasure.test')
    const audited = (await auditedEvents(db())).slice(before.length)
    clock.advance({ seconds: 1 })
    const taken = await requestChange(renamed)
    expect([taken.status, taken.text]).toEqual([free.status, free.text])
    expect((await auditedEvents(db())).slice(before.length)).toEqual([...audited, ...audited])

    const [mail] = await mailsTo(renamed)
    expect(mail?.subject).toBe('Your address was entered for another account')
    expect(mail?.text).not.toContain('#token=')
    const notices = (await mailsTo(owner.email)).map(({ subject }) => subject)
    expect(
      notices.filter((subject) => subject === 'Your account is about to get another address'),
    ).toHaveLength(2)
    // As with an address that is free, the link of the request before no longer works.
    const earlier = (await mailsTo('free@halfmeasure.test')).at(-1)?.text ?? ''
    expect((await confirm(/#token=([\w-]{43})/.exec(earlier)?.[1] ?? '')).code).toBe('otp_expired')
  })

  it('goes to one of two accounts that confirm it at the same time', async () => {
    const { access_token } = await app.signInAnother()
    await requestChange()
    const first = await linkOf()
    clock.advance({ seconds: 1 })
    bearer = access_token
    await requestChange(renamed, second.password)
    const other = await linkOf()
    // Neither gets at the accounts before both have begun.
    const [held, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = db()
      .transaction()
      .execute(async (trx) => {
        await sql`lock table users in exclusive mode`.execute(trx)
        held.resolve()
        await begun.promise
      })
    await held.promise
    const both = Promise.all([confirm(first), confirm(other)])
    setTimeout(begun.resolve, 500)
    const [responses] = await Promise.all([both, holding])
    expect(responses.map(({ status, code }) => code ?? String(status)).toSorted()).toEqual([
      '200',
      'user_already_exists',
    ])
  })

  it('does not change any more where the owner sets a new password after the notice', async () => {
    await requestChange()
    const link = await linkOf()
    const change = { password: 'a new and private one', current_password: owner.password }
    expect((await app.call('PATCH', '/user', { bearer, body: change })).status).toBe(200)
    expect((await confirm(link)).code).toBe('otp_expired')
  })

  it('is not requested by a session that ends while its password is compared', async () => {
    const { identity } = app
    const principal = await authenticate(identity, bearer)
    const matches = async (hash: string | undefined, password: string) => {
      await resetPassword(identity, { email: owner.email, password: 'a new and private one' })
      return identity.passwords.matches(hash, password)
    }
    const late = requestEmailChange(
      { ...identity, passwords: { ...identity.passwords, matches } },
      principal,
      { email: renamed, current_password: owner.password },
      '203.0.113.7',
    )
    await expect(late).rejects.toMatchObject({ code: 'session_not_found' })
    expect(await mailsTo(renamed)).toEqual([])
  })

  it('is forgotten where its owner has it erased before the link is used', async () => {
    await requestChange()
    const link = await linkOf()
    await erasePerson(db(), renamed, clock.now())
    expect(await mailsTo(renamed)).toEqual([])
    expect((await confirm(link)).code).toBe('otp_expired')
  })

  it('can be requested five times an hour, whatever the new address', async () => {
    await createAdmin(app.identity, { email: renamed, password: 'another long and private one' })
    for (let n = 0; n < 5; n += 1) expect((await requestChange(`n${n}@b.test`)).status).toBe(200)
    expect((await requestChange('n6@b.test')).code).toBe('over_request_rate_limit')
    expect((await requestChange(renamed)).code).toBe('over_request_rate_limit')
  })

  it('does not bring the configured administrator back at the next start', async () => {
    await requestChange()
    await confirm(await linkOf())
    await openTestIdentity(db(), clock.now, authConfig())
    expect(await db().selectFrom('users').select('email').execute()).toEqual([{ email: renamed }])
  })

  it('and the password are changed one at a time', async () => {
    const body = { email: renamed, password: 'a new and private one', current_password: owner.password }
    expect((await app.call('PATCH', '/user', { bearer, body })).code).toBe('validation_failed')
    expect(await signIn(owner.email)).toBe(200)
  })
})
