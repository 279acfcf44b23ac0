import { describe, expect, it } from 'vitest'
import { problemsOf } from '../testing/problems-of.ts'
import { AuthUser, PasswordGrant, Session } from './session.ts'

const user = {
  id: '0193a5c0-7f3e-7abc-8def-0123456789ab',
  email: 'admin@halfmeasure.test',
  identities: [{ provider: 'email', identity_id: '1' }],
  factors: [{ id: '0193a5c0-7f3e-7abc-8def-0123456789ac', factor_type: 'totp', status: 'verified' }],
}
const session = { access_token: 'a', token_type: 'bearer', expires_in: 3600, expires_at: 1_763_636_400, user }

describe('Session', () => {
  it('has the shape of the contract, with the refresh token only if it was requested', () => {
    expect(Session.parse(session)).toEqual(session)
    expect(Session.parse({ ...session, refresh_token: 'r' })).toEqual({ ...session, refresh_token: 'r' })
  })

  it.each([
    ['token_type', 'Bearer'],
    ['expires_in', 3600.5],
    ['expires_at', '1763636400'],
    ['access_token', undefined],
  ])('refuses %s of %j', (field, value) => {
    expect(problemsOf(Session, { ...session, [field]: value })).toEqual([field])
  })
})

describe('AuthUser', () => {
  it('knows the factors totp and phone, verified', () => {
    expect(problemsOf(AuthUser, user)).toEqual([])
    const [factor] = user.factors
    expect(problemsOf(AuthUser, { ...user, factors: [{ ...factor, factor_type: 'phone' }] })).toEqual([])
    expect(problemsOf(AuthUser, { ...user, factors: [{ ...factor, factor_type: 'sms' }] })).toEqual([
      'factors.0.factor_type',
    ])
    expect(problemsOf(AuthUser, { ...user, factors: [{ ...factor, status: 'unverified' }] })).toEqual([
      'factors.0.status',
    ])
  })
})

describe('PasswordGrant', () => {
  it('needs an address and a password', () => {
    expect(problemsOf(PasswordGrant, { email: 'admin@halfmeasure.test', password: 'x' })).toEqual([])
    expect(problemsOf(PasswordGrant, { email: 'admin', password: '' })).toEqual(['email', 'password'])
    expect(problemsOf(PasswordGrant, {})).toEqual(['email', 'password'])
  })
})
