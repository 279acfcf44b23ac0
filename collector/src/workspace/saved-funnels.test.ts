import { SavedFunnel, SavedFunnels } from '@half-measure/shared/stats/funnels.ts'
import { beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../test/postgres/each-postgres.ts'
import { openAdminApp } from '../../test/postgres/open-admin-app.ts'
import type { AuthApp } from '../../test/postgres/test-auth-app.ts'
import type { TestClock } from '../../test/postgres/test-clock.ts'
import { savedFunnelRoutes } from './saved-funnels.ts'

const DRAFT = {
  name: 'Sign-up',
  steps: ['page:/newsletter', 'conversion:newsletter_signup'],
  window_minutes: 45,
}

describePostgres('saved funnels', (db) => {
  let clock: TestClock
  let app: AuthApp
  let bearer: string

  beforeEach(async () => {
    ;({ clock, app, bearer } = await openAdminApp(db(), (app, { audience, admin }) =>
      app.route('/api/stats/funnels', savedFunnelRoutes(audience, admin)),
    ))
  })

  const call = (method: string, path = '', body?: unknown) =>
    app.call(method, `/api/stats/funnels${path}`, { bearer, ...(body === undefined ? {} : { body }) })
  const list = async () => SavedFunnels.parse((await call('GET')).json)

  it('are saved, changed and deleted, and listed by name', async () => {
    const { status, json } = await call('POST', '', DRAFT)
    expect(status).toBe(201)
    const saved = SavedFunnel.parse(json)
    expect(saved).toMatchObject({ ...DRAFT, created_at: '2026-11-20T10:00:00.000Z' })
    await call('POST', '', { ...DRAFT, name: 'affiliate' })
    expect((await list()).map(({ name }) => name)).toEqual(['affiliate', 'Sign-up'])

    clock.advance({ minutes: 5 })
    const changed = await call('PUT', `/${saved.id}`, {
      ...DRAFT,
      name: 'Zeal',
      steps: ['page:/', ...DRAFT.steps],
    })
    expect(changed.json).toMatchObject({ id: saved.id, name: 'Zeal', changed_at: '2026-11-20T10:05:00.000Z' })
    expect((await list()).map(({ name, steps }) => [name, steps.length])).toEqual([
      ['affiliate', 2],
      ['Zeal', 3],
    ])

    expect((await call('DELETE', `/${saved.id}`)).status).toBe(204)
    expect((await list()).map(({ name }) => name)).toEqual(['affiliate'])
  })

  it.each([
    ['no name', { ...DRAFT, name: ' ' }],
    ['one step', { ...DRAFT, steps: ['page:/'] }],
    ['nine steps', { ...DRAFT, steps: Array.from({ length: 9 }, () => 'page:/') }],
    ['a step that is none', { ...DRAFT, steps: ['page:/', 'sale'] }],
    ['a window of more than a day', { ...DRAFT, window_minutes: 1_441 }],
    ['a field that is none', { ...DRAFT, owner: 'me' }],
  ])('refuse %s', async (_, draft) => {
    expect(await call('POST', '', draft)).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(await list()).toEqual([])
  })

  it('are not found once deleted, nor by an invalid id', async () => {
    for (const id of ['0190a3a0-0000-7000-8000-000000000000', 'x']) {
      expect(await call('PUT', `/${id}`, DRAFT)).toMatchObject({ status: 404, code: 'funnel_not_found' })
      expect(await call('DELETE', `/${id}`)).toMatchObject({ status: 404, code: 'funnel_not_found' })
    }
  })

  it('are at most a hundred', async () => {
    for (let i = 0; i < 100; i++) await call('POST', '', DRAFT)
    expect(await call('POST', '', DRAFT)).toMatchObject({ status: 409, code: 'too_many_funnels' })
  })
})
