import type { SiteLinks } from '@half-measure/shared/stats/link-health.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'
import { refuseUnknownRequests } from './analytics/endpoints/known-requests.ts'
import { openApi } from './analytics/endpoints/openapi.ts'
import { inOwnQueue, requireCaller } from './analytics/endpoints/require-caller.ts'
import { apiTokenRoutes, shareRoutes } from './analytics/sharing/sharing-routes.ts'
import { consentRoutes } from './audience/consent.ts'
import { bannerRoutes } from './consent-coverage/banner-routes.ts'
import { contactRoutes, inboxRoutes, lettersRoute } from './audience/contact/contact-routes.ts'
import { failuresAsPages } from './audience/form-request.ts'
import { type ArchivePages, issueArchiveRoutes } from './audience/issues/issue-archive.ts'
import { issueCountRoutes } from './audience/issues/results/count-routes.ts'
import { issueRoutes, previewRoutes } from './audience/issues/issue-routes.ts'
import { mailLogRoutes } from './audience/mail-log.ts'
import {
  newsletterLinkRoutes,
  newsletterRoutes,
  subscriberRoutes,
} from './audience/newsletter/newsletter-routes.ts'
import { limitPublicRequests } from './limit-public-requests.ts'
import type { Context } from './stack/context.ts'
import { auditLogRoutes } from './identity/audit-log-routes.ts'
import { recordAudit } from './identity/audit-log.ts'
import { authRoutes, jwksHandler } from './identity/auth-routes.ts'
import { expectAdmin, requireAdmin } from './identity/require-admin.ts'
import { teamRoutes } from './identity/team-routes.ts'
import { ApiError } from './platform/api-error.ts'
import type { clientAddressOf } from './platform/http/client-address.ts'
import { dropBodyOfHead } from './platform/http/guards.ts'
import { charging, LOOKUP_COST, type RequestLimits } from './platform/http/rate-limit.ts'
import { methodNotAllowed, refuseUnknown } from './platform/http/unknown-path.ts'
import { assignmentRoutes } from './ingest/assignment-routes.ts'
import { deadLetterRoutes } from './reconciliation/dead-letter-routes.ts'
import { erasureRoutes } from './reconciliation/erasure/erasure-routes.ts'
import { healthCheck, healthRoutes } from './operations/health.ts'
import { personalDataRoutes } from './operations/personal-data.ts'
import { affiliateStatsRoutes } from './analytics/affiliate/affiliate-routes.ts'
import { articleStatsRoutes } from './analytics/articles/article-routes.ts'
import { experimentRoutes, experimentStatsRoutes } from './analytics/experiments/experiment-routes.ts'
import { funnelStatsRoutes } from './analytics/funnels/funnel-routes.ts'
import { goalRoutes } from './analytics/goals/goal-routes.ts'
import { historyImportRoutes, importedStatsRoutes } from './analytics/history/history-routes.ts'
import { linkClicks } from './analytics/link-clicks.ts'
import { statsRoutes } from './analytics/stats-routes.ts'
import { CommissionStore } from './analytics/affiliate/commission-store.ts'
import { annotationRoutes } from './workspace/annotations.ts'
import { linkHealthRoutes } from './workspace/link-health/link-health.ts'
import { reportRoutes } from './workspace/report-routes.ts'
import { savedFunnelRoutes } from './workspace/saved-funnels.ts'
import { savedViewRoutes } from './workspace/saved-views.ts'

/** What the API knows about the built site. */
export interface BuiltSite {
  /** Path of the ebook, a PDF. */
  readonly guide?: string
  /** Templates of the public pages of newsletter issues. */
  readonly archivePages?: ArchivePages
  /** The page of letters to the editor, without the letters. */
  readonly lettersPage?: string
  /** The page for a form or a mailed link that failed, with placeholders. */
  readonly failurePage?: string | undefined
  /** Its external links. */
  readonly links?: SiteLinks
  /** Called when a test has ended, so that the pages show it. */
  readonly onExperimentEnded?: () => Promise<void>
}

