import { FactorSession } from '@half-measure/shared/auth/account.ts'
import { Session } from '@half-measure/shared/auth/session.ts'
import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { describePostgres } from '../../test/postgres/each-postgres.ts'
import {
  type FactorClient,
  fromBase32,
  openFactorClient,
  wrongCode,
} from '../../test/postgres/factor-client.ts'
import { auditedEvents, mailedToken, owner } from '../../test/postgres/test-identity.ts'
import { waitingEmails } from '../email/testing/test-outbox.ts'

describePostgres('second factors', (db) => {
  let client: FactorClient

  beforeEach(async () => {
    client = await openFactorClient(db())
  })

  describe('enrolled', () => {
    it('give the secret to type and to scan, and count once a code was shown', async () => {
      const { access_token, user } = await client.app.signIn()
      const factor = await client.enrol(access_token)
      expect(factor.totp.uri).toContain(
        `otpauth://totp/Half%20Measure:owner%40halfmeasure.test?secret=${factor.totp.secret}`,
      )
      expect((await client.app.signIn()).user.factors).toEqual([])

      const { json } = await client.verifyFactor(access_token, factor)
      const session = FactorSession.required().parse(json)
      expect(session.aal).toBe('aal2')
      expect(decodeJwt(session.access_token)).toMatchObject({ sub: user.id, aal: 'aal2' })
      expect(session.user.factors).toEqual([
        { id: factor.id, factor_type: 'totp', status: 'verified', friendly_name: 'Phone' },
      ])
      expect(session.recovery_codes).toHaveLength(10)
      expect(await client.app.summary(session.access_token)).toBe(200)
      expect((await waitingEmails(db())).map((mail) => mail.subject)).toContain(
        'A second factor was added to your account',
      )
      expect(await auditedEvents(db())).toEqual(
        expect.arrayContaining(['second_factor_enrolled', 'second_factor_passed']),
      )
    })

    it('do not count with a wrong code', async () => {
      const { access_token } = await client.app.signIn()
      const factor = await client.enrol(access_token)
      expect((await client.verifyFactor(access_token, factor, wrongCode)).code).toBe(
        'mfa_verification_failed',
      )
      expect((await client.app.signIn()).user.factors).toEqual([])
      expect(await client.app.summary(access_token)).toBe(200)
    })

    it('are stored sealed, and recovery codes hashed', async () => {
      const { factor, session } = await client.withFactor()
      const secret = fromBase32(factor.totp.secret)
      const [row] = await db().selectFrom('mfa_factors').selectAll().execute()
      expect(row?.secret.includes(secret)).toBe(false)
      const codes = await db().selectFrom('recovery_codes').selectAll().execute()
      expect(codes).toHaveLength(10)
      for (const { code_hash } of codes) expect(code_hash).toHaveLength(32)
      expect(session.recovery_codes.every((code) => /^[a-z2-7]{4}-[a-z2-7]{4}-[a-z2-7]{4}$/.test(code))).toBe(
        true,
      )
    })

    it('end the tokens from before, which never read anything of an administrator’s', async () => {
      const before = await client.app.signIn()
      const factor = await client.enrol(before.access_token)
      await client.verifyFactor(before.access_token, factor)
      const { code } = await client.app.post('/token?grant_type=refresh_token', {
        refresh_token: before.refresh_token,
      })
      expect(code).toBe('session_not_found')
      expect(await client.app.summary(before.access_token)).toBe(401)
    })

    it('are ten at most', async () => {
      let { access_token } = (await client.withFactor()).session
      for (let n = 2; n <= 10; n += 1) {
        const next = await client.enrol(access_token, `No. ${n}`)
        const { json } = await client.verifyFactor(access_token, next)
        access_token = Session.parse(json).access_token
      }
      const { code } = await client.app.post('/factors', {}, access_token)
      expect(code).toBe('too_many_enrolled_mfa_factors')
    })
  })

  describe('at the sign-in', () => {
    it('are required before anything for administrators opens', async () => {
      const { factor } = await client.withFactor()
      const session = await client.app.signIn()
      expect(session.aal).toBe('aal1')
      expect(session.user.factors).toMatchObject([{ id: factor.id, status: 'verified' }])
      for (const path of ['/admin', '/sessions', '/recovery-codes', '/api/stats/summary']) {
        const { status, json } = await client.app.call('GET', path, { bearer: session.access_token })
        expect([status, json]).toMatchObject([
          403,
          { error: { code: 'insufficient_aal', details: { enrolled: true } } },
        ])
      }
      expect((await client.app.call('GET', '/user', { bearer: session.access_token })).status).toBe(200)

      const { json } = await client.verifyFactor(session.access_token, factor)
      const full = Session.required().parse(json)
      expect(await client.app.summary(full.access_token)).toBe(200)
      const refreshed = await client.app.post('/token?grant_type=refresh_token', {
        refresh_token: full.refresh_token,
      })
      expect(Session.parse(refreshed.json).aal).toBe('aal2')
    })

    it('cannot be gone around with the password alone', async () => {
      const { factor } = await client.withFactor()
      const { access_token } = await client.app.signIn()
      const attempts = [
        await client.app.post('/factors', {}, access_token),
        await client.app.call('DELETE', `/factors/${factor.id}`, { bearer: access_token }),
        await client.app.call('PATCH', '/user', {
          bearer: access_token,
          body: { password: 'another and private one', current_password: owner.password },
        }),
        await client.app.post('/recovery-codes', {}, access_token),
        await client.app.post('/logout?scope=others', {}, access_token),
      ]
      expect(attempts.map(({ code }) => code)).toEqual(Array(attempts.length).fill('insufficient_aal'))
    })

    it('cannot be gone around with a factor that was begun before the other counted', async () => {
      const { factor } = await client.withFactor()
      const { secret, user_id, factor_type, created_at } = await db()
        .selectFrom('mfa_factors')
        .selectAll()
        .executeTakeFirstOrThrow()
      const { id } = await db()
        .insertInto('mfa_factors')
        .values({ secret, user_id, factor_type, created_at, status: 'unverified' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { access_token } = await client.app.signIn()
      expect((await client.verifyFactor(access_token, { ...factor, id })).code).toBe('insufficient_aal')
      expect((await client.verifyFactor(access_token, factor)).status).toBe(200)
    })

    it('are required after a mailed link too', async () => {
      await client.withFactor()
      await client.app.post('/recover', { email: owner.email })
      const token = await mailedToken(db(), 'password-recovery')
      const session = Session.parse((await client.app.post('/verify', { type: 'recovery', token })).json)
      const body = { password: 'another and private one' }
      const { code } = await client.app.call('PATCH', '/user', { bearer: session.access_token, body })
      expect(code).toBe('insufficient_aal')
    })

    it('let somebody leave who cannot show one', async () => {
      await client.withFactor()
      const { access_token } = await client.app.signIn()
      expect((await client.app.post('/logout', undefined, access_token)).status).toBe(204)
      expect((await client.app.call('GET', '/user', { bearer: access_token })).status).toBe(401)
    })
  })

  describe('removed', () => {
    it('are no longer required, delete the recovery codes, and notify their owner', async () => {
      const { factor, session } = await client.withFactor()
      const { status } = await client.app.call('DELETE', `/factors/${factor.id}`, {
        bearer: session.access_token,
      })
      expect(status).toBe(204)
      expect(await client.app.summary((await client.app.signIn()).access_token)).toBe(200)
      expect(await db().selectFrom('recovery_codes').selectAll().execute()).toEqual([])
      expect((await waitingEmails(db())).map((mail) => mail.subject)).toContain(
        'A second factor was removed from your account',
      )
    })
  })

  describe('that an administrator has to have', () => {
    it('keep everything closed until one is enrolled', async () => {
      await db().updateTable('admin_profiles').set({ second_factor_required: true }).execute()
      const { access_token } = await client.app.signIn()
      const closed = await client.app.call('GET', '/admin', { bearer: access_token })
      expect([closed.status, closed.json]).toMatchObject([
        403,
        { error: { code: 'insufficient_aal', details: { enrolled: false } } },
      ])
      const factor = await client.enrol(access_token)
      const { json } = await client.verifyFactor(access_token, factor)
      expect(await client.app.summary(Session.parse(json).access_token)).toBe(200)
    })
  })
})
