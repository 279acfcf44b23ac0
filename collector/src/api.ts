import { type Handler, Hono } from 'hono'
import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import type { Context } from './context.ts'
import { ApiError } from './platform/api-error.ts'
import type { AppEnv } from './platform/http/app-env.ts'
import { clientAddress } from './platform/http/client-address.ts'
import { dropBodyOfHead } from './platform/http/guards.ts'
import { errorHandler } from './platform/http/error-handler.ts'
import { spoolRefusal } from './ingest/spool-refusal.ts'
import { statsReader } from './http/stats-reader.ts'
import { expectAdmin, requireAdmin } from './http/require-admin.ts'
import { methodNotAllowed, refuseUnknown } from './platform/http/unknown-path.ts'
import { openApi } from './openapi/openapi.ts'
import { audit } from './auth/audit.ts'
import { deadLetterRoutes } from './routes/dead-letters.ts'
import type { PeopleServices } from './open-people.ts'
import { adminRoutes } from './routes/admins.ts'
import { annotationRoutes } from './routes/annotations.ts'
import { assignmentRoutes } from './routes/assignments.ts'
import { auditRoutes } from './routes/audit.ts'
import { authRoutes, jwksHandler } from './routes/auth.ts'
import { consentRoutes } from './routes/consent.ts'
import { contactRoutes } from './routes/contact.ts'
import { editionRoutes, letterRoutes } from './routes/editions.ts'
import { erasureRoutes } from './routes/erasure.ts'
import { healthCheck, healthRoutes } from './routes/health.ts'
import { mailRoutes } from './routes/mails.ts'
import { messageRoutes } from './routes/messages.ts'
import { newsletterLinkRoutes, newsletterRoutes } from './routes/newsletter.ts'
import { reportRoutes } from './routes/reports.ts'
import { shareRoutes } from './routes/share.ts'
import { statsKeyRoutes } from './routes/stats-keys.ts'
import { statsRoutes } from './routes/stats.ts'
import { affiliateStatsRoutes } from './routes/stats-affiliate.ts'
import { articleStatsRoutes } from './routes/stats-articles.ts'
import { experimentStatsRoutes } from './routes/stats-experiments.ts'
import { funnelStatsRoutes } from './routes/stats-funnels.ts'
import { visitStatsRoutes } from './routes/stats-visits.ts'
import { subscriberRoutes } from './routes/subscribers.ts'
import { viewRoutes } from './routes/views.ts'
import { CommissionStore } from './analytics/affiliate/commission-store.ts'
import { SavedFunnelStore } from './analytics/funnels/saved-funnels.ts'

/** What the API knows of the built site. */
export interface SiteFacts {
  /** Path of the ebook. */
  readonly guide?: string
  /** What the magazine has published. */
  readonly articles?: readonly ListedArticle[]
}

/**
 * The API of both origins. What events need answers at once; what needs Postgres answers 503 until that has been
 * reached.
 */
export function createApi(context: Context, site: SiteFacts): Hono<AppEnv> {
  const { config, log, clickhouse, postgres, people, events } = context
  const { origins, pixel } = config
  const api = new Hono<AppEnv>()
    .onError(errorHandler(log, spoolRefusal))
    .use(clientAddress(config.trustedProxies))

  const { spool, deadLetters } = events
  api.route('/api', healthRoutes(healthCheck(clickhouse.reader, postgres.db, spool, deadLetters)))
  api.route('/api/assignments', assignmentRoutes(events.assignments, config))
  api.route('/api/erasure', erasureRoutes(events.account.eraser, config))
  api.get('/api/config', (c) => {
    // It changes with a start, and a minute late is early enough.
    c.header('Cache-Control', 'public, max-age=60')
    return c.json({ site_origin: origins.site, dashboard_origin: origins.dashboard, pixel: pixel ?? null })
  })

  let withPeople: Hono<AppEnv> | undefined
  const handToPeople: Handler<AppEnv> = (c) => {
    const services = people.current
    if (!services) throw new ApiError(503, 'not_ready', 'The database is not there yet.', { retryAfter: 5 })
    withPeople ??= createPeopleApi(context, services, site, api)
    return withPeople.fetch(c.req.raw, c.env)
  }
  // A beacon goes past all of this, see `beaconsFirst`; what comes here instead is none.
  api.all('/api/events', (c) => {
    throw methodNotAllowed(c, ['POST'])
  })
  api.all('/api/*', handToPeople)
  api.get('/.well-known/jwks.json', handToPeople)
  // Without scripts the forms behind mailed links post to their own address.
  api.post('/newsletter/*', handToPeople)
  return api
}