/** The API of both origins, except for beacons. Routes that need PostgreSQL respond 503 `not_ready` until it is. */
export function createApi(
  context: Context,
  {
    guide,
    archivePages,
    lettersPage,
    failurePage,
    links = [],
    onExperimentEnded = async () => {},
  }: BuiltSite,
  clientAddress: ReturnType<typeof clientAddressOf>,
  limits?: RequestLimits,
): Hono {
  const { config, log, clickhouse, postgres, services, events, statistics, coverageCounts, countryOf } =
    context
  const { identity, audience, sharing } = services
  const { db, publicDb } = postgres
  const { spool, deadLetters, reconciliation } = events
  const { origins, partners, pixel } = config
  const costing = charging(limits, clientAddress)
  const forms = { origin: origins, clientAddress, log }
  const asPages = failuresAsPages(failurePage)
  const publicAudience = { ...audience, db: publicDb }
  const publicSharing = { ...sharing, db: publicDb }
  const workspace = { db, now: identity.now }
  const experiments = { ...workspace, read: statistics }
  const admin = inOwnQueue(requireAdmin(identity))
  const runStatsQuery = statistics.engine.run.bind(statistics.engine)
  const viewer = requireCaller(publicSharing, admin, clientAddress)
  const databaseReady: MiddlewareHandler = (_, next) => {
    if (!services.isReady())
      throw new ApiError(503, 'not_ready', 'The database is not ready yet.', { retryAfter: 5 })
    return next()
  }
  let description: string | undefined

  const api = new Hono()
    // What readers open, and what they send without scripts.
    .use('/letters', asPages)
    .use('/newsletter/*', asPages)
    .use('/api/newsletter/*', asPages)
    .use('/api/contact', asPages)
    .use('/api/consent', asPages)
    .use('/api/*', costing(1), dropBodyOfHead)
    // Each may need a look-up and a synced append.
    .use('/api/assignments', costing(LOOKUP_COST))
    .use('/api/erasure', costing(LOOKUP_COST))
    .route(
      '/api',
      healthRoutes(
        healthCheck(clickhouse.shards, db, spool, deadLetters, reconciliation.coordination, {
          clickhouse: events.isMigrated,
          postgres: services.isReady,
        }),
      ),
    )
    .route('/api/assignments', assignmentRoutes(events.assignments, origins, clientAddress))
    .route('/api/erasure', erasureRoutes(events.reconciliation.erasures, origins, clientAddress))
    .route(
      '/api/consent/banner',
      bannerRoutes(coverageCounts, origins, (c) => countryOf(clientAddress(c))),
    )
    .get('/api/config', (c) => {
      // Changes only at a start.
      c.header('Cache-Control', 'public, max-age=60')
      return c.json({ site_origin: origins.site, dashboard_origin: origins.dashboard, pixel: pixel ?? null })
    })
    .get('/.well-known/jwks.json', jwksHandler(identity))
    .get('/api/openapi.json', etag(), (c) => {
      description ??= JSON.stringify(openApi(origins.dashboard))
      c.header('Cache-Control', 'public, max-age=60')
      return c.body(description, 200, { 'Content-Type': 'application/json' })
    })
    // `POST` is handled before this application.
    .all('/api/events', (c) => {
      throw methodNotAllowed(c, ['POST'])
    })

    .use('/api/*', databaseReady)
    .route('/', limitPublicRequests(costing, clientAddress))
    .route('/api/contact', contactRoutes(publicAudience, forms))
    .route('/api/newsletter', newsletterRoutes(publicAudience, forms, guide))
    .post('/newsletter/*', databaseReady)
    .route('/newsletter', newsletterLinkRoutes(publicAudience, forms))
    .use('/newsletter/issues/*', costing(1), databaseReady)
    .route('/newsletter/issues', issueCountRoutes({ ...publicAudience, clientAddress }))
    .route('/api/consent', consentRoutes(publicAudience, forms))
    .route('/api/messages', inboxRoutes(audience, admin))
    .route('/api/subscribers', subscriberRoutes(audience, admin))
    .route('/api/issues', previewRoutes(audience))
    .route('/api/issues', issueRoutes(audience, runStatsQuery, admin))
    .route('/api/mails', mailLogRoutes(audience, admin))
    .route('/api/personal-data', personalDataRoutes(context, admin))

    .route('/api/auth', authRoutes(identity, config, clientAddress))
    .route('/api/admins', teamRoutes(identity))
    .route('/api/audit', auditLogRoutes(identity))

    .route('/api/annotations', annotationRoutes(workspace, statistics.articles, admin))
    .route('/api/views', savedViewRoutes(workspace, admin))
    .route(
      '/api/reports',
      reportRoutes(
        audience,
        {
          runStatsQuery,
          delivery: () => events.reconciliation.delivery(),
          titles: statistics.titles,
          webhooks: config.webhooks,
        },
        admin,
      ),
    )

    .route(
      '/api/imports',
      historyImportRoutes({ ...workspace, writer: clickhouse.writer, migrator: clickhouse.migrator }, admin),
    )
    .route('/api/experiments', experimentRoutes({ ...experiments, onEnded: onExperimentEnded }, admin))

    .route('/api/tokens', apiTokenRoutes(sharing, admin))
    .route('/api/share', shareRoutes(publicSharing, clientAddress))

    .use('/api/stats/*', refuseUnknownRequests)
    .route('/api/stats/funnels', savedFunnelRoutes(workspace, viewer))
    .route('/api/stats/funnels', funnelStatsRoutes(statistics, viewer))
    .route('/api/stats/experiments', experimentStatsRoutes(experiments, viewer))
    .route('/api/stats/articles', articleStatsRoutes(statistics, viewer))
    .route('/api/stats/affiliate', affiliateStatsRoutes(statistics, new CommissionStore(db), viewer))
    .route(
      '/api/stats/links',
      linkHealthRoutes(
        {
          db,
          links,
          isChecking: config.checkLinks,
          clicks: (signal) => linkClicks((query) => statistics.queryRows(query, signal), links, Date.now()),
        },
        viewer,
      ),
    )
    .route('/api/stats/goals', goalRoutes(workspace, viewer))
    .route('/api/stats/imported', importedStatsRoutes({ db, queryRows: statistics.queryRows }, viewer))
    .route(
      '/api/stats',
      statsRoutes(
        {
          statistics,
          delivery: () => events.reconciliation.delivery(),
          recordExport: (exporter, { table, day }) =>
            recordAudit(db, new Date(), null, {
              event: 'events_exported',
              details: { ...exporter, table, day },
            }),
          expectAdmin: async (token) => void (await expectAdmin(identity, token)),
        },
        viewer,
      ),
    )
    .route(
      '/api/dead-letters',
      deadLetterRoutes(
        {
          deadLetters: events.deadLetters,
          reconciliation: events.reconciliation,
          record: (by, outcome) =>
            recordAudit(db, new Date(), null, { event: 'dead_letters_retried', details: { by, ...outcome } }),
          log,
        },
        admin,
      ),
    )
  if (archivePages) {
    for (const path of ['', '/:slug', '.xml']) api.use(`/newsletter/archive${path}`, databaseReady)
    api.route('/', issueArchiveRoutes(publicDb, { site: origins.site, partners, pages: archivePages }))
  }
  if (lettersPage !== undefined)
    api.use('/letters', databaseReady).route('/', lettersRoute(publicDb, lettersPage))
  return api.all('/api/*', (c) => refuseUnknown(c, api))
}
