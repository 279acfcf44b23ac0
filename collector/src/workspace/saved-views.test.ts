import type { Session } from '@half-measure/shared/auth/session.ts'
import { SavedView, SavedViews } from '@half-measure/shared/workspace/saved-view.ts'
import { beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../test/postgres/each-postgres.ts'
import { openAdminApp } from '../../test/postgres/open-admin-app.ts'
import type { AuthApp } from '../../test/postgres/test-auth-app.ts'
import { createAdmin, revokeAdmin } from '../identity/admins.ts'
import { eraseAccount } from '../identity/retention.ts'
import { savedViewRoutes } from './saved-views.ts'

const other = { email: 'other@halfmeasure.test', password: 'another long and private one' }

describePostgres('saved views', (db) => {
  let app: AuthApp
  let bearer: string
  let colleague: Required<Session>

  beforeEach(async () => {
    ;({ app, bearer } = await openAdminApp(db(), (app, { audience, admin }) =>
      app.route('/api/views', savedViewRoutes(audience, admin)),
    ))
    await createAdmin(app.identity, other)
    colleague = await app.signIn(other)
  })

  const path = '/api/views'
  const phones = { name: 'Phones', query: 'f=is,device,phone&period=7d', shared: false }
  const save = async (draft: object, as = bearer) =>
    SavedView.parse((await app.call('POST', path, { bearer: as, body: draft })).json)
  const list = async (as = bearer) =>
    SavedViews.parse((await app.call('GET', path, { bearer: as })).json).views
  const names = async () => (await list()).map(({ name }) => name)

  it('saves a query under a name', async () => {
    const { id, ...saved } = await save(phones)
    expect(saved).toEqual({ ...phones, own: true, can_delete: true })
    await save({ ...phones, name: 'affiliates' })
    expect(await names()).toEqual(['affiliates', 'Phones'])
    const body = { ...phones, name: 'Tablets', query: '' }
    expect((await app.call('PATCH', `${path}/${id}`, { bearer, body })).json).toMatchObject(body)
    expect((await app.call('DELETE', `${path}/${id}`, { bearer })).status).toBe(204)
    expect((await app.call('DELETE', `${path}/${id}`, { bearer })).code).toBe('view_not_found')
    expect(await names()).toEqual(['affiliates'])
  })

  it('keeps personal views to their owner', async () => {
    const { id } = await save(phones, colleague.access_token)
    expect(await names()).toEqual([])
    expect((await app.call('PATCH', `${path}/${id}`, { bearer, body: phones })).status).toBe(404)
    expect((await app.call('DELETE', `${path}/${id}`, { bearer })).status).toBe(404)
    expect(await list(colleague.access_token)).toHaveLength(1)
  })

  it('lets everybody change a shared view', async () => {
    const { id } = await save({ ...phones, shared: true }, colleague.access_token)
    expect(await names()).toEqual(['Phones'])
    const body = { ...phones, name: 'All phones', shared: true }
    const { json } = await app.call('PATCH', `${path}/${id}`, { bearer, body })
    expect(json).toEqual({ ...body, id, own: false, can_delete: false })
  })

  it('lets everybody stop the sharing of a view, which stays its owner’s', async () => {
    const { id } = await save({ ...phones, shared: true }, colleague.access_token)
    const { json } = await app.call('PATCH', `${path}/${id}`, { bearer, body: phones })
    expect(json).toEqual({ ...phones, id, own: false, can_delete: false })
    expect(await names()).toEqual([])
    expect(await list(colleague.access_token)).toEqual([{ ...phones, id, own: true, can_delete: true }])
  })

  it('changes only what a request names, so that an old list restores nothing', async () => {
    const { id } = await save({ ...phones, shared: true })
    const change = async (body: object) => (await app.call('PATCH', `${path}/${id}`, { bearer, body })).json
    expect(await change({ query: '' })).toMatchObject({ ...phones, query: '', shared: true })
    expect(await change({ shared: false })).toMatchObject({ ...phones, query: '' })
    expect(await change({ name: 'Tablets' })).toMatchObject({ name: 'Tablets', query: '', shared: false })
    expect(await change({})).toMatchObject({ error: { code: 'validation_failed' } })
  })

  it('keeps the owner of a shared view whose owner has left until the sharing stops', async () => {
    const { id } = await save({ ...phones, shared: true }, colleague.access_token)
    await revokeAdmin(app.identity, other.email)
    const { json } = await app.call('PATCH', `${path}/${id}`, { bearer, body: { query: '' } })
    expect(json).toMatchObject({ query: '', shared: true, own: false })
  })

  it('lets nobody but its owner delete a shared view', async () => {
    const { id } = await save({ ...phones, shared: true }, colleague.access_token)
    const refused = await app.call('DELETE', `${path}/${id}`, { bearer })
    expect(refused).toMatchObject({ status: 403, code: 'not_view_owner' })
    expect(await names()).toEqual(['Phones'])
    const { access_token } = colleague
    expect((await app.call('DELETE', `${path}/${id}`, { bearer: access_token })).status).toBe(204)
    expect(await names()).toEqual([])
  })

  it.each([
    ['lost access', async () => {}],
    ['was erased', async () => void (await eraseAccount(db(), other.email))],
  ])('keeps the shared views of a colleague who %s, for anybody to delete or take over', async (_, erase) => {
    const shared = { ...phones, shared: true }
    const [deleted, taken] = [
      await save(shared, colleague.access_token),
      await save({ ...shared, name: 'Tablets' }, colleague.access_token),
    ]
    await save({ ...phones, name: 'Personal' }, colleague.access_token)
    await revokeAdmin(app.identity, other.email)
    await erase()
    expect(await list()).toEqual([
      { ...shared, id: deleted.id, own: false, can_delete: true },
      { ...shared, id: taken.id, name: 'Tablets', own: false, can_delete: true },
    ])
    expect((await app.call('DELETE', `${path}/${deleted.id}`, { bearer })).status).toBe(204)
    const { json } = await app.call('PATCH', `${path}/${taken.id}`, { bearer, body: phones })
    expect(json).toEqual({ ...phones, id: taken.id, own: true, can_delete: true })
  })

  it('allows 200 of one owner, and says so', async () => {
    const rows = Array.from({ length: 200 }, (_, n) => ({
      owner_id: colleague.user.id,
      name: `View ${n}`,
      query: '',
      shared: false,
      created_at: new Date(),
    }))
    await db().insertInto('saved_views').values(rows).execute()
    const one = { bearer: colleague.access_token, body: phones }
    expect(await app.call('POST', path, one)).toMatchObject({ status: 409, code: 'too_many_views' })
    await save(phones)
  })

  it.each([{ ...phones, name: ' ' }, { ...phones, query: 'x'.repeat(4_001) }, { name: 'x' }])(
    'refuses %j',
    async (body) => {
      expect((await app.call('POST', path, { bearer, body })).code).toBe('validation_failed')
    },
  )
})
