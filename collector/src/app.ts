import { Hono } from 'hono'
import { requestId } from 'hono/request-id'
import type { Context } from './context.ts'
import type { AppEnv } from './http/app-env.ts'
import { clientAddress } from './http/client-address.ts'
import { errorBody, errorHandler } from './http/error-handler.ts'
import { rateLimit } from './http/rate-limit.ts'
import { requireAdmin } from './http/require-admin.ts'
import { securityHeaders } from './http/security-headers.ts'
import type { StaticFiles } from './http/static-files.ts'
import { assignmentRoutes } from './routes/assignments.ts'
import { authRoutes, jwksHandler } from './routes/auth.ts'
import { consentRoutes } from './routes/consent.ts'
import { contactRoutes } from './routes/contact.ts'
import { erasureRoutes } from './routes/erasure.ts'
import { eventRoutes } from './routes/events.ts'
import { goRoutes, type GoTargets } from './routes/go.ts'
import { healthCheck, healthRoutes } from './routes/health.ts'
import { newsletterLinkRoutes, newsletterRoutes } from './routes/newsletter.ts'
import { statsRoutes } from './routes/stats.ts'

/** The two sets of pages that a build makes. Absent in tests that speak to the API alone. */
export interface Pages {
  readonly site?: StaticFiles
  readonly dashboard?: StaticFiles
  readonly goTargets?: GoTargets
  /** Path of the ebook. */
  readonly guide?: string
}

export interface Apps {
  /** The magazine and the API. */
  readonly site: Hono<AppEnv>
  /** The dashboard and the same API. */
  readonly dashboard: Hono<AppEnv>
}

/** Mounts the routes. No side effects: tests call `apps.site.request()`. */
export function createApps(context: Context, pages: Pages): Apps {
  const api = createApi(context, pages.guide)
  const dashboard = createDashboard(context, api, pages.dashboard)
  return { site: createSite(context, api, dashboard, pages), dashboard }
}

function createApi(
  { config, log, clickhouse, postgres, auth, people, events }: Context,
  guide: string | undefined,
): Hono<AppEnv> {
  const { spool, ingest, assignments, account } = events
  return new Hono<AppEnv>()
    .use(clientAddress(config.trustedProxies))
    .route('/api', healthRoutes(healthCheck(clickhouse.reader, postgres.db, spool)))
    .route('/api/events', limitedTo(config.events.rateLimit))
    .route('/api/events', eventRoutes(ingest, config))
    .route('/api/assignments', assignmentRoutes(assignments))
    .route('/api/erasure', erasureRoutes(account.eraser))
    .route('/api/contact', contactRoutes(people, { config, log }))
    .route('/api/newsletter', newsletterRoutes(people, { config, ...(guide === undefined ? {} : { guide }) }))
    .route('/api/consent', consentRoutes(people, { config }))
    .route('/api/auth', authRoutes(auth, { config }))
    .route(
      '/api/stats',
      statsRoutes(clickhouse.reader, requireAdmin(auth), () => account.delivery()),
    )
    .get('/api/config', (c) =>
      c.json({ site_origin: config.origins.site, dashboard_origin: config.origins.dashboard }),
    )
    .get('/.well-known/jwks.json', jwksHandler(auth))
    .all('/api/*', (c) => c.json(errorBody('not_found', 'There is no such address in this API.'), 404))
}

/** Middleware for what comes after it on the same path; none where there is no limit. */
function limitedTo(perMinute: number): Hono<AppEnv> {
  const limits = new Hono<AppEnv>()
  return perMinute > 0 ? limits.use(rateLimit(perMinute)) : limits
}

function createSite(
  { config, log, people }: Context,
  api: Hono<AppEnv>,
  dashboard: Hono<AppEnv>,
  { site: files, goTargets = {} }: Pages,
): Hono<AppEnv> {
  const toDashboard = (path: string) => new URL(path, config.origins.dashboard).href
  const app = base(config.origins.site)
  app.onError(errorHandler(log))
  // One port can serve both where a name of its own points to it.
  app.use(async (c, next) =>
    /^admin\./i.test(c.req.header('host') ?? '') ? dashboard.fetch(c.req.raw, c.env) : next(),
  )
  app.route('/', api)
  app.get('/auth', (c) => c.redirect(toDashboard(c.req.path), 302))
  app.get('/admin/*', (c) => c.redirect(toDashboard(c.req.path), 302))
  app.route('/go', goRoutes(goTargets))
  app.route('/newsletter', newsletterLinkRoutes(people, { config }))
  if (files) {
    app.get('*', files.serve)
    app.notFound((c) => files.page(c, '/404.html', 404))
  }
  return app
}

function createDashboard(
  { config, log }: Context,
  api: Hono<AppEnv>,
  files: StaticFiles | undefined,
): Hono<AppEnv> {
  const app = base(config.origins.dashboard)
  app.onError(errorHandler(log))
  app.route('/', api)
  if (files) {
    app.get('*', files.serve)
    // The application knows its own addresses, the unknown ones included.
    app.get('*', (c) => files.page(c, '/index.html', 200))
  }
  return app
}

function base(origin: string): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .use(requestId())
    .use(securityHeaders({ scriptHashes: [], https: origin.startsWith('https:') }))
}