/** @param before was asked first, and did not know the address either. */
function createPeopleApi(
  { config, log, events, statistics, postgres }: Context,
  { auth, people, desk, sharing }: PeopleServices,
  { guide, articles = [] }: SiteFacts,
  before: Hono<AppEnv>,
): Hono<AppEnv> {
  const admin = requireAdmin(auth)
  const reader = statsReader(sharing, admin)
  const { askRows } = statistics
  // Anybody may ask for it, and it takes milliseconds to make.
  let description: ReturnType<typeof openApi> | undefined
  const routes: Hono<AppEnv> = new Hono<AppEnv>()
    .onError(errorHandler(log, spoolRefusal))
    .use(clientAddress(config.trustedProxies), dropBodyOfHead)
    .route('/api/contact', contactRoutes(people, { config, log }))
    .route('/api/newsletter', newsletterRoutes(people, { config, ...(guide === undefined ? {} : { guide }) }))
    .route('/newsletter', newsletterLinkRoutes(people, { config }))
    .route('/api/consent', consentRoutes(people, { config }))
    .route('/api/auth', authRoutes(auth, { config }))
    .route('/api/stats/experiments', experimentStatsRoutes(askRows, reader))
    .route('/api/stats/articles', articleStatsRoutes(statistics, articles, reader))
    .route('/api/stats/funnels', funnelStatsRoutes(askRows, new SavedFunnelStore(postgres.db), reader))
    .route(
      '/api/stats/affiliate',
      affiliateStatsRoutes(
        {
          ask: askRows,
          store: new CommissionStore(postgres.db),
          articles,
          record: (db, by, { network, added, changed }) =>
            audit(db, new Date(), null, {
              event: 'commissions_imported',
              details: { by, network, added, changed },
            }),
        },
        reader,
      ),
    )
    .route('/api/stats', visitStatsRoutes(askRows, reader))
    .route(
      '/api/stats',
      statsRoutes(
        {
          statistics,
          articles,
          delivery: () => events.account.delivery(),
          expectAdmin: (token) => expectAdmin(auth, token),
        },
        reader,
      ),
    )
    .route('/api/stats-keys', statsKeyRoutes(sharing, admin))
    .route('/api/share', shareRoutes(sharing))
    .get('/api/openapi.json', (c) => c.json((description ??= openApi(config.origins.dashboard))))
    .route('/api/reports', reportRoutes(postgres.db, admin))
    .route(
      '/api/dead-letters',
      deadLetterRoutes(
        {
          deadLetters: events.deadLetters,
          account: events.account,
          record: (by, outcome) =>
            audit(postgres.db, new Date(), null, {
              event: 'dead_letters_retried',
              details: { by, ...outcome },
            }),
          log,
        },
        admin,
      ),
    )
    .route('/api/messages', messageRoutes(people, admin))
    .route('/api/subscribers', subscriberRoutes(people, admin))
    .route('/api/editions', letterRoutes(people))
    .route('/api/editions', editionRoutes(people, admin))
    .route('/api/mails', mailRoutes(people, admin))
    .route('/api/annotations', annotationRoutes(desk, articles, admin))
    .route('/api/views', viewRoutes(desk, admin))
    .route('/api/admins', adminRoutes(auth, admin))
    .route('/api/audit', auditRoutes(auth, admin))
    .get('/.well-known/jwks.json', jwksHandler(auth))
  return routes.notFound((c) => refuseUnknown(c, [before, routes]))
}
