import { DEFAULT_GOALS, type Goals, SavedGoals } from '@half-measure/shared/stats/goals.ts'
import { beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../../test/postgres/each-postgres.ts'
import { openAdminApp } from '../../../test/postgres/open-admin-app.ts'
import { owner } from '../../../test/postgres/test-identity.ts'
import type { AuthApp } from '../../../test/postgres/test-auth-app.ts'
import { listAuditLog } from '../../identity/audit-log.ts'
import { goalRoutes } from './goal-routes.ts'
import { readGoals } from './goal-store.ts'

const CHOSEN: Goals = {
  event_types: ['newsletter_signup', 'review_view'],
  custom: [
    { kind: 'page', path: '/newsletter/*' },
    { kind: 'scroll', path: '/articles/pine-beer', depth: 75 },
    { kind: 'product', event_type: 'affiliate_click', product: 'Nightjar Lager' },
    { kind: 'source', event_type: 'newsletter_signup', source: 'popup' },
  ],
}

const FIRST: SavedGoals = { ...CHOSEN, changed_at: null }

describePostgres('what counts as a goal', (db) => {
  let app: AuthApp
  let bearer: string

  beforeEach(async () => {
    ;({ app, bearer } = await openAdminApp(db(), (app, { audience, admin }) =>
      app.route('/api/stats/goals', goalRoutes(audience, admin)),
    ))
  })

  const call = (method: string, body?: unknown) =>
    app.call(method, '/api/stats/goals', { bearer, ...(body === undefined ? {} : { body }) })

  it('is every conversion but review views until somebody changes it, and then what they chose', async () => {
    expect((await call('GET')).json).toEqual({ ...DEFAULT_GOALS, changed_at: null })
    const { changed_at, ...goals } = SavedGoals.parse((await call('PUT', FIRST)).json)
    expect(goals).toEqual(CHOSEN)
    expect(await readGoals(db())).toEqual({ ...CHOSEN, changed_at })
    await call('PUT', { ...CHOSEN, custom: [], changed_at })
    expect(await readGoals(db())).toMatchObject({ ...CHOSEN, custom: [] })
  })

  it('is not overwritten by somebody who has not seen the change before, whatever the clock says', async () => {
    const { changed_at } = SavedGoals.parse((await call('PUT', FIRST)).json)
    const clicks: Goals = { event_types: ['affiliate_click'], custom: [] }
    expect((await call('PUT', { ...clicks, changed_at })).status).toBe(200)
    for (const seen of [null, changed_at]) {
      const late = await call('PUT', { ...CHOSEN, changed_at: seen })
      expect([late.status, late.code]).toEqual([409, 'goals_changed'])
    }
    expect(await readGoals(db())).toMatchObject(clicks)
    const { entries } = await listAuditLog(db(), { event: 'goals_changed', limit: 10 })
    expect(entries).toHaveLength(2)
  })

  it('is what one of two changed who saw the same, at the same moment', async () => {
    const both = () => Promise.all([call('PUT', FIRST), call('PUT', FIRST)])
    expect((await both()).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('stands in the audit log with who changed it', async () => {
    await call('PUT', FIRST)
    const { entries } = await listAuditLog(db(), { event: 'goals_changed', limit: 10 })
    expect(entries).toMatchObject([
      {
        user: null,
        by: owner.email,
        details: {
          goals: [
            'newsletter_signup',
            'review_view',
            'page /newsletter/*',
            '75% of /articles/pine-beer',
            'affiliate_click for Nightjar Lager',
            'newsletter_signup from popup',
          ],
        },
      },
    ])
  })

  it.each([
    ['an unknown type', { event_types: ['purchase'], custom: [] }],
    ['a type twice', { event_types: ['contact_sent', 'contact_sent'], custom: [] }],
    ['a goal twice', { event_types: [], custom: [CHOSEN.custom[0], CHOSEN.custom[0]] }],
    ['a path that is none', { event_types: [], custom: [{ kind: 'page', path: 'newsletter' }] }],
    [
      'a depth that is not reported',
      { event_types: [], custom: [{ kind: 'scroll', path: '/a', depth: 60 }] },
    ],
    [
      'a place without a name',
      { event_types: [], custom: [{ kind: 'source', event_type: 'contact_sent', source: '' }] },
    ],
    ['no element', { event_types: [], custom: [{ kind: 'click', element_id: '' }] }],
  ])('refuses %s, and changes nothing', async (_, goals) => {
    expect((await call('PUT', { ...goals, changed_at: null })).status).toBe(400)
    expect(await readGoals(db())).toMatchObject(DEFAULT_GOALS)
  })
})
