import { FactorSession } from '@half-measure/shared/auth/account.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { describeEachPostgres } from '../../test/postgres/each-postgres.ts'
import { type FactorClient, openFactorClient } from '../../test/postgres/factor-client.ts'
import { mailedToken, owner, second } from '../../test/postgres/test-identity.ts'
import { authenticate } from './authenticate.ts'
import { ROTATION_GRACE_MS } from './refresh.ts'
import { inviteAdmin } from './team.ts'

describeEachPostgres('a session whose access token could not be issued', (db) => {
  let client: FactorClient

  beforeEach(async () => {
    client = await openFactorClient(db())
  })

  /** Requests something twice. The first time, the database goes away at the last moment. */
  const request = async (path: string, body: object, bearer?: string) => {
    const goesAway = Object.assign(new Error('terminating connection'), { code: '57P01' })
    vi.spyOn(client.app.identity.accessTokens, 'issue').mockRejectedValueOnce(goesAway)
    expect((await client.app.post(path, body, bearer)).status).toBe(503)
    client.clock.advance({ ms: ROTATION_GRACE_MS + 1 })
    return FactorSession.parse((await client.app.post(path, body, bearer)).json)
  }

  it('leaves a recovery link usable', async () => {
    await client.app.post('/recover', { email: owner.email })
    const token = await mailedToken(db(), 'password-recovery')
    const { user } = await request('/verify', { type: 'recovery', token })
    expect(user.email).toBe(owner.email)
  })

  it('leaves an invitation usable', async () => {
    const { access_token } = await client.app.signIn()
    const { identity } = client.app
    await inviteAdmin(identity, await authenticate(identity, access_token), {
      email: second.email,
      role: 'editor',
    })
    const token = await mailedToken(db(), 'invitation')
    const session = await request('/verify', { type: 'invite', token })
    expect(await authenticate(identity, session.access_token)).toMatchObject({ role: 'editor' })
  })

  it('leaves a refresh token usable', async () => {
    const { refresh_token } = await client.app.signIn()
    const { user } = await request('/token?grant_type=refresh_token', { refresh_token })
    expect(user.email).toBe(owner.email)
  })

  it('leaves a recovery code usable', async () => {
    const { session } = await client.withFactor()
    const { access_token } = await client.app.signIn()
    const code = session.recovery_codes[0] ?? ''
    expect((await request('/recovery-codes/verify', { code }, access_token)).aal).toBe('aal2')
  })

  it('leaves a first factor to be verified, with the recovery codes that come with it', async () => {
    const { access_token } = await client.app.signIn()
    const factor = await client.enrol(access_token)
    const { json } = await client.app.post(`/factors/${factor.id}/challenge`, {}, access_token)
    const body = { challenge_id: (json as { id: string }).id, code: client.codeOf(factor) }
    expect((await request(`/factors/${factor.id}/verify`, body, access_token)).recovery_codes).toHaveLength(
      10,
    )
  })
})
