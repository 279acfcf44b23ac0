import { Session } from '@half-measure/shared/auth/session.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { describeEachPostgres } from '../../../test/postgres/each-postgres.ts'
import { type FactorClient, openFactorClient } from '../../../test/postgres/factor-client.ts'
import { createPasskeyClient, type PasskeyClient } from '../../../test/postgres/passkey-client.ts'
import { auditedEvents, auditEntries, owner } from '../../../test/postgres/test-identity.ts'

describeEachPostgres('passkeys', (db) => {
  let client: FactorClient
  let passkeys: PasskeyClient

  beforeEach(async () => {
    client = await openFactorClient(db())
    passkeys = createPasskeyClient(client.app)
  })

  describe('after the password', () => {
    it('are the second factor, required before anything else', async () => {
      const { passkey, id } = await passkeys.withPasskey()
      const { access_token, aal } = await client.app.signIn()
      expect(aal).toBe('aal1')
      expect(await client.app.summary(access_token)).toBe(403)
      expect((await passkeys.verificationOptions(access_token)).allowCredentials).toEqual([
        { id: passkey.id.toString('base64url'), type: 'public-key', transports: ['internal'] },
      ])
      const { json } = await passkeys.verify(access_token, passkey)
      expect(await client.app.summary(Session.parse(json).access_token)).toBe(200)
      expect(await client.app.summary(access_token)).toBe(401)
      expect((await auditEntries(db(), 'second_factor_passed')).at(-1)?.details).toEqual({
        factor_id: id,
        factor_type: 'passkey',
      })
    })

    it('stand beside the codes of an app', async () => {
      const { factor, session } = await client.withFactor()
      const { passkey } = await passkeys.register(session.access_token)
      const byCode = await client.app.signIn()
      const { status } = await client.verifyFactor(byCode.access_token, factor)
      expect(status).toBe(200)
      const byPasskey = await client.app.signIn()
      expect((await passkeys.verify(byPasskey.access_token, passkey)).status).toBe(200)
    })

    it('are not those of another account', async () => {
      await passkeys.withPasskey()
      const { passkey } = await passkeys.withPasskeyOfAnother()
      const { access_token } = await client.app.signIn()
      expect((await passkeys.verify(access_token, passkey)).code).toBe('passkey_not_registered')
    })

    it('are valid only for a challenge of their session', async () => {
      const { passkey } = await passkeys.withPasskey()
      const [first, second] = [await client.app.signIn(), await client.app.signIn()]
      const credential = passkey.sign(await passkeys.verificationOptions(first.access_token))
      const attempts = [
        await client.app.post('/passkeys/verify', { credential }, second.access_token),
        await client.app.post('/token?grant_type=passkey', { credential }),
      ]
      expect(attempts.map(({ code }) => code)).toEqual(attempts.map(() => 'passkey_challenge_expired'))
    })

    it('are limited and recorded like codes', async () => {
      const { passkey, bearer } = await passkeys.withPasskey()
      const attempts = []
      const { access_token } = await client.app.signIn()
      for (let n = 0; n <= 15; n += 1) {
        attempts.push((await passkeys.verify(access_token, passkey, { isUserVerified: false })).status)
      }
      expect(attempts).toEqual([...Array<number>(15).fill(400), 429])
      expect((await auditEntries(db(), 'second_factor_failed'))[0]?.details).toEqual({
        factor_type: 'passkey',
      })
      expect(await client.app.summary(bearer)).toBe(200)
    })

    it('are replaced by a recovery code where the device is lost', async () => {
      const { session } = await passkeys.withPasskey()
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
      const { code } = await client.verifyFactor(next.access_token, factor)
      expect(code).toBe('insufficient_aal')
    })
  })

  describe('for re-authentication', () => {
    const prove = (bearer: string, given: object) => client.app.post('/reauthenticate', given, bearer)

    it('take the place of the password and the code', async () => {
      const { passkey, bearer } = await passkeys.withPasskey()
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
      const { session, bearer } = await passkeys.withPasskey()
      const { password } = owner
      expect((await prove(bearer, { password })).code).toBe('validation_failed')
      expect((await prove(bearer, { password, code: session.recovery_codes?.[0] })).status).toBe(204)
    })

    it('admit no session that has not shown its second factor', async () => {
      const { passkey } = await passkeys.withPasskey()
      const { access_token } = await client.app.signIn()
      const credential = passkey.sign(await passkeys.verificationOptions(access_token))
      expect((await prove(access_token, { credential })).code).toBe('insufficient_aal')
    })
  })
})
