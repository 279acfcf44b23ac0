import { AuditPage } from '@half-measure/shared/auth/audit-entry.ts'
import { beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../test/postgres/each-postgres.ts'
import { owner, second } from '../../test/postgres/test-identity.ts'
import { createAuthApp, type AuthApp } from '../../test/postgres/test-auth-app.ts'
import { TestClock } from '../../test/postgres/test-clock.ts'
import { teamRoutes } from './team-routes.ts'
import { auditLogRoutes } from './audit-log-routes.ts'

const wrong = { ...owner, password: 'wrong one' }

describePostgres('the audit log', (db) => {
  let clock: TestClock
  let app: AuthApp
  let bearer: string

  beforeEach(async () => {
    clock = new TestClock()
    app = await createAuthApp(db(), clock.now, (app, identity) => {
      app.route('/api/audit', auditLogRoutes(identity))
      app.route('/api/admins', teamRoutes(identity))
    })
    clock.advance({ minutes: 1 })
    bearer = (await app.signIn()).access_token
  })

  const get = (path = '') => app.call('GET', `/api/audit${path}`, { bearer })
  const entries = async (query = '') => AuditPage.parse((await get(query)).json).entries
  const events = async (query = '') => (await entries(query)).map(({ event }) => event)

  it('tells what happened to whom, and who did it, newest first', async () => {
    const { user } = await app.signInAnother()
    await app.call('DELETE', `/api/admins/${user.id}`, { bearer })
    const [revoked, ...older] = await entries()
    expect(revoked).toEqual({
      id: expect.any(String),
      at: '2026-11-20T10:01:00.000Z',
      event: 'admin_revoked',
      user: second.email,
      by: owner.email,
      details: {},
    })
    expect(older.map(({ event }) => event)).toEqual([
      'signed_in',
      'admin_created',
      'signed_in',
      'first_admin_created',
    ])
  })

  it('is found by event and by time, in pages', async () => {
    clock.advance({ minutes: 1 })
    for (let n = 0; n < 3; n += 1) await app.post('/token?grant_type=password', wrong)
    expect(await events('?event=sign_in_failed')).toHaveLength(3)
    expect(await events('?from=2026-11-20T10:01:00Z&to=2026-11-20T10:02:00Z')).toEqual(['signed_in'])
    const first = AuditPage.parse((await get('?limit=4')).json)
    const rest = AuditPage.parse((await get(`?limit=4&cursor=${first.next}`)).json)
    expect([...first.entries, ...rest.entries].map(({ event }) => event)).toEqual(await events())
    expect(rest.next).toBeNull()
  })

  it('is exported as CSV, which is written down in turn', async () => {
    const { headers, text } = await get('/export.csv')
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="audit-log.csv"')
    const hash = '"[0-9a-f]{64}"'
    expect(text).toMatch(
      new RegExp(
        '^"at","event","user","by","details","chain","position","hash"\r\n' +
          `"2026-11-20T10:01:00.000Z","signed_in","${owner.email}","","{}","administration","2",${hash}\r\n` +
          `"2026-11-20T10:00:00.000Z","first_admin_created","${owner.email}","","{}","administration","1",${hash}\r\n$`,
      ),
    )
    expect(await entries('?limit=1')).toMatchObject([
      { event: 'audit_exported', user: null, by: owner.email, details: { rows: 2 } },
    ])
  })

  it.each(['?event=lunch', '?from=yesterday', '?limit=x', '?cursor=1_abc'])('refuses %s', async (query) => {
    expect(await get(query)).toMatchObject({ status: 400, code: 'invalid_query' })
  })

  it('has who was refused, and where, without what follows in the path', async () => {
    const former = await app.signInAnother()
    await app.call('DELETE', `/api/admins/${former.user.id}`, { bearer })
    await app.call('GET', '/api/audit/export.csv', { bearer: former.access_token })
    await app.call('GET', '/api/audit', { bearer: 'no.token.atall' })
    expect((await entries('?limit=2')).map(({ event, user, details }) => [event, user, details])).toEqual([
      ['bad_token', null, { route: 'GET /api/audit' }],
      ['access_refused', second.email, { route: 'GET /api/audit' }],
    ])
  })
})
