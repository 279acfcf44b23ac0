import { AuthUser, Session } from '@half-measure/shared/auth/session.ts'
import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { describeEachPostgres } from '../../../test/postgres/each-postgres.ts'
import { type FactorClient, openFactorClient } from '../../../test/postgres/factor-client.ts'
import { createPasskeyClient, type PasskeyClient } from '../../../test/postgres/passkey-client.ts'
import { SoftwarePasskey } from '../../../test/postgres/software-passkey.ts'
import { auditedEvents, owner } from '../../../test/postgres/test-identity.ts'
import { waitingEmails } from '../../email/testing/test-outbox.ts'
import { createAdmin, resetAdminFactors, revokeAdmin } from '../admins.ts'

const other = { email: 'other@halfmeasure.test', password: 'a long and other one' }

describeEachPostgres('passkeys', (db) => {
  let client: FactorClient
  let passkeys: PasskeyClient

  beforeEach(async () => {
    client = await openFactorClient(db())
    passkeys = createPasskeyClient(client.app)
  })

  const remove = (bearer: string, id: string) => client.app.call('DELETE', `/factors/${id}`, { bearer })
  const subjects = async () => (await waitingEmails(db())).map((mail) => mail.subject)
  const audited = (event: string) =>
    db().selectFrom('audit_log').select(['user_id', 'details']).where('event', '=', event).execute()

  /** The owner with a passkey. */
  async function withPasskey() {
    const { access_token } = await client.app.signIn()
    const { passkey, session } = await passkeys.register(access_token)
    return { passkey, session, bearer: session.access_token, id: session.user.factors[0]?.id ?? '' }
  }

  describe('registered', () => {
    it('are asked for with the user verified, bound to the dashboard, for an account by its id alone', async () => {
      const { access_token, user } = await client.app.signIn()
      const options = await passkeys.creationOptions(access_token)
      expect(options).toMatchObject({
        rp: { id: 'admin.halfmeasure.test', name: 'Half Measure' },
        user: { id: Buffer.from(user.id.replaceAll('-', ''), 'hex').toString('base64url') },
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
        excludeCredentials: [],
      })
    })

    it('are a first factor: recovery codes, a session of aal2, a mail and entries in the audit log', async () => {
      const { session, id } = await withPasskey()
      expect(session).toMatchObject({
        aal: 'aal2',
        user: {
          factors: [
            { factor_type: 'passkey', status: 'verified', friendly_name: 'Laptop', last_used_at: null },
          ],
        },
      })
      expect(session.recovery_codes).toHaveLength(10)
      expect(await client.app.summary(session.access_token)).toBe(200)
      expect(await subjects()).toEqual(['A passkey was added to your account'])
      expect(await audited('second_factor_enrolled')).toEqual([
        { user_id: session.user.id, details: { factor_id: id, factor_type: 'passkey' } },
      ])
    })

    it('end the tokens from before', async () => {
      const before = await client.app.signIn()
      await passkeys.register(before.access_token)
      expect(await client.app.summary(before.access_token)).toBe(401)
    })

    it('may be several, each once, and ten factors at most', async () => {
      const { passkey, bearer } = await withPasskey()
      const options = await passkeys.creationOptions(bearer)
      expect(options.excludeCredentials).toMatchObject([{ id: passkey.id.toString('base64url') }])
      expect((await passkeys.add(bearer, passkey.create(options))).code).toBe('passkey_exists')
      let last = bearer
      for (let n = 2; n <= 10; n += 1) {
        const { session } = await passkeys.register(last)
        expect(session.recovery_codes).toBeUndefined()
        last = session.access_token
      }
      const { code } = await client.app.post('/passkeys/registration-options', {}, last)
      expect(code).toBe('too_many_enrolled_mfa_factors')
    })

    it('need a recent proof, and the second factor where there is one', async () => {
      await withPasskey()
      const { access_token } = await client.app.signIn()
      for (const path of ['/passkeys/registration-options', '/passkeys']) {
        expect((await client.app.post(path, {}, access_token)).code).toBe('insufficient_aal')
      }
      const { session } = await passkeys.register(
        Session.parse((await passkeys.signIn((await anotherPasskey()).passkey)).json).access_token,
      )
      client.clock.advance({ minutes: 10 })
      const { code } = await client.app.post('/passkeys/registration-options', {}, session.access_token)
      expect(code).toBe('reauthentication_needed')
    })

    it.each([
      ['another website', { origin: 'https://admin.halfmeasure.test.evil.test' }],
      ['another relying party', { rpId: 'evil.test' }],
      ['an authenticator that verified nobody', { isUserVerified: false }],
    ])('are refused from %s', async (_, deviations) => {
      const { access_token } = await client.app.signIn()
      const passkey = new SoftwarePasskey(passkeys.origin)
      const options = await passkeys.creationOptions(access_token)
      const { status, code } = await passkeys.add(access_token, passkey.create(options, deviations))
      expect([status, code]).toEqual([400, 'passkey_refused'])
      // Its challenge is used up.
      expect((await passkeys.add(access_token, passkey.create(options))).code).toBe(
        'passkey_challenge_expired',
      )
      expect(await db().selectFrom('passkeys').selectAll().execute()).toEqual([])
    })

    it('are refused with a challenge that is too old, was for something else or for another session', async () => {
      const { access_token } = await client.app.signIn()
      const { access_token: second } = await client.app.signIn()
      const passkey = new SoftwarePasskey(passkeys.origin)
      const options = await passkeys.creationOptions(access_token)
      const { challenge } = await passkeys.signInOptions()
      const late = await passkeys.creationOptions(access_token)
      const attempts = [
        await passkeys.add(second, passkey.create(options)),
        await passkeys.add(access_token, passkey.create(options, { challenge })),
        await passkeys.add(access_token, passkey.create(options, { challenge: 'made up' })),
      ]
      client.clock.advance({ minutes: 5 })
      attempts.push(await passkeys.add(access_token, passkey.create(late)))
      expect(attempts.map(({ status, code }) => [status, code])).toEqual(
        attempts.map(() => [422, 'passkey_challenge_expired']),
      )
    })
  })

  describe('at the sign-in', () => {
    it('open a session of aal2 without an address, a password or another factor', async () => {
      const { passkey, id, session } = await withPasskey()
      client.clock.advance({ minutes: 1 })
      const options = await passkeys.signInOptions()
      expect(options).toMatchObject({ rpId: 'admin.halfmeasure.test', userVerification: 'required' })
      expect(options.allowCredentials).toBeUndefined()
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
      expect((await audited('signed_in')).at(-1)?.details).toEqual({ method: 'passkey', factor_id: id })
      // It is a proof of today, for ten minutes.
      await passkeys.creationOptions(signedIn.access_token)
    })

    it('leave the cookie of a known browser, as a password does', async () => {
      const { passkey } = await withPasskey()
      const credential = passkey.sign(await passkeys.signInOptions())
      const { headers } = await client.app.call('POST', '/token?grant_type=passkey', {
        body: { credential },
        headers: { 'X-Session-Mode': 'cookie' },
      })
      expect(headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual([
        '__Host-half-measure-device',
        '__Host-half-measure-refresh',
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
      const { passkey } = await withPasskey()
      expect((await passkeys.signIn(passkey, deviations)).code).toBe('passkey_refused')
      expect(await auditedEvents(db())).toContain('sign_in_failed')
      expect((await passkeys.signIn(passkey)).status).toBe(200)
    })

    it('are refused with a changed signature', async () => {
      const { passkey } = await withPasskey()
      const credential = passkey.sign(await passkeys.signInOptions())
      const foreign = new SoftwarePasskey(passkeys.origin).sign(await passkeys.signInOptions())
      credential.response.signature = foreign.response.signature
      expect((await client.app.post('/token?grant_type=passkey', { credential })).code).toBe(
        'passkey_refused',
      )
    })

    it('work once for each challenge, within five minutes', async () => {
      const { passkey } = await withPasskey()
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

    it('are refused once their counter goes back, which is recorded', async () => {
      const { passkey, session, id } = await withPasskey()
      expect((await passkeys.signIn(passkey, { counter: 7 })).status).toBe(200)
      for (const counter of [7, 6, 0]) {
        const { status, code } = await passkeys.signIn(passkey, { counter })
        expect([status, code]).toEqual([422, 'passkey_counter_regressed'])
      }
      expect((await audited('passkey_counter_regressed'))[0]).toEqual({
        user_id: session.user.id,
        details: { factor_id: id, previous: 7, counter: 7 },
      })
      expect((await passkeys.signIn(passkey, { counter: 8 })).status).toBe(200)
    })

    it('that nobody registered are refused, and count for the client alone', async () => {
      const { passkey } = await withPasskey()
      const unknown = new SoftwarePasskey(passkeys.origin)
      const attempts = []
      for (let n = 0; n <= 30; n += 1) attempts.push((await passkeys.signIn(unknown)).code)
      expect(attempts).toEqual([
        ...Array<string>(30).fill('passkey_not_registered'),
        'over_request_rate_limit',
      ])
      expect(await audited('sign_in_limited')).toEqual([{ user_id: null, details: { limits: ['client'] } }])
      client.clock.advance({ minutes: 5 })
      expect((await passkeys.signIn(passkey)).status).toBe(200)
    })

    it('open no more than the password does once the right is revoked', async () => {
      const { passkey } = await withPasskey()
      await revokeAdmin(client.app.identity, owner.email)
      const { access_token } = Session.parse((await passkeys.signIn(passkey)).json)
      expect(await client.app.summary(access_token)).toBe(403)
    })

    it('are refused without a credential', async () => {
      const { status, code } = await client.app.post('/token?grant_type=passkey', { credential: { id: '' } })
      expect([status, code]).toEqual([400, 'validation_failed'])
    })
  })

  describe('after the password', () => {
    it('are the second factor, which is asked for first', async () => {
      const { passkey, id } = await withPasskey()
      const { access_token, aal } = await client.app.signIn()
      expect(aal).toBe('aal1')
      expect(await client.app.summary(access_token)).toBe(403)
      expect((await passkeys.verificationOptions(access_token)).allowCredentials).toEqual([
        { id: passkey.id.toString('base64url'), type: 'public-key', transports: ['internal'] },
      ])
      const { json } = await passkeys.verify(access_token, passkey)
      expect(await client.app.summary(Session.parse(json).access_token)).toBe(200)
      expect(await client.app.summary(access_token)).toBe(401)
      expect((await audited('second_factor_passed')).at(-1)?.details).toEqual({
        factor_id: id,
        factor_type: 'passkey',
      })
    })

    it('stand beside the codes of an app', async () => {
      const { factor, session } = await client.withFactor()
      const { passkey } = await passkeys.register(session.access_token)
      const byCode = await client.app.signIn()
      const { status } = await client.answerChallenge(byCode.access_token, factor.id, client.codeOf(factor))
      expect(status).toBe(200)
      const byPasskey = await client.app.signIn()
      expect((await passkeys.verify(byPasskey.access_token, passkey)).status).toBe(200)
    })

    it('are not those of another account', async () => {
      await withPasskey()
      const { passkey } = await anotherPasskey()
      const { access_token } = await client.app.signIn()
      expect((await passkeys.verify(access_token, passkey)).code).toBe('passkey_not_registered')
    })

    it('answer only a challenge of their session', async () => {
      const { passkey } = await withPasskey()
      const [first, second] = [await client.app.signIn(), await client.app.signIn()]
      const credential = passkey.sign(await passkeys.verificationOptions(first.access_token))
      const attempts = [
        await client.app.post('/passkeys/verify', { credential }, second.access_token),
        await client.app.post('/token?grant_type=passkey', { credential }),
      ]
      expect(attempts.map(({ code }) => code)).toEqual(attempts.map(() => 'passkey_challenge_expired'))
    })

    it('are limited and recorded like codes', async () => {
      const { passkey, bearer } = await withPasskey()
      const attempts = []
      const { access_token } = await client.app.signIn()
      for (let n = 0; n <= 15; n += 1) {
        attempts.push((await passkeys.verify(access_token, passkey, { isUserVerified: false })).status)
      }
      expect(attempts).toEqual([...Array<number>(15).fill(400), 429])
      expect((await audited('second_factor_failed'))[0]?.details).toEqual({ factor_type: 'passkey' })
      expect(await client.app.summary(bearer)).toBe(200)
    })

    it('are replaced by a recovery code where the device is lost', async () => {
      const { session } = await withPasskey()
      const { access_token } = await client.app.signIn()
      const use = (code: unknown) => client.app.post('/recovery-codes/verify', { code }, access_token)
      expect((await use('no such code')).code).toBe('mfa_verification_failed')
      const { json } = await use(session.recovery_codes?.[0])
      const { access_token: full } = Session.parse(json)
      expect(await client.app.summary(full)).toBe(200)
      const left = await client.app.call('GET', '/recovery-codes', { bearer: full })
      expect(left.json).toEqual({ remaining: 9 })
      expect(await auditedEvents(db())).toContain('recovery_code_used')
    })

    it('are what a required second factor can be', async () => {
      await db().updateTable('admin_profiles').set({ second_factor_required: true }).execute()
      const { access_token } = await client.app.signIn()
      expect(await client.app.summary(access_token)).toBe(403)
      const { session } = await passkeys.register(access_token)
      expect(await client.app.summary(session.access_token)).toBe(200)
    })

    it('cannot be gone around with an app that was begun before', async () => {
      const { access_token } = await client.app.signIn()
      const factor = await client.enrol(access_token)
      await passkeys.register(access_token)
      const next = await client.app.signIn()
      const { code } = await client.answerChallenge(next.access_token, factor.id, client.codeOf(factor))
      expect(code).toBe('insufficient_aal')
    })
  })

  describe('as a recent proof', () => {
    const prove = (bearer: string, given: object) => client.app.post('/reauthenticate', given, bearer)

    it('take the place of the password and the code', async () => {
      const { passkey, bearer } = await withPasskey()
      client.clock.advance({ minutes: 10 })
      expect((await client.app.post('/factors', {}, bearer)).code).toBe('reauthentication_needed')
      const wrong = passkey.sign(await passkeys.verificationOptions(bearer), { isUserVerified: false })
      expect((await prove(bearer, { credential: wrong })).code).toBe('passkey_refused')
      const credential = passkey.sign(await passkeys.verificationOptions(bearer))
      expect((await prove(bearer, { credential })).status).toBe(204)
      expect((await prove(bearer, { credential })).code).toBe('passkey_challenge_expired')
      expect((await client.app.post('/factors', {}, bearer)).status).toBe(200)
      expect(await auditedEvents(db())).toContain('reauthenticated')
    })

    it('or the password with a recovery code', async () => {
      const { session, bearer } = await withPasskey()
      const { password } = owner
      expect((await prove(bearer, { password })).code).toBe('validation_failed')
      expect((await prove(bearer, { password, code: session.recovery_codes?.[0] })).status).toBe(204)
    })

    it('admit no session that has not shown its second factor', async () => {
      const { passkey } = await withPasskey()
      const { access_token } = await client.app.signIn()
      const credential = passkey.sign(await passkeys.verificationOptions(access_token))
      expect((await prove(access_token, { credential })).code).toBe('insufficient_aal')
    })
  })

  describe('removed', () => {
    it('open nothing any more, take the recovery codes along with the last, and tell their owner', async () => {
      const { bearer, passkey, id } = await withPasskey()
      const second = await passkeys.register(bearer)
      const now = second.session.access_token
      expect((await remove(now, id)).status).toBe(204)
      expect((await passkeys.signIn(passkey)).code).toBe('passkey_not_registered')
      expect(await db().selectFrom('recovery_codes').selectAll().execute()).toHaveLength(10)
      const { json } = await client.app.call('GET', '/user', { bearer: now })
      expect((await remove(now, AuthUser.parse(json).factors[0]?.id ?? '')).status).toBe(204)
      expect(await db().selectFrom('recovery_codes').selectAll().execute()).toEqual([])
      expect(await client.app.summary((await client.app.signIn()).access_token)).toBe(200)
      expect(
        (await subjects()).filter((subject) => subject.startsWith('A passkey was removed')),
      ).toHaveLength(2)
      expect((await audited('second_factor_removed'))[0]?.details).toEqual({
        factor_id: id,
        factor_type: 'passkey',
      })
    })

    it('are so by their owner alone', async () => {
      const { id } = await withPasskey()
      const { session } = await anotherPasskey()
      expect((await remove(session.access_token, id)).code).toBe('mfa_factor_not_found')
    })

    it('are so with a reset of the second factors, which ends their sessions', async () => {
      const { passkey, bearer } = await withPasskey()
      await resetAdminFactors(client.app.identity, owner.email)
      expect(await client.app.summary(bearer)).toBe(401)
      expect((await passkeys.signIn(passkey)).code).toBe('passkey_not_registered')
    })
  })

  /** A passkey of somebody else’s account. */
  async function anotherPasskey() {
    await createAdmin(client.app.identity, other)
    return passkeys.register((await client.app.signIn(other)).access_token)
  }
})
