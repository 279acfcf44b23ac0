import { AdminSessions } from '@half-measure/shared/auth/admin.ts'
import { OwnSessions } from '@half-measure/shared/auth/account.ts'
import { Session } from '@half-measure/shared/auth/session.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { describePostgres } from '../../test/postgres/each-postgres.ts'
import { type FactorClient, openTeamClient } from '../../test/postgres/factor-client.ts'
import { createPasskeyClient } from '../../test/postgres/passkey-client.ts'
import { auditedEvents, auditEntries, owner, second } from '../../test/postgres/test-identity.ts'
import { issueAccountToken } from './account-links.ts'
import { signUp } from './sign-in.ts'

const inFirefox = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

describePostgres('sessions', (db) => {
  let client: FactorClient
  let app: FactorClient['app']

  beforeEach(async () => {
    // The demonstration lets accounts without a role be made.
    client = await openTeamClient(db(), { demo: true, requireSecondFactor: false })
    app = client.app
  })

  const list = async (bearer: string) =>
    OwnSessions.parse((await app.call('GET', '/sessions', { bearer })).json)
  const currentOf = async (bearer: string) =>
    (await list(bearer)).find(({ current }) => current)?.id ?? 'no session is current'
  const end = (bearer: string, id: string) => app.call('DELETE', `/sessions/${id}`, { bearer })
  const refresh = (refresh_token: string | undefined) =>
    app.post('/token?grant_type=refresh_token', { refresh_token })

  describe('of one’s own', () => {
    it('are listed, newest first, without those that ended', async () => {
      const [first, ended] = [await app.signIn(), await app.signIn()]
      await app.post('/logout', undefined, ended.access_token)
      client.clock.advance({ minutes: 1 })
      const here = await app.signIn()
      expect(await list(here.access_token)).toEqual([
        {
          id: expect.any(String),
          created_at: '2026-11-20T10:01:00.000Z',
          refreshed_at: '2026-11-20T10:01:00.000Z',
          aal: 'aal1',
          method: 'password',
          browser: null,
          current: true,
        },
        expect.objectContaining({ created_at: '2026-11-20T10:00:00.000Z', current: false }),
      ])
      expect(await app.summary(first.access_token)).toBe(200)
    })

    it('name the browser that they began in, whatever they began with', async () => {
      const passkeys = createPasskeyClient(app)
      const { passkey, session } = await passkeys.withPasskey()
      const credential = passkey.sign(await passkeys.signInOptions())
      const token = await issueAccountToken(
        db(),
        session.user.id,
        { purpose: 'recovery' },
        client.clock.now(),
      )
      const calls = [
        ['/token?grant_type=password', owner],
        ['/token?grant_type=passkey', { credential }],
        ['/signup', second],
        ['/verify', { type: 'recovery', token }],
      ] as const
      for (const [path, body] of calls) {
        expect((await app.call('POST', path, { body, headers: inFirefox })).status, path).toBe(200)
      }
      const named = await db()
        .selectFrom('sessions')
        .select(['method', 'browser'])
        .where('browser', 'is not', null)
        .orderBy('method')
        .execute()
      const browser = 'Firefox on Linux'
      expect(named).toEqual([
        { method: 'passkey', browser },
        { method: 'password', browser },
        { method: 'password', browser },
        { method: 'recovery', browser },
      ])
    })

    it('name it after the second factor too', async () => {
      const passkeys = createPasskeyClient(app)
      const { passkey } = await passkeys.withPasskey()
      const { json } = await app.call('POST', '/token?grant_type=password', {
        body: owner,
        headers: inFirefox,
      })
      const verified = await passkeys.verify(Session.parse(json).access_token, passkey)
      const sessions = await list(Session.parse(verified.json).access_token)
      expect(sessions.find(({ current }) => current)).toMatchObject({
        aal: 'aal2',
        method: 'password',
        browser: 'Firefox on Linux',
      })
    })

    it('elsewhere end on request', async () => {
      const [here, there] = [await app.signIn(), await app.signIn()]
      expect((await app.post('/logout?scope=others', undefined, here.access_token)).status).toBe(204)
      expect([await app.summary(here.access_token), await app.summary(there.access_token)]).toEqual([
        200, 401,
      ])
      expect(await auditedEvents(db())).toContain('other_sessions_ended')
    })

    it('end one by one, with their tokens', async () => {
      const [here, there, third] = [await app.signIn(), await app.signIn(), await app.signIn()]
      const id = await currentOf(there.access_token)
      expect((await end(here.access_token, id)).status).toBe(204)
      const statuses = [here, there, third].map(({ access_token }) => app.summary(access_token))
      expect(await Promise.all(statuses)).toEqual([200, 401, 200])
      expect((await refresh(there.refresh_token)).code).toBe('session_not_found')
      expect((await list(here.access_token)).map((session) => session.id)).not.toContain(id)
      expect(await auditEntries(db(), 'session_ended')).toMatchObject([
        { user_id: here.user.id, details: { session_id: id } },
      ])
    })

    it('end with the current one, whose cookie goes', async () => {
      const { access_token } = await app.signIn()
      const { status, headers } = await end(access_token, await currentOf(access_token))
      expect([status, headers.get('set-cookie')]).toEqual([204, expect.stringContaining('refresh=;')])
      expect(await app.summary(access_token)).toBe(401)
    })

    it('are not those of others, nor ended ones, nor what is no id', async () => {
      const [here, other] = [await app.signIn(), await app.signInAnother()]
      const ended = await currentOf((await app.signIn()).access_token)
      await end(here.access_token, ended)
      for (const id of [await currentOf(other.access_token), ended, crypto.randomUUID(), 'x']) {
        expect(await end(here.access_token, id)).toMatchObject({ status: 404, code: 'session_not_found' })
      }
      expect(await app.summary(other.access_token)).toBe(200)
    })
  })

  describe('of another administrator', () => {
    const listOf = (bearer: string, id: string) => app.call('GET', `/api/admins/${id}/sessions`, { bearer })
    const endOf = (bearer: string, id: string, session: string) =>
      app.call('DELETE', `/api/admins/${id}/sessions/${session}`, { bearer })

    it('are listed for owners, who end them one by one, with their tokens', async () => {
      const [here, one, two] = [await app.signIn(), await app.signInAnother(), await app.signIn(second)]
      const [oneId, twoId] = [await currentOf(one.access_token), await currentOf(two.access_token)]
      const { json } = await listOf(here.access_token, one.user.id)
      expect(AdminSessions.parse(json).map(({ id }) => id)).toEqual(expect.arrayContaining([oneId, twoId]))
      expect(json).toHaveLength(2)

      expect((await endOf(here.access_token, one.user.id, oneId)).status).toBe(204)
      expect([await app.summary(one.access_token), await app.summary(two.access_token)]).toEqual([401, 200])
      expect((await refresh(one.refresh_token)).code).toBe('session_not_found')
      expect((await listOf(here.access_token, one.user.id)).json).toMatchObject([{ id: twoId }])
      expect(await auditEntries(db(), 'session_ended')).toMatchObject([
        { user_id: one.user.id, details: { by: here.user.id, session_id: oneId } },
      ])
    })

    it('are not those of a third, of an account without a role, nor what is no id', async () => {
      const reader = { email: 'reader@halfmeasure.test', password: 'a phrase of a reader' }
      const readerId = (await signUp(app.identity, reader)).session.user.id
      const [{ access_token: bearer, user }, other] = [await app.signIn(), await app.signInAnother()]
      const [ownId, otherId] = [await currentOf(bearer), await currentOf(other.access_token)]

      for (const id of [readerId, crypto.randomUUID(), 'x']) {
        const refused = { status: 404, code: 'admin_not_found' }
        expect(await listOf(bearer, id)).toMatchObject(refused)
        expect(await endOf(bearer, id, otherId)).toMatchObject(refused)
      }
      for (const id of [ownId, crypto.randomUUID(), 'x']) {
        const refused = { status: 404, code: 'session_not_found' }
        expect(await endOf(bearer, other.user.id, id)).toMatchObject(refused)
      }
      expect(await endOf(bearer, user.id, otherId)).toMatchObject({ code: 'session_not_found' })
      expect([await app.summary(bearer), await app.summary(other.access_token)]).toEqual([200, 200])
    })

    it('end after re-authentication only', async () => {
      const [here, other] = [await app.signIn(), await app.signInAnother()]
      const id = await currentOf(other.access_token)
      client.clock.advance({ minutes: 11 })
      expect(await endOf(here.access_token, other.user.id, id)).toMatchObject({
        status: 403,
        code: 'reauthentication_needed',
      })
      expect(await app.summary(other.access_token)).toBe(200)
    })
  })
})
