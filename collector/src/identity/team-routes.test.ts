import { Admins } from '@half-measure/shared/auth/admin.ts'
import { Session } from '@half-measure/shared/auth/session.ts'
import { beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../test/postgres/each-postgres.ts'
import { type AdminApp, openAdminApp } from '../../test/postgres/open-admin-app.ts'
import { auditedEvents, mailedToken, owner, second } from '../../test/postgres/test-identity.ts'
import { waitingEmails } from '../email/testing/test-outbox.ts'
import { teamRoutes } from './team-routes.ts'
import { createAdmin } from './admins.ts'
import { authenticate } from './authenticate.ts'
import { changeAdmin, endAdminSession, inviteAdmin, removeAdmin, resetSecondFactor } from './team.ts'

describePostgres('administrators', (db) => {
  let admin: AdminApp
  let app: AdminApp['app']

  beforeEach(async () => {
    admin = await openAdminApp(db(), (app, { identity }) => app.route('/api/admins', teamRoutes(identity)))
    app = admin.app
  })

  const list = async () => Admins.parse((await admin.call('GET', '/api/admins')).json)
  const idOf = async (email: string) => (await list()).find((found) => found.email === email)?.id ?? ''
  const invite = (email: unknown, role = 'owner') => admin.call('POST', '/api/admins', { email, role })
  const setRole = (id: string, role: string) => admin.call('PATCH', `/api/admins/${id}`, { role })
  const remove = (id: string) => admin.call('DELETE', `/api/admins/${id}`)
  const invitation = async () => {
    const mail = (await waitingEmails(db())).filter(({ kind }) => kind === 'invitation').at(-1)
    const link = /https:\/\/admin\.halfmeasure\.test\/auth\/invite#token=([\w-]{43})/.exec(mail?.text ?? '')
    return link?.[1] ?? ''
  }
  const accept = async (token: string) => app.post('/verify', { type: 'invite', token })

  it('see who they are', async () => {
    expect(await list()).toEqual([
      {
        id: expect.any(String),
        email: owner.email,
        state: 'active',
        role: 'owner',
        since: '2026-11-20T10:00:00.000Z',
        last_sign_in_at: '2026-11-20T10:00:00.000Z',
        has_second_factor: false,
        second_factor_required_by: null,
        self: true,
      },
    ])
  })

  it('invite others by mail, who choose a password and are in', async () => {
    const invited = await invite(' Second@HalfMeasure.test ')
    expect([invited.status, invited.json]).toEqual([201, {}])
    expect(await list()).toMatchObject([
      { state: 'active' },
      { email: second.email, state: 'invited', last_sign_in_at: null, self: false },
    ])
    const session = Session.required().parse((await accept(await invitation())).json)
    expect(await app.summary(session.access_token)).toBe(200)
    const body = { password: second.password }
    expect((await app.call('PATCH', '/user', { bearer: session.access_token, body })).status).toBe(200)
    expect((await app.signIn(second)).user.email).toBe(second.email)
    expect(await list()).toMatchObject([{}, { email: second.email, state: 'active' }])
    expect(await auditedEvents(db())).toEqual(
      expect.arrayContaining(['admin_invited', 'invitation_accepted', 'password_changed']),
    )
  })

  it('give nothing away before an invitation is accepted', async () => {
    await invite(second.email)
    const token = await app.post('/token?grant_type=password', second)
    expect(token.code).toBe('invalid_credentials')
    expect(await db().selectFrom('admin_profiles').selectAll().execute()).toHaveLength(1)
  })

  it('invite with links that work once, for seven days, and only the newest', async () => {
    await invite(second.email)
    const first = await invitation()
    admin.clock.advance({ minutes: 1 })
    await invite(second.email)
    expect((await accept(first)).code).toBe('otp_expired')
    expect((await accept(await invitation())).status).toBe(200)
    expect((await accept(await invitation())).code).toBe('otp_expired')

    await invite('third@halfmeasure.test')
    admin.clock.advance({ days: 7 })
    expect((await accept(await invitation())).code).toBe('otp_expired')
    await admin.signInAgain()
    expect((await list()).map(({ email }) => email)).toEqual([owner.email, second.email])
  })

  it('do not invite administrators, nor what is no address', async () => {
    expect(await invite(owner.email)).toMatchObject({ status: 422, code: 'user_already_exists' })
    expect(await invite('second')).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  it('invite with links that a stranger cannot end by requesting a new password for the address', async () => {
    await invite(second.email)
    const token = await invitation()
    await app.post('/recover', { email: second.email })
    const recovery = { type: 'recovery', token: await mailedToken(db(), 'password-recovery') }
    const { access_token } = Session.required().parse((await app.post('/verify', recovery)).json)
    const body = { password: 'a phrase of their own' }
    expect((await app.call('PATCH', '/user', { bearer: access_token, body })).status).toBe(200)
    const session = Session.required().parse((await accept(token)).json)
    expect(await app.summary(session.access_token)).toBe(200)
    expect(await app.summary(access_token)).toBe(401)
  })

  it('take an invitation back', async () => {
    await invite(second.email)
    const token = await invitation()
    expect((await remove(await idOf(second.email))).status).toBe(204)
    expect((await accept(token)).code).toBe('otp_expired')
    // Nobody gets or retries an email whose link is worth nothing.
    expect((await waitingEmails(db())).map(({ kind }) => kind)).not.toContain('invitation')
    expect(await list()).toHaveLength(1)
    expect(await auditedEvents(db())).toContain('invitation_withdrawn')
  })

  it('take the right away from the next request on', async () => {
    const { access_token, user } = await app.signInAnother()
    const { id } = user
    expect(await app.summary(access_token)).toBe(200)
    expect((await remove(id)).status).toBe(204)
    expect(await app.summary(access_token)).toBe(403)
    expect(await remove(id)).toMatchObject({ status: 404, code: 'admin_not_found' })
  })

  it('do not take their own right away, so that one always stays', async () => {
    const id = await idOf(owner.email)
    expect(await remove(id)).toMatchObject({ status: 409, code: 'own_account' })
    const reset = await admin.call('POST', `/api/admins/${id}/reset-second-factor`)
    expect(reset.code).toBe('own_account')
    expect(await app.summary(admin.bearer)).toBe(200)
  })

  it('cannot remove each other at the same time, for the same reason', async () => {
    const { user, access_token } = await app.signInAnother()
    const [first, other] = await Promise.all([
      authenticate(app.identity, admin.bearer),
      authenticate(app.identity, access_token),
    ])
    const results = await Promise.allSettled([
      removeAdmin(app.identity, first, user.id),
      removeAdmin(app.identity, other, first.userId),
    ])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await db().selectFrom('admin_profiles').selectAll().execute()).toHaveLength(1)
  })

  it('are invited in a role, which owners change with immediate effect', async () => {
    await invite(second.email, 'analyst')
    expect(await list()).toMatchObject([{}, { role: 'analyst', state: 'invited' }])
    const session = Session.required().parse((await accept(await invitation())).json)
    const team = async () => (await app.call('GET', '/api/admins', { bearer: session.access_token })).code
    expect(await app.summary(session.access_token)).toBe(200)
    expect(await team()).toBe('insufficient_role')
    expect((await setRole(session.user.id, 'owner')).status).toBe(204)
    expect(await team()).toBeUndefined()
    expect((await setRole(session.user.id, 'editor')).status).toBe(204)
    expect(await team()).toBe('insufficient_role')
    expect(await list()).toMatchObject([{ role: 'owner' }, { role: 'editor', state: 'active' }])

    const entries = await db().selectFrom('audit_log').selectAll().orderBy('id').execute()
    expect(entries.filter(({ event }) => event === 'admin_role_changed')).toMatchObject([
      { user_id: session.user.id, details: { from: 'analyst', to: 'owner' } },
      { user_id: session.user.id, details: { from: 'owner', to: 'editor' } },
    ])
    expect(entries.map(({ event }) => event)).toContain('access_refused')
  })

  it('always have an owner among them', async () => {
    const id = await idOf(owner.email)
    expect(await setRole(id, 'editor')).toMatchObject({ status: 409, code: 'last_owner' })
    expect(await list()).toMatchObject([{ role: 'owner' }])
    await createAdmin(app.identity, second)
    expect((await setRole(id, 'editor')).status).toBe(204)
    expect((await admin.call('GET', '/api/admins')).code).toBe('insufficient_role')
  })

  it('cannot demote each other at the same time, for the same reason', async () => {
    const { user, access_token } = await app.signInAnother()
    const [first, other] = await Promise.all([
      authenticate(app.identity, admin.bearer),
      authenticate(app.identity, access_token),
    ])
    const results = await Promise.allSettled([
      changeAdmin(app.identity, first, user.id, { role: 'analyst' }),
      changeAdmin(app.identity, other, first.userId, { role: 'analyst' }),
    ])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const roles = await db().selectFrom('admin_profiles').select('role').orderBy('role').execute()
    expect(roles).toEqual([{ role: 'analyst' }, { role: 'owner' }])
  })

  it('do nothing any more as owners once they are not, though their request was under way', async () => {
    const { user, access_token } = await app.signInAnother()
    const former = await authenticate(app.identity, access_token)
    const id = await idOf(owner.email)
    const [session] = (await admin.call('GET', `/api/admins/${id}/sessions`)).json as [{ id: string }]
    const attempts = [
      () => inviteAdmin(app.identity, former, { email: 'third@halfmeasure.test', role: 'owner' }),
      () => resetSecondFactor(app.identity, former, id),
      () => endAdminSession(app.identity, former, id, session.id),
    ]
    expect((await setRole(user.id, 'editor')).status).toBe(204)
    for (const attempt of attempts)
      await expect(attempt()).rejects.toMatchObject({ code: 'insufficient_role' })
    expect((await remove(user.id)).status).toBe(204)
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'not_admin' })
    expect(await list()).toHaveLength(1)
  })

  it('take no role that there is none of, and one change at a time', async () => {
    const id = await idOf(owner.email)
    for (const body of [{ role: 'admin' }, {}, { role: 'owner', second_factor_required: true }]) {
      const { code } = await admin.call('PATCH', `/api/admins/${id}`, body)
      expect(code).toBe('validation_failed')
    }
    expect((await invite(second.email, 'admin')).code).toBe('validation_failed')
  })

  it('require a second factor of each other', async () => {
    const { access_token, user } = await app.signInAnother()
    const { id } = user
    const body = { second_factor_required: true }
    expect((await admin.call('PATCH', `/api/admins/${id}`, body)).status).toBe(204)
    expect(await list()).toMatchObject([{}, { second_factor_required_by: 'owner', has_second_factor: false }])
    expect(await app.summary(access_token)).toBe(403)
    await admin.call('PATCH', `/api/admins/${id}`, { second_factor_required: false })
    expect(await app.summary(access_token)).toBe(200)
  })

  it('help one who lost the second factor, whose sessions end', async () => {
    const { access_token, user } = await app.signInAnother()
    await db()
      .insertInto('mfa_factors')
      .values({
        user_id: user.id,
        factor_type: 'totp',
        secret: Buffer.alloc(48),
        status: 'verified',
        created_at: admin.clock.now(),
        verified_at: admin.clock.now(),
      })
      .execute()
    expect(await list()).toMatchObject([{}, { has_second_factor: true }])
    expect((await admin.call('POST', `/api/admins/${user.id}/reset-second-factor`)).status).toBe(204)
    expect(await list()).toMatchObject([{}, { has_second_factor: false }])
    expect(await app.summary(access_token)).toBe(401)
    expect(await app.summary((await app.signIn(second)).access_token)).toBe(200)
  })

  it('do not find anybody by an invalid id', async () => {
    const calls = ['x', crypto.randomUUID()].flatMap((id) => [
      admin.call('PATCH', `/api/admins/${id}`, { second_factor_required: true }),
      admin.call('POST', `/api/admins/${id}/reset-second-factor`),
      remove(id),
    ])
    for (const response of await Promise.all(calls)) {
      expect([response.status, response.code]).toEqual([404, 'admin_not_found'])
    }
  })
})
