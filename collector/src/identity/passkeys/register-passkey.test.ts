import { AuthUser, Session } from '@half-measure/shared/auth/session.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { describeEachPostgres } from '../../../test/postgres/each-postgres.ts'
import { type FactorClient, openFactorClient } from '../../../test/postgres/factor-client.ts'
import { createPasskeyClient, type PasskeyClient } from '../../../test/postgres/passkey-client.ts'
import { SoftwarePasskey } from '../../../test/postgres/software-passkey.ts'
import { auditEntries, owner } from '../../../test/postgres/test-identity.ts'
import { waitingEmails } from '../../email/testing/test-outbox.ts'
import { resetAdminFactors } from '../admins.ts'

describeEachPostgres('passkeys', (db) => {
  let client: FactorClient
  let passkeys: PasskeyClient

  beforeEach(async () => {
    client = await openFactorClient(db())
    passkeys = createPasskeyClient(client.app)
  })

  const remove = (bearer: string, id: string) => client.app.call('DELETE', `/factors/${id}`, { bearer })
  const subjects = async () => (await waitingEmails(db())).map((mail) => mail.subject)

  describe('registered', () => {
    it('are requested with the user verified, bound to the dashboard, for an account by its id alone', async () => {
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
      const { session, id } = await passkeys.withPasskey()
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
      expect(await auditEntries(db(), 'second_factor_enrolled')).toEqual([
        { user_id: session.user.id, details: { factor_id: id, factor_type: 'passkey' } },
      ])
    })

    it('end the tokens from before', async () => {
      const before = await client.app.signIn()
      await passkeys.register(before.access_token)
      expect(await client.app.summary(before.access_token)).toBe(401)
    })

    it('may be several, each once, and ten factors at most', async () => {
      const { passkey, bearer } = await passkeys.withPasskey()
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

    it('need re-authentication, and the second factor where there is one', async () => {
      await passkeys.withPasskey()
      const { access_token } = await client.app.signIn()
      for (const path of ['/passkeys/registration-options', '/passkeys']) {
        expect((await client.app.post(path, {}, access_token)).code).toBe('insufficient_aal')
      }
      const { session } = await passkeys.register(
        Session.parse((await passkeys.signIn((await passkeys.withPasskeyOfAnother()).passkey)).json)
          .access_token,
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

  describe('removed', () => {
    it('open nothing any more, take the recovery codes along with the last, and tell their owner', async () => {
      const { bearer, passkey, id } = await passkeys.withPasskey()
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
      expect((await auditEntries(db(), 'second_factor_removed'))[0]?.details).toEqual({
        factor_id: id,
        factor_type: 'passkey',
      })
    })

    it('are so by their owner alone', async () => {
      const { id } = await passkeys.withPasskey()
      const { session } = await passkeys.withPasskeyOfAnother()
      expect((await remove(session.access_token, id)).code).toBe('mfa_factor_not_found')
    })

    it('are so with a reset of the second factors, which ends their sessions', async () => {
      const { passkey, bearer } = await passkeys.withPasskey()
      await resetAdminFactors(client.app.identity, owner.email)
      expect(await client.app.summary(bearer)).toBe(401)
      expect((await passkeys.signIn(passkey)).code).toBe('passkey_not_registered')
    })
  })
})
