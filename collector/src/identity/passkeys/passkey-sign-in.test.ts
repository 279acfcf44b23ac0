import { Session } from '@half-measure/shared/auth/session.ts'
import { decodeJwt } from 'jose'
import { beforeEach, expect, it } from 'vitest'
import { describeEachPostgres } from '../../../test/postgres/each-postgres.ts'
import { type FactorClient, openFactorClient } from '../../../test/postgres/factor-client.ts'
import { createPasskeyClient, type PasskeyClient } from '../../../test/postgres/passkey-client.ts'
import { SoftwarePasskey } from '../../../test/postgres/software-passkey.ts'
import { auditedEvents, auditEntries, owner } from '../../../test/postgres/test-identity.ts'
import { revokeAdmin } from '../admins.ts'

describeEachPostgres('passkeys at the sign-in', (db) => {
  let client: FactorClient
  let passkeys: PasskeyClient

  beforeEach(async () => {
    client = await openFactorClient(db())
    passkeys = createPasskeyClient(client.app)
  })

  it('open a session of aal2 without an address, a password or another factor', async () => {
    const { passkey, id, session } = await passkeys.withPasskey()
    client.clock.advance({ minutes: 1 })
    const options = await passkeys.signInOptions()
    expect(options).toMatchObject({ rpId: 'admin.halfmeasure.test', userVerification: 'required' })
    expect(options.allowCredentials).toEqual([])
    const { status, json } = await passkeys.signIn(passkey)
    expect(status).toBe(200)
    const signedIn = Session.required().parse(json)
    expect(signedIn).toMatchObject({ aal: 'aal2', user: { id: session.user.id } })
    expect(decodeJwt(signedIn.access_token)).toMatchObject({ aal: 'aal2' })
    expect(await client.app.summary(signedIn.access_token)).toBe(200)
    const { json: sessions } = await client.app.call('GET', '/sessions', { bearer: signedIn.access_token })
    expect(sessions).toMatchObject([
      { method: 'passkey', aal: 'aal2', current: true },
      { method: 'password' },
    ])
    expect(signedIn.user.factors).toMatchObject([{ last_used_at: client.clock.now().toISOString() }])
    expect((await auditEntries(db(), 'signed_in')).at(-1)?.details).toEqual({
      method: 'passkey',
      factor_id: id,
    })
    // It is a proof of today, for ten minutes.
    await passkeys.creationOptions(signedIn.access_token)
  })

  it('leave the cookie of a known browser, as a password does', async () => {
    const { passkey } = await passkeys.withPasskey()
    const credential = passkey.sign(await passkeys.signInOptions())
    const { headers } = await client.app.call('POST', '/token?grant_type=passkey', {
      body: { credential },
      usesCookies: true,
    })
    expect(headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual([
      '__Host-half-measure-device',
      '__Host-half-measure-refresh',
      'half-measure-signed-in',
    ])
  })

  it.each([
    ['another website', { origin: 'https://evil.test' }],
    ['the dashboard over http', { origin: 'http://admin.halfmeasure.test' }],
    ['another relying party', { rpId: 'halfmeasure.test' }],
    ['an authenticator that verified nobody', { isUserVerified: false }],
    ['another account', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['nobody', { userHandle: '' }],
  ])('are refused from %s', async (_, deviations) => {
    const { passkey } = await passkeys.withPasskey()
    expect((await passkeys.signIn(passkey, deviations)).code).toBe('passkey_refused')
    expect(await auditedEvents(db())).toContain('sign_in_failed')
    expect((await passkeys.signIn(passkey)).status).toBe(200)
  })

  it('are refused with a changed signature', async () => {
    const { passkey } = await passkeys.withPasskey()
    const credential = passkey.sign(await passkeys.signInOptions())
    const foreign = new SoftwarePasskey(passkeys.origin).sign(await passkeys.signInOptions())
    credential.response.signature = foreign.response.signature
    expect((await client.app.post('/token?grant_type=passkey', { credential })).code).toBe('passkey_refused')
  })

  it('work once for each challenge, within five minutes', async () => {
    const { passkey } = await passkeys.withPasskey()
    const credential = passkey.sign(await passkeys.signInOptions())
    const late = passkey.sign(await passkeys.signInOptions())
    const attempt = (credential: object) => client.app.post('/token?grant_type=passkey', { credential })
    const both = await Promise.all([attempt(credential), attempt(credential)])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    const invented = passkey.sign(await passkeys.signInOptions(), { challenge: 'made up' })
    expect((await attempt(invented)).code).toBe('passkey_challenge_expired')
    expect((await attempt(credential)).code).toBe('passkey_challenge_expired')
    client.clock.advance({ minutes: 5 })
    expect((await attempt(late)).code).toBe('passkey_challenge_expired')
  })

  it('count as failures when replayed; forged challenges do not reach the database', async () => {
    const { passkey } = await passkeys.withPasskey()
    const credential = passkey.sign(await passkeys.signInOptions())
    const attempt = (credential: object) => client.app.post('/token?grant_type=passkey', { credential })
    expect((await attempt(credential)).status).toBe(200)
    const before = await auditEntries(db(), 'sign_in_failed')
    expect(
      (await attempt(passkey.sign(await passkeys.signInOptions(), { challenge: 'x'.repeat(72) }))).code,
    ).toBe('passkey_challenge_expired')
    expect(await auditEntries(db(), 'sign_in_failed')).toEqual(before)
    const again = []
    for (let n = 0; n <= 30; n += 1) again.push((await attempt(credential)).code)
    expect(again).toEqual([...Array<string>(30).fill('passkey_challenge_expired'), 'over_request_rate_limit'])
    expect(await db().selectFrom('used_passkey_challenges').selectAll().execute()).toHaveLength(2)
  })

  it('may be requested without limit: no challenge is stored before it is used', async () => {
    const challenges = new Set<string>()
    for (let n = 0; n < 50; n += 1) challenges.add((await passkeys.signInOptions()).challenge)
    expect(challenges.size).toBe(50)
    expect(await db().selectFrom('used_passkey_challenges').selectAll().execute()).toEqual([])
  })

  it('are refused once their counter goes back, which is recorded', async () => {
    const { passkey, session, id } = await passkeys.withPasskey()
    expect((await passkeys.signIn(passkey, { counter: 7 })).status).toBe(200)
    for (const counter of [7, 6, 0]) {
      const { status, code } = await passkeys.signIn(passkey, { counter })
      expect([status, code]).toEqual([422, 'passkey_counter_regressed'])
    }
    expect((await auditEntries(db(), 'passkey_counter_regressed'))[0]).toEqual({
      user_id: session.user.id,
      details: { factor_id: id, previous: 7, counter: 7 },
    })
    expect((await passkeys.signIn(passkey, { counter: 8 })).status).toBe(200)
  })

  it('that nobody registered are refused, and count for the client alone', async () => {
    const { passkey } = await passkeys.withPasskey()
    const unknown = new SoftwarePasskey(passkeys.origin)
    const attempts = []
    for (let n = 0; n <= 30; n += 1) attempts.push((await passkeys.signIn(unknown)).code)
    expect(attempts).toEqual([...Array<string>(30).fill('passkey_not_registered'), 'over_request_rate_limit'])
    expect(await auditEntries(db(), 'sign_in_limited')).toEqual([
      { user_id: null, details: { limits: ['client'] } },
    ])
    client.clock.advance({ minutes: 5 })
    expect((await passkeys.signIn(passkey)).status).toBe(200)
  })

  it('open no more than the password does once the right is revoked', async () => {
    const { passkey } = await passkeys.withPasskey()
    await revokeAdmin(client.app.identity, owner.email)
    const { access_token } = Session.parse((await passkeys.signIn(passkey)).json)
    expect(await client.app.summary(access_token)).toBe(403)
  })

  it('are refused without a credential', async () => {
    const { status, code } = await client.app.post('/token?grant_type=passkey', { credential: { id: '' } })
    expect([status, code]).toEqual([400, 'validation_failed'])
  })
})
