import { Admins } from '@half-measure/shared/auth/admin.ts'
import { Session } from '@half-measure/shared/auth/session.ts'
import { beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../test/postgres/each-postgres.ts'
import { type FactorClient, openTeamClient } from '../../test/postgres/factor-client.ts'
import { createPasskeyClient } from '../../test/postgres/passkey-client.ts'
import { mailedToken, second } from '../../test/postgres/test-identity.ts'
import { signUp } from './sign-in.ts'

describePostgres('a second factor that the configuration requires', (db) => {
  let client: FactorClient
  let app: FactorClient['app']

  beforeEach(async () => {
    client = await openTeamClient(db(), { demo: false, requireSecondFactor: true })
    app = client.app
  })

  const refusalOf = async (bearer: string) => {
    const { status, json } = await app.call('GET', '/api/stats/summary', { bearer })
    return { status, json }
  }
  const notEnrolled = {
    status: 403,
    json: { error: { code: 'insufficient_aal', details: { enrolled: false } } },
  }

  it('is set up by every administrator before anything else', async () => {
    const { access_token } = await app.signIn()
    expect(await refusalOf(access_token)).toMatchObject(notEnrolled)
    const { session } = await client.withFactor()
    expect(await app.summary(session.access_token)).toBe(200)
  })

  it('is there in a sign-in with a passkey', async () => {
    const passkeys = createPasskeyClient(app)
    const { passkey } = await passkeys.withPasskey()
    const { json } = await passkeys.signIn(passkey)
    expect(await app.summary(Session.parse(json).access_token)).toBe(200)
  })

  it('is set up by somebody who accepts an invitation, after the password', async () => {
    const { session } = await client.withFactor()
    const invitation = { bearer: session.access_token, body: { email: second.email, role: 'editor' } }
    expect((await app.call('POST', '/api/admins', invitation)).status).toBe(201)
    const token = await mailedToken(db(), 'invitation')
    const { json } = await app.post('/verify', { type: 'invite', token })
    const { access_token: bearer } = Session.parse(json)
    expect(await refusalOf(bearer)).toMatchObject(notEnrolled)
    const body = { password: second.password }
    expect((await app.call('PATCH', '/user', { bearer, body })).status).toBe(200)
    const factor = await client.enrol(bearer)
    const verified = await client.verifyFactor(bearer, factor)
    expect(await app.summary(Session.parse(verified.json).access_token)).toBe(200)
  })

  it('is not required of accounts without a role', async () => {
    const { session } = await signUp(app.identity, second)
    const { status } = await app.call('GET', '/sessions', { bearer: session.access_token })
    expect(status).toBe(200)
    expect(await refusalOf(session.access_token)).toMatchObject({ json: { error: { code: 'not_admin' } } })
  })

  it('cannot be made optional for one of them, and the list says why', async () => {
    const { session } = await client.withFactor()
    const bearer = session.access_token
    const list = async () => Admins.parse((await app.call('GET', '/api/admins', { bearer })).json)
    expect(await list()).toMatchObject([{ second_factor_required_by: 'configuration' }])
    const change = (required: boolean) =>
      app.call('PATCH', `/api/admins/${session.user.id}`, {
        bearer,
        body: { second_factor_required: required },
      })
    expect(await change(false)).toMatchObject({ status: 409, code: 'second_factor_required' })
    expect((await change(true)).status).toBe(204)
    expect(await list()).toMatchObject([{ second_factor_required_by: 'configuration' }])
  })
})
