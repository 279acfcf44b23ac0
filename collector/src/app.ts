import { Hono } from 'hono'
import { requestId } from 'hono/request-id'
import { createApi, type SiteFacts } from './api.ts'
import type { Context } from './context.ts'
import type { AppEnv } from './platform/http/app-env.ts'
import { clientAddressOf } from './platform/http/client-address.ts'
import { errorHandler } from './platform/http/error-handler.ts'
import { spoolRefusal } from './ingest/spool-refusal.ts'
import { rateLimiter } from './platform/http/rate-limit.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import type { StaticFiles } from './platform/http/static-files.ts'
import { eventRoutes } from './routes/events.ts'
import { goRoutes, type GoTargets } from './routes/go.ts'

/** The two sets of pages that a build makes. Absent in tests that speak to the API alone. */
export interface Pages extends SiteFacts {
  readonly site?: StaticFiles
  readonly dashboard?: StaticFiles
  readonly goTargets?: GoTargets
}

export interface Apps {
  /** The magazine and the API. */
  readonly site: Hono<AppEnv>
  /** The dashboard and the same API. */
  readonly dashboard: Hono<AppEnv>
}

/** Mounts the routes. No side effects: tests call `apps.site.request()`. */
export function createApps(context: Context, pages: Pages): Apps {
  const api = createApi(context, pages)
  const dashboard = createDashboard(context, api, pages.dashboard)
  const withBeacons = beaconsFirst(context)
  return { site: withBeacons(createSite(context, api, dashboard, pages)), dashboard: withBeacons(dashboard) }
}

/** Beacons go past everything that another application does for its requests; both ports share one limit. */
function beaconsFirst({ config, events, log }: Context): (app: Hono<AppEnv>) => Hono<AppEnv> {
  const { rateLimit } = config.events
  const options = {
    ingest: events.ingest,
    origins: config.origins,
    log,
    addressOf: clientAddressOf(config.trustedProxies),
    ...(rateLimit > 0 ? { admit: rateLimiter(rateLimit) } : {}),
  }
  return (app) => eventRoutes(options).notFound((c) => app.fetch(c.req.raw, c.env))
}

function createSite(
  { config, log }: Context,
  api: Hono<AppEnv>,
  dashboard: Hono<AppEnv>,
  { site: files, goTargets = {} }: Pages,
): Hono<AppEnv> {
  const toDashboard = (path: string) => new URL(path, config.origins.dashboard).href
  const app = base(config.origins.site, config.partners)
  app.onError(errorHandler(log, spoolRefusal))
  // One port can serve both where a name of its own points to it.
  app.use(async (c, next) =>
    /^admin\./i.test(c.req.header('host') ?? '') ? dashboard.fetch(c.req.raw, c.env) : next(),
  )
  app.route('/', api)
  app.get('/auth', (c) => c.redirect(toDashboard(c.req.path), 302))
  app.get('/admin/*', (c) => c.redirect(toDashboard(c.req.path), 302))
  app.route('/go', goRoutes(goTargets))
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
  app.onError(errorHandler(log, spoolRefusal))
  app.route('/', api)
  if (files) {
    app.get('*', files.serve)
    app.get('/assets/*', (c) => c.text('There is no such file in this version.', 404))
    // The application knows its own addresses, the unknown ones included.
    app.get('*', (c) => files.page(c, '/index.html', 200))
  }
  return app
}

function base(origin: string, partners: readonly string[] = []): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .use(requestId())
    .use(securityHeaders({ https: origin.startsWith('https:'), partners }))
}
