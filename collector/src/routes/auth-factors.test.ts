import {
  EnrolledFactor,
  FactorChallenge,
  FactorSession,
  RecoveryCodes,
} from '@half-measure/shared/auth/account.ts'
import { Session } from '@half-measure/shared/auth/session.ts'
import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { describeEachPostgres } from '../../test/postgres/each-postgres.ts'
import { auditedEvents, owner } from '../../test/postgres/test-auth.ts'
import { createAuthApp, type AuthApp } from '../../test/postgres/test-auth-app.ts'
import { TestClock } from '../../test/postgres/test-clock.ts'
import { waitingMails } from '../../test/postgres/test-people.ts'
import { totpCode } from '../auth/totp.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an authenticator app does with the secret that it was given. */
function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
}

describeEachPostgres('second factors', (db) => {
  let clock: TestClock
  let app: AuthApp

  beforeEach(async () => {
    clock = new TestClock()
    app = await createAuthApp(db(), clock.now)
  })

  const enrol = async (bearer: string, name = 'Phone') => {
    const { json } = await app.post('/factors', { friendly_name: name }, bearer)
    return EnrolledFactor.parse(json)
  }
  const answerChallenge = async (bearer: string, factorId: string, code: string) => {
    const { json } = await app.post(`/factors/${factorId}/challenge`, {}, bearer)
    const { id } = FactorChallenge.parse(json)
    return app.post(`/factors/${factorId}/verify`, { challenge_id: id, code }, bearer)
  }
  const codeOf = (factor: EnrolledFactor) => totpCode(fromBase32(factor.totp.secret), clock.now())
  /** An account with a factor, and the session that enrolled it. */
  const withFactor = async () => {
    const { access_token } = await app.signIn()
    const factor = await enrol(access_token)
    const { json } = await answerChallenge(access_token, factor.id, codeOf(factor))
    clock.advance({ seconds: 30 })
    return { factor, session: FactorSession.required().parse(json) }
  }
  const wrong = '000000'

  describe('enrolled', () => {
    it('give the secret to type and to scan, and count once a code was shown', async () => {
      const { access_token, user } = await app.signIn()
      const factor = await enrol(access_token)
      expect(factor.totp.uri).toContain(
        `otpauth://totp/Half%20Measure:owner%40halfmeasure.test?secret=${factor.totp.secret}`,
      )
      expect((await app.signIn()).user.factors).toEqual([])

      const { json } = await answerChallenge(access_token, factor.id, codeOf(factor))
      const session = FactorSession.required().parse(json)
      expect(session.aal).toBe('aal2')
      expect(decodeJwt(session.access_token)).toMatchObject({ sub: user.id, aal: 'aal2' })
      expect(session.user.factors).toEqual([
        { id: factor.id, factor_type: 'totp', status: 'verified', friendly_name: 'Phone' },
      ])
      expect(session.recovery_codes).toHaveLength(10)
      expect(await app.summary(session.access_token)).toBe(200)
      expect((await waitingMails(db())).map((mail) => mail.subject)).toEqual([
        'A second factor was added to your account',
      ])
      expect(await auditedEvents(db())).toEqual(
        expect.arrayContaining(['second_factor_enrolled', 'second_factor_passed']),
      )
    })

    it('do not count with a wrong code', async () => {
      const { access_token } = await app.signIn()
      const factor = await enrol(access_token)
      expect((await answerChallenge(access_token, factor.id, wrong)).code).toBe('mfa_verification_failed')
      expect((await app.signIn()).user.factors).toEqual([])
      expect(await app.summary(access_token)).toBe(200)
    })

    it('are stored sealed, and recovery codes hashed', async () => {
      const { factor, session } = await withFactor()
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

    it('spend the tokens from before', async () => {
      const before = await app.signIn()
      const factor = await enrol(before.access_token)
      await answerChallenge(before.access_token, factor.id, codeOf(factor))
      clock.advance({ seconds: 11 })
      const { code } = await app.post('/token?grant_type=refresh_token', {
        refresh_token: before.refresh_token,
      })
      expect(code).toBe('refresh_token_already_used')
    })

    it('are five at most', async () => {
      const { session } = await withFactor()
      for (let n = 2; n <= 5; n += 1) {
        const next = await enrol(session.access_token, `No. ${n}`)
        expect((await answerChallenge(session.access_token, next.id, codeOf(next))).status).toBe(200)
      }
      const { code } = await app.post('/factors', {}, session.access_token)
      expect(code).toBe('too_many_enrolled_mfa_factors')
    })
  })

  describe('at the sign-in', () => {
    it('are asked for before anything of an administrator’s opens', async () => {
      const { factor } = await withFactor()
      const session = await app.signIn()
      expect(session.aal).toBe('aal1')
      expect(session.user.factors).toMatchObject([{ id: factor.id, status: 'verified' }])
      for (const path of ['/admin', '/sessions', '/recovery-codes', '/api/stats/summary']) {
        const { status, json } = await app.call('GET', path, { bearer: session.access_token })
        expect([status, json]).toMatchObject([
          403,
          { error: { code: 'insufficient_aal', details: { enrolled: true } } },
        ])
      }
      expect((await app.call('GET', '/user', { bearer: session.access_token })).status).toBe(200)

      const { json } = await answerChallenge(session.access_token, factor.id, codeOf(factor))
      const full = Session.required().parse(json)
      expect(await app.summary(full.access_token)).toBe(200)
      const refreshed = await app.post('/token?grant_type=refresh_token', {
        refresh_token: full.refresh_token,
      })
      expect(Session.parse(refreshed.json).aal).toBe('aal2')
    })

    it('cannot be gone around with the password alone', async () => {
      const { factor } = await withFactor()
      const { access_token } = await app.signIn()
      const attempts = [
        await app.post('/factors', {}, access_token),
        await app.call('DELETE', `/factors/${factor.id}`, { bearer: access_token }),
        await app.call('PATCH', '/user', {
          bearer: access_token,
          body: { password: 'another and private one', current_password: owner.password },
        }),
        await app.post('/recovery-codes', {}, access_token),
        await app.post('/logout?scope=others', {}, access_token),
      ]
      expect(attempts.map(({ code }) => code)).toEqual(Array(attempts.length).fill('insufficient_aal'))
    })

    it('cannot be gone around with a factor that was begun before the other counted', async () => {
      const { factor } = await withFactor()
      const { secret, user_id, factor_type, created_at } = await db()
        .selectFrom('mfa_factors')
        .selectAll()
        .executeTakeFirstOrThrow()
      const { id } = await db()
        .insertInto('mfa_factors')
        .values({
          secret,
          user_id,
          factor_type,
          created_at,
          status: 'unverified',
          friendly_name: null,
          verified_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { access_token } = await app.signIn()
      expect((await answerChallenge(access_token, id, codeOf(factor))).code).toBe('insufficient_aal')
      expect((await answerChallenge(access_token, factor.id, codeOf(factor))).status).toBe(200)
    })

    it('are asked for after a mailed link too', async () => {
      await withFactor()
      await app.post('/recover', { email: owner.email })
      const recovery = async () =>
        (await waitingMails(db())).find((mail) => mail.kind === 'password-recovery')
      await expect.poll(recovery, { timeout: 10_000 }).toBeDefined()
      const token = /#token=([\w-]+)/.exec((await recovery())?.plain ?? '')?.[1]
      const session = Session.parse((await app.post('/verify', { type: 'recovery', token })).json)
      const body = { password: 'another and private one' }
      const { code } = await app.call('PATCH', '/user', { bearer: session.access_token, body })
      expect(code).toBe('insufficient_aal')
    })

    it('let somebody leave who cannot show one', async () => {
      await withFactor()
      const { access_token } = await app.signIn()
      expect((await app.post('/logout', undefined, access_token)).status).toBe(204)
      expect((await app.call('GET', '/user', { bearer: access_token })).status).toBe(401)
    })
  })

  describe('codes', () => {
    it('are taken once, a few at once included', async () => {
      const { factor } = await withFactor()
      const code = codeOf(factor)
      const sessions = await Promise.all([app.signIn(), app.signIn(), app.signIn()])
      const answers = await Promise.all(
        sessions.map(({ access_token }) => answerChallenge(access_token, factor.id, code)),
      )
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
    })

    it('cannot be guessed: 15 wrong ones in 5 minutes, from wherever, then none', async () => {
      const { factor } = await withFactor()
      const { access_token } = await app.signIn()
      for (let n = 0; n < 15; n += 1) {
        expect((await answerChallenge(access_token, factor.id, wrong)).code).toBe('mfa_verification_failed')
      }
      const limited = await answerChallenge(access_token, factor.id, codeOf(factor))
      expect([limited.status, limited.code]).toEqual([429, 'over_request_rate_limit'])
      clock.advance({ minutes: 6 })
      const session = await app.signIn()
      expect((await answerChallenge(session.access_token, factor.id, codeOf(factor))).status).toBe(200)
      expect((await auditedEvents(db())).filter((event) => event === 'second_factor_failed')).toHaveLength(15)
    })

    it('answer a challenge of this session, this factor and the last five minutes', async () => {
      const { factor } = await withFactor()
      const [mine, theirs] = [await app.signIn(), await app.signIn()]
      const { json } = await app.post(`/factors/${factor.id}/challenge`, {}, theirs.access_token)
      const { id, expires_at } = FactorChallenge.parse(json)
      expect(expires_at).toBe(clock.now().getTime() / 1000 + 300)
      const verify = (bearer: string, challenge_id: string) =>
        app.post(`/factors/${factor.id}/verify`, { challenge_id, code: codeOf(factor) }, bearer)
      expect((await verify(mine.access_token, id)).code).toBe('mfa_challenge_expired')
      clock.advance({ minutes: 5 })
      expect((await verify(theirs.access_token, id)).code).toBe('mfa_challenge_expired')
      expect((await verify(theirs.access_token, crypto.randomUUID())).code).toBe('mfa_challenge_expired')
      expect((await verify(theirs.access_token, 'x')).code).toBe('validation_failed')
    })

    it('are of a factor of one’s own', async () => {
      const { factor } = await withFactor()
      await app.auth.admins.create({ email: 'second@halfmeasure.test', password: 'yet another phrase' })
      const other = await app.signIn({ email: 'second@halfmeasure.test', password: 'yet another phrase' })
      for (const id of [factor.id, crypto.randomUUID(), 'x']) {
        const calls = [
          await app.post(`/factors/${id}/challenge`, {}, other.access_token),
          await app.call('DELETE', `/factors/${id}`, { bearer: other.access_token }),
          await app.post(
            `/factors/${id}/verify`,
            { challenge_id: crypto.randomUUID(), code: codeOf(factor) },
            other.access_token,
          ),
        ]
        expect(calls.map(({ code }) => code)).toEqual(Array(3).fill('mfa_factor_not_found'))
      }
    })
  })

  describe('recovery codes', () => {
    it('stand in for a factor once, in any spelling', async () => {
      const { factor, session } = await withFactor()
      const [code = ''] = session.recovery_codes
      const spelling = ` ${code.toUpperCase().replaceAll('-', ' ')} `
      const first = await app.signIn()
      const { json } = await answerChallenge(first.access_token, factor.id, spelling)
      const full = Session.parse(json)
      expect(await app.summary(full.access_token)).toBe(200)
      const left = await app.call('GET', '/recovery-codes', { bearer: full.access_token })
      expect(left.json).toEqual({ remaining: 9 })
      const second = await app.signIn()
      expect((await answerChallenge(second.access_token, factor.id, code)).code).toBe(
        'mfa_verification_failed',
      )
    })

    it('are renewed by who has shown a factor; the old ones end', async () => {
      const { factor, session } = await withFactor()
      const { json } = await app.post('/recovery-codes', {}, session.access_token)
      const { recovery_codes } = RecoveryCodes.parse(json)
      expect(new Set([...recovery_codes, ...session.recovery_codes]).size).toBe(20)
      const { access_token } = await app.signIn()
      const old = await answerChallenge(access_token, factor.id, session.recovery_codes[0] ?? '')
      const fresh = await answerChallenge(access_token, factor.id, recovery_codes[0] ?? '')
      expect([old.status, fresh.status]).toEqual([422, 200])
    })

    it('do not make a new factor count', async () => {
      const { session } = await withFactor()
      const next = await enrol(session.access_token)
      const { code } = await answerChallenge(session.access_token, next.id, session.recovery_codes[0] ?? '')
      expect(code).toBe('mfa_verification_failed')
    })
  })

  describe('removed', () => {
    it('are asked for no more, take the recovery codes along, and tell their owner', async () => {
      const { factor, session } = await withFactor()
      const { status } = await app.call('DELETE', `/factors/${factor.id}`, { bearer: session.access_token })
      expect(status).toBe(204)
      expect(await app.summary((await app.signIn()).access_token)).toBe(200)
      expect(await db().selectFrom('recovery_codes').selectAll().execute()).toEqual([])
      expect((await waitingMails(db())).map((mail) => mail.subject)).toContain(
        'A second factor was removed from your account',
      )
    })
  })

  describe('that an administrator has to have', () => {
    it('keep everything closed until one is enrolled', async () => {
      await db().updateTable('admin_profiles').set({ second_factor_required: true }).execute()
      const { access_token } = await app.signIn()
      const closed = await app.call('GET', '/admin', { bearer: access_token })
      expect([closed.status, closed.json]).toMatchObject([
        403,
        { error: { code: 'insufficient_aal', details: { enrolled: false } } },
      ])
      const factor = await enrol(access_token)
      const { json } = await answerChallenge(access_token, factor.id, codeOf(factor))
      expect(await app.summary(Session.parse(json).access_token)).toBe(200)
    })
  })
})
