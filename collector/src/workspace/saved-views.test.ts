import { SavedView, SavedViews } from '@half-measure/shared/workspace/saved-view.ts'
import { beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../test/postgres/each-postgres.ts'
import { openAdminApp } from '../../test/postgres/open-admin-app.ts'
import type { AuthApp } from '../../test/postgres/test-auth-app.ts'
import { deleteView, listViews, savedViewRoutes, saveView } from './saved-views.ts'

const OTHER = '00000000-0000-4000-8000-000000000001'
const author = { userId: OTHER, at: new Date('2026-11-20T10:00:00Z') }

describePostgres('saved views', (db) => {
  let app: AuthApp
  let bearer: string

  beforeEach(async () => {
    ;({ app, bearer } = await openAdminApp(db(), (app, { audience, admin }) =>
      app.route('/api/views', savedViewRoutes(audience, admin)),
    ))
    await db()
      .insertInto('users')
      .values({ id: OTHER, email: 'other@b.test', password_hash: '', created_at: new Date() })
      .execute()
  })

  const path = '/api/views'
  const phones = { name: 'Phones', query: 'f=is,device,phone&period=7d', shared: false }
  const save = async (draft: object) =>
    SavedView.parse((await app.call('POST', path, { bearer, body: draft })).json)
  const names = async () =>
    SavedViews.parse((await app.call('GET', path, { bearer })).json).views.map(({ name }) => name)

  it('saves a query under a name', async () => {
    const { id, ...kept } = await save(phones)
    expect(kept).toEqual({ ...phones, own: true })
    await save({ ...phones, name: 'affiliates' })
    expect(await names()).toEqual(['affiliates', 'Phones'])
    const body = { ...phones, name: 'Tablets', query: '' }
    expect((await app.call('PATCH', `${path}/${id}`, { bearer, body })).json).toMatchObject(body)
    expect((await app.call('DELETE', `${path}/${id}`, { bearer })).status).toBe(204)
    expect((await app.call('DELETE', `${path}/${id}`, { bearer })).code).toBe('view_not_found')
    expect(await names()).toEqual(['affiliates'])
  })

  it('keeps personal views to their owner', async () => {
    const { id } = await saveView(db(), phones, author)
    expect(await names()).toEqual([])
    expect((await app.call('PATCH', `${path}/${id}`, { bearer, body: phones })).status).toBe(404)
    expect((await app.call('DELETE', `${path}/${id}`, { bearer })).status).toBe(404)
    expect(await listViews(db(), OTHER)).toHaveLength(1)
  })

  it('lets everybody change a shared view', async () => {
    const { id } = await saveView(db(), { ...phones, shared: true }, author)
    expect(await names()).toEqual(['Phones'])
    const body = { ...phones, name: 'All phones', shared: true }
    const { json } = await app.call('PATCH', `${path}/${id}`, { bearer, body })
    expect(json).toEqual({ ...body, id, own: false })
  })

  it('lets everybody stop the sharing of a view, which stays its owner’s', async () => {
    const { id } = await saveView(db(), { ...phones, shared: true }, author)
    const { json } = await app.call('PATCH', `${path}/${id}`, { bearer, body: phones })
    expect(json).toEqual({ ...phones, id, own: false })
    expect(await names()).toEqual([])
    expect(await listViews(db(), OTHER)).toEqual([{ ...phones, id, own: true }])
  })

  it('lets nobody but its owner delete a shared view', async () => {
    const { id } = await saveView(db(), { ...phones, shared: true }, author)
    const refused = await app.call('DELETE', `${path}/${id}`, { bearer })
    expect(refused).toMatchObject({ status: 403, code: 'not_view_owner' })
    expect(await names()).toEqual(['Phones'])
    await deleteView(db(), id, OTHER)
    expect(await names()).toEqual([])
  })

  it('allows 200 of one owner, and says so', async () => {
    const rows = Array.from({ length: 200 }, (_, n) => ({
      owner_id: OTHER,
      name: `View ${n}`,
      query: '',
      shared: false,
      created_at: new Date(),
    }))
    await db().insertInto('saved_views').values(rows).execute()
    await expect(saveView(db(), phones, author)).rejects.toMatchObject({ code: 'too_many_views' })
    await save(phones)
  })

  it.each([{ ...phones, name: ' ' }, { ...phones, query: 'x'.repeat(4_001) }, { name: 'x' }])(
    'refuses %j',
    async (body) => {
      expect((await app.call('POST', path, { bearer, body })).code).toBe('validation_failed')
    },
  )

  it('is for administrators', async () => {
    expect((await app.call('GET', path)).status).toBe(401)
  })
})
