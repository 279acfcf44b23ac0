import { DEFAULT_GOALS, type Goals } from '@half-measure/shared/stats/goals.ts'
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
    expect((await call('GET')).json).toEqual(DEFAULT_GOALS)
    expect((await call('PUT', CHOSEN)).json).toEqual(CHOSEN)
    await call('PUT', { ...CHOSEN, custom: [] })
    expect(await readGoals(db())).toEqual({ ...CHOSEN, custom: [] })
  })

  it('stands in the audit log with who changed it', async () => {
    await call('PUT', CHOSEN)
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
    expect((await call('PUT', goals)).status).toBe(400)
    expect(await readGoals(db())).toEqual(DEFAULT_GOALS)
  })
})
