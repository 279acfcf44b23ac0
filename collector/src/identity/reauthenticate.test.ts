import { FactorSession } from '@half-measure/shared/auth/account.ts'
import { Session } from '@half-measure/shared/auth/session.ts'
import { beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../test/postgres/each-postgres.ts'
import { type FactorClient, openFactorClient, wrongCode } from '../../test/postgres/factor-client.ts'
import { auditedEvents, mailedToken, owner } from '../../test/postgres/test-identity.ts'
import { authenticate } from './authenticate.ts'
import { stepUpSession } from './sessions.ts'
import { signOut } from './sign-out.ts'

const newPassword = 'another and private one'

describePostgres('a sensitive change', (db) => {
  let client: FactorClient

  beforeEach(async () => {
    client = await openFactorClient(db())
  })

  const change = (bearer: string) => client.app.post('/factors', {}, bearer)
  const prove = (bearer: string, given: object) => client.app.post('/reauthenticate', given, bearer)
  const setPassword = (bearer: string, body: object) => client.app.call('PATCH', '/user', { bearer, body })
  const needed = (secondFactor: boolean) => ({
    status: 403,
    json: { error: { code: 'reauthentication_needed', details: { second_factor: secondFactor } } },
  })

  it('needs a sign-in of the last ten minutes, which a refresh does not renew', async () => {
    const { access_token, refresh_token } = await client.app.signIn()
    client.clock.advance({ minutes: 10, ms: -1 })
    expect((await change(access_token)).status).toBe(200)
    client.clock.advance({ ms: 1 })
    expect(await change(access_token)).toMatchObject(needed(false))
    const { json } = await client.app.post('/token?grant_type=refresh_token', { refresh_token })
    expect(await change(Session.parse(json).access_token)).toMatchObject(needed(false))
    expect(await client.app.summary(access_token)).toBe(200)
  })

  it('is admitted by the password again, for ten minutes and in this session alone', async () => {
    const { access_token: bearer } = await client.app.signIn()
    const { access_token: other } = await client.app.signIn()
    client.clock.advance({ minutes: 10 })
    expect(await prove(bearer, {})).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(await prove(bearer, { password: 'not the password' })).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
    })
    expect(await change(bearer)).toMatchObject(needed(false))
    expect((await prove(bearer, { password: owner.password })).status).toBe(204)
    expect((await change(bearer)).status).toBe(200)
    expect(await change(other)).toMatchObject(needed(false))
    expect(await auditedEvents(db())).toContain('reauthenticated')
  })

  it('does not let passwords be guessed', async () => {
    const { access_token: bearer } = await client.app.signIn()
    const guesses = []
    for (let n = 0; n <= 10; n += 1) guesses.push((await prove(bearer, { password: `guess ${n}` })).status)
    expect(guesses).toEqual([...Array<number>(10).fill(400), 429])
    expect((await prove(bearer, { password: owner.password })).status).toBe(429)
  })

  it('needs the second factor as well where there is one', async () => {
    const { factor, session } = await client.withFactor()
    const bearer = session.access_token
    const { password } = owner
    client.clock.advance({ minutes: 10 })
    expect(await change(bearer)).toMatchObject(needed(true))
    expect(await prove(bearer, { password })).toMatchObject({ status: 400, code: 'validation_failed' })
    const wrong = await prove(bearer, { password, code: wrongCode })
    expect(wrong).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
    expect(await change(bearer)).toMatchObject(needed(true))

    const code = client.codeOf(factor)
    expect((await prove(bearer, { password, code })).status).toBe(204)
    expect((await change(bearer)).status).toBe(200)
    // Codes work once, here as at the sign-in.
    expect((await prove(bearer, { password, code })).code).toBe('mfa_verification_failed')
    const [recoveryCode] = session.recovery_codes
    expect((await prove(bearer, { password, code: recoveryCode })).status).toBe(204)
    expect((await prove(bearer, { password, code: recoveryCode })).code).toBe('mfa_verification_failed')
  })

  it('counts from the password where the second factor was shown later', async () => {
    const { factor } = await client.withFactor()
    const before = await client.app.signIn()
    client.clock.advance({ minutes: 9 })
    const { json } = await client.verifyFactor(before.access_token, factor)
    const { access_token } = FactorSession.parse(json)
    expect((await change(access_token)).status).toBe(200)
    client.clock.advance({ minutes: 1 })
    expect(await change(access_token)).toMatchObject(needed(true))
  })

  it('is not admitted by the password before the second factor', async () => {
    await client.withFactor()
    const { access_token } = await client.app.signIn()
    client.clock.advance({ minutes: 10 })
    expect((await change(access_token)).code).toBe('insufficient_aal')
    expect((await prove(access_token, { password: owner.password })).code).toBe('insufficient_aal')
  })

  it('of the password proves itself by the current one, with a second factor not alone', async () => {
    const { access_token } = await client.app.signIn()
    client.clock.advance({ minutes: 10 })
    const passwords = { password: newPassword, current_password: owner.password }
    expect((await setPassword(access_token, { password: newPassword })).code).toBe('validation_failed')
    expect((await setPassword(access_token, passwords)).status).toBe(200)

    const renewed = await client.app.signIn({ ...owner, password: newPassword })
    const factor = await client.enrol(renewed.access_token)
    const { json } = await client.verifyFactor(renewed.access_token, factor)
    client.clock.advance({ minutes: 10 })
    const back = { password: owner.password, current_password: newPassword }
    expect(await setPassword(Session.parse(json).access_token, back)).toMatchObject(needed(true))
  })

  it('of a forgotten password has an hour after the mailed link', async () => {
    const { factor } = await client.withFactor()
    await client.app.post('/recover', { email: owner.email })
    const token = await mailedToken(db(), 'password-recovery')
    const linked = Session.parse((await client.app.post('/verify', { type: 'recovery', token })).json)
    const { json } = await client.verifyFactor(linked.access_token, factor)
    const { access_token } = Session.parse(json)
    client.clock.advance({ minutes: 14 })
    expect(await change(access_token)).toMatchObject(needed(true))
    expect((await setPassword(access_token, { password: newPassword })).status).toBe(200)
  })

  it('comes from no session that ended before its second factor was accepted', async () => {
    const { identity } = client.app
    const { access_token } = await client.app.signIn()
    const { sessionId } = await authenticate(identity, access_token)
    await signOut(identity, sessionId)
    const stepUp = db()
      .transaction()
      .execute((trx) => stepUpSession(trx, sessionId, client.clock.now()))
    await expect(stepUp).rejects.toMatchObject({ status: 401, code: 'session_not_found' })
    const open = await db().selectFrom('sessions').select('id').where('ended_at', 'is', null).execute()
    expect(open).toEqual([])
  })
})
