import { beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../test/postgres/each-postgres.ts'
import { withoutStatistics } from '../test/postgres/issue-editor.ts'
import { openAdminApp } from '../test/postgres/open-admin-app.ts'
import { temporaryDirectory } from '../test/postgres/temporary-directory.ts'
import { cheapPasswords } from '../test/postgres/test-identity.ts'
import type { AuthApp } from '../test/postgres/test-auth-app.ts'
import { createAttemptLimits } from './identity/attempt-limits.ts'
import { openSharing } from './analytics/sharing/sharing.ts'
import { savedFunnelRoutes } from './workspace/saved-funnels.ts'
import { annotationRoutes } from './workspace/annotations.ts'
import { issueRoutes } from './audience/issues/issue-routes.ts'
import { inboxRoutes } from './audience/contact/contact-routes.ts'
import { apiTokenRoutes } from './analytics/sharing/sharing-routes.ts'
import { subscriberRoutes } from './audience/newsletter/newsletter-routes.ts'
import { savedViewRoutes } from './workspace/saved-views.ts'
import { reportRoutes } from './workspace/report-routes.ts'

/** PostgreSQL stores no NUL, and no half of a pair of surrogates. */
const ODD = 'a\0b\uD800c'
const KEPT = 'a\uFFFDb\uFFFDc'
/** Within what JSON can say, beyond what an integer column holds. */
const HUGE = 2 ** 31

const never = () => Promise.reject(new Error('nothing is measured here'))

describePostgres('what a database cannot keep', (db) => {
  let app: AuthApp
  let bearer: string

  beforeEach(async () => {
    const limits = await createAttemptLimits(temporaryDirectory(), () => new Date())
    const parts = {
      db: db(),
      now: () => new Date(),
      limits,
      passwords: cheapPasswords,
      recordRefusal: async () => {},
    }
    const sharing = await openSharing(parts, temporaryDirectory())
    ;({ app, bearer } = await openAdminApp(db(), (app, { admin, audience }) => {
      app
        .route('/api/messages', inboxRoutes(audience, admin))
        .route('/api/subscribers', subscriberRoutes(audience, admin))
        .route('/api/issues', issueRoutes(audience, withoutStatistics, admin))
        .route('/api/annotations', annotationRoutes(audience, [], admin))
        .route('/api/views', savedViewRoutes(audience, admin))
        .route(
          '/api/reports',
          reportRoutes(audience, { runStatsQuery: never, delivery: never, titles: [], webhooks: [] }, admin),
        )
        .route('/api/tokens', apiTokenRoutes(sharing, admin))
        .route('/api/stats/funnels', savedFunnelRoutes(audience, admin))
    }))
  })

  it.each(['/api/messages', '/api/subscribers', '/api/subscribers/export.csv'])(
    'is searched for in %s, and not there',
    async (path) => {
      const { status } = await app.call('GET', `${path}?q=${encodeURIComponent('a\0b')}`, { bearer })
      expect(status).toBe(200)
    },
  )

  it.each([
    ['/api/annotations', { day: '2026-11-20', text: ODD }],
    ['/api/views', { name: ODD, query: `q=${ODD}`, shared: true }],
    ['/api/tokens', { kind: 'token', name: ODD }],
    ['/api/tokens', { kind: 'link', name: ODD }],
    ['/api/stats/funnels', { name: ODD, steps: [`page:/${ODD}`, `element:${ODD}`] }],
    ['/api/issues', { subject: ODD, preheader: ODD, body: ODD }],
    [
      '/api/reports/alerts',
      {
        metric: 'page_views',
        comparison: 'below',
        threshold: 10,
        window_minutes: 60,
        filters: [{ operator: 'is', dimension: 'page', values: [`/${ODD}`] }],
      },
    ],
  ])('is replaced in what is written to %s', async (path, body) => {
    const { status, text } = await app.call('POST', path, { bearer, body })
    expect(status).toBe(201)
    expect(text).toContain(KEPT)
  })

  it.each([
    ['/api/annotations', { day: '0000-01-01', text: 'There was no such year' }],
    ['/api/tokens', { kind: 'token', name: 'For ever', expires_at: '9999-12-31T23:59:59-14:00' }],
  ])('is refused where it is a time in %s', async (path, body) => {
    expect((await app.call('POST', path, { bearer, body })).code).toBe('validation_failed')
    const days = 'from=0000-01-01&to=2026-11-20'
    expect((await app.call('GET', `/api/annotations?${days}`, { bearer })).code).toBe('invalid_query')
  })

  it('is refused where it is a number', async () => {
    const text = { subject: 'On halves', preheader: '', body: 'Half.' }
    const { json } = await app.call('POST', '/api/issues', { bearer, body: text })
    const path = `/api/issues/${(json as { id: string }).id}`
    for (const version of [HUGE, 2 ** 53, -1, 0.5]) {
      const change = await app.call('PATCH', path, { bearer, body: { ...text, version } })
      const send = await app.call('POST', `${path}/send`, { bearer, body: { version } })
      expect([change.code, send.code]).toEqual(['validation_failed', 'validation_failed'])
    }
    const last = await app.call('PATCH', path, { bearer, body: { ...text, version: HUGE - 1 } })
    expect(last.code).toBe('issue_changed')
  })
})
