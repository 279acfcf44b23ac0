import { beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../test/postgres/each-postgres.ts'
import { openAdminApp } from '../../test/postgres/open-admin-app.ts'
import { temporaryDirectory } from '../../test/postgres/temporary-directory.ts'
import type { AuthApp } from '../../test/postgres/test-auth-app.ts'
import { createDesk } from '../desk/desk.ts'
import { loadShareGrants } from '../sharing/share-grants.ts'
import { createSharing } from '../sharing/sharing.ts'
import type { AskRows } from '../analytics/ask-rows.ts'
import { SavedFunnelStore } from '../analytics/funnels/saved-funnels.ts'
import { annotationRoutes } from './annotations.ts'
import { editionRoutes } from './editions.ts'
import { messageRoutes } from './messages.ts'
import { funnelStatsRoutes } from './stats-funnels.ts'
import { statsKeyRoutes } from './stats-keys.ts'
import { subscriberRoutes } from './subscribers.ts'
import { viewRoutes } from './views.ts'

/** PostgreSQL stores no NUL, and no half of a pair of surrogates. */
const ODD = 'a\0b\uD800c'
const KEPT = 'a\uFFFDb\uFFFDc'
/** Within what JSON can say, beyond what an integer column holds. */
const HUGE = 2 ** 31

const noQuestions: AskRows = () => Promise.reject(new Error('nothing is asked here'))

describePostgres('what a database cannot keep', (db) => {
  let app: AuthApp
  let bearer: string

  beforeEach(async () => {
    const desk = createDesk({ db: db() })
    const grants = await loadShareGrants(temporaryDirectory(), () => new Date())
    ;({ app, bearer } = await openAdminApp(db(), (app, { auth, admin, people }) => {
      const sharing = createSharing({ db: db(), limits: auth.limits, grants })
      app
        .route('/api/messages', messageRoutes(people, admin))
        .route('/api/subscribers', subscriberRoutes(people, admin))
        .route('/api/editions', editionRoutes(people, admin))
        .route('/api/annotations', annotationRoutes(desk, [], admin))
        .route('/api/views', viewRoutes(desk, admin))
        .route('/api/stats-keys', statsKeyRoutes(sharing, admin))
        .route('/api/stats/funnels', funnelStatsRoutes(noQuestions, new SavedFunnelStore(db()), admin))
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
    ['/api/stats-keys', { kind: 'token', name: ODD }],
    ['/api/stats-keys', { kind: 'link', name: ODD }],
    ['/api/stats/funnels', { name: ODD, steps: [`page:/${ODD}`, `element:${ODD}`] }],
    ['/api/editions', { subject: ODD, preheader: ODD, body: ODD }],
  ])('is replaced in what is written to %s', async (path, body) => {
    const { status, text } = await app.call('POST', path, { bearer, body })
    expect(status).toBe(201)
    expect(text).toContain(KEPT)
  })

  it.each([
    ['/api/annotations', { day: '0000-01-01', text: 'There was no such year' }],
    ['/api/stats-keys', { kind: 'token', name: 'For ever', expires_at: '9999-12-31T23:59:59-14:00' }],
  ])('is refused where it is a time in %s', async (path, body) => {
    expect((await app.call('POST', path, { bearer, body })).code).toBe('validation_failed')
    const days = 'from=0000-01-01&to=2026-11-20'
    expect((await app.call('GET', `/api/annotations?${days}`, { bearer })).code).toBe('invalid_query')
  })

  it('is refused where it is a number', async () => {
    const text = { subject: 'On halves', preheader: '', body: 'Half.' }
    const { json } = await app.call('POST', '/api/editions', { bearer, body: text })
    const path = `/api/editions/${(json as { id: string }).id}`
    for (const version of [HUGE, 2 ** 53, -1, 0.5]) {
      const change = await app.call('PATCH', path, { bearer, body: { ...text, version } })
      const send = await app.call('POST', `${path}/send`, { bearer, body: { version } })
      expect([change.code, send.code]).toEqual(['validation_failed', 'validation_failed'])
    }
    const last = await app.call('PATCH', path, { bearer, body: { ...text, version: HUGE - 1 } })
    expect(last.code).toBe('edition_changed')
  })
})
