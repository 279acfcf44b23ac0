import { FactorChallenge, RecoveryCodes } from '@half-measure/shared/auth/account.ts'
import { Session } from '@half-measure/shared/auth/session.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { describePostgres } from '../../test/postgres/each-postgres.ts'
import { type FactorClient, openFactorClient, wrongCode } from '../../test/postgres/factor-client.ts'
import { auditedEvents } from '../../test/postgres/test-identity.ts'

describePostgres('what is shown as a second factor', (db) => {
  let client: FactorClient

  beforeEach(async () => {
    client = await openFactorClient(db())
  })

  describe('codes', () => {
    it('are accepted once, even if sent concurrently', async () => {
      const { factor } = await client.withFactor()
      const code = client.codeOf(factor)
      const sessions = await Promise.all([client.app.signIn(), client.app.signIn(), client.app.signIn()])
      const responses = await Promise.all(
        sessions.map(({ access_token }) => client.verifyFactor(access_token, factor, code)),
      )
      expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
    })

    it('cannot be guessed: 15 wrong ones in 5 minutes, from wherever, then none', async () => {
      const { factor } = await client.withFactor()
      const { access_token } = await client.app.signIn()
      for (let n = 0; n < 15; n += 1) {
        expect((await client.verifyFactor(access_token, factor, wrongCode)).code).toBe(
          'mfa_verification_failed',
        )
      }
      const limited = await client.verifyFactor(access_token, factor)
      expect([limited.status, limited.code]).toEqual([429, 'over_request_rate_limit'])
      client.clock.advance({ minutes: 6 })
      const session = await client.app.signIn()
      expect((await client.verifyFactor(session.access_token, factor)).status).toBe(200)
      expect((await auditedEvents(db())).filter((event) => event === 'second_factor_failed')).toHaveLength(15)
    })

    it('are valid for a challenge of this session and factor, from the last five minutes', async () => {
      const { factor } = await client.withFactor()
      const [mine, theirs] = [await client.app.signIn(), await client.app.signIn()]
      const { json } = await client.app.post(`/factors/${factor.id}/challenge`, {}, theirs.access_token)
      const { id, expires_at } = FactorChallenge.parse(json)
      expect(expires_at).toBe(client.clock.now().getTime() / 1000 + 300)
      const verify = (bearer: string, challenge_id: string) =>
        client.app.post(`/factors/${factor.id}/verify`, { challenge_id, code: client.codeOf(factor) }, bearer)
      expect((await verify(mine.access_token, id)).code).toBe('mfa_challenge_expired')
      client.clock.advance({ minutes: 5 })
      expect((await verify(theirs.access_token, id)).code).toBe('mfa_challenge_expired')
      expect((await verify(theirs.access_token, crypto.randomUUID())).code).toBe('mfa_challenge_expired')
      expect((await verify(theirs.access_token, 'x')).code).toBe('validation_failed')
    })

    it('are of a factor of one’s own', async () => {
      const { factor } = await client.withFactor()
      const other = await client.app.signInAnother()
      for (const id of [factor.id, crypto.randomUUID(), 'x']) {
        const calls = [
          await client.app.post(`/factors/${id}/challenge`, {}, other.access_token),
          await client.app.call('DELETE', `/factors/${id}`, { bearer: other.access_token }),
          await client.app.post(
            `/factors/${id}/verify`,
            { challenge_id: crypto.randomUUID(), code: client.codeOf(factor) },
            other.access_token,
          ),
        ]
        expect(calls.map(({ code }) => code)).toEqual(Array(3).fill('mfa_factor_not_found'))
      }
    })
  })

  describe('recovery codes', () => {
    it('stand in for a factor once, in any spelling', async () => {
      const { factor, session } = await client.withFactor()
      const [code = ''] = session.recovery_codes
      const spelling = ` ${code.toUpperCase().replaceAll('-', ' ')} `
      const first = await client.app.signIn()
      const { json } = await client.verifyFactor(first.access_token, factor, spelling)
      const full = Session.parse(json)
      expect(await client.app.summary(full.access_token)).toBe(200)
      const left = await client.app.call('GET', '/recovery-codes', { bearer: full.access_token })
      expect(left.json).toEqual({ remaining: 9 })
      const second = await client.app.signIn()
      expect((await client.verifyFactor(second.access_token, factor, code)).code).toBe(
        'mfa_verification_failed',
      )
    })

    it('are renewed by who has shown a factor; the old ones end', async () => {
      const { factor, session } = await client.withFactor()
      const { json } = await client.app.post('/recovery-codes', {}, session.access_token)
      const { recovery_codes } = RecoveryCodes.parse(json)
      expect(new Set([...recovery_codes, ...session.recovery_codes]).size).toBe(20)
      const { access_token } = await client.app.signIn()
      const old = await client.verifyFactor(access_token, factor, session.recovery_codes[0] ?? '')
      const fresh = await client.verifyFactor(access_token, factor, recovery_codes[0] ?? '')
      expect([old.status, fresh.status]).toEqual([422, 200])
    })

    it('do not make a new factor count', async () => {
      const { session } = await client.withFactor()
      const next = await client.enrol(session.access_token)
      const { code } = await client.verifyFactor(session.access_token, next, session.recovery_codes[0] ?? '')
      expect(code).toBe('mfa_verification_failed')
    })
  })
})
