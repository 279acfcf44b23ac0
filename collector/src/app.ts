import { Hono, type MiddlewareHandler } from 'hono'
import { requestId } from 'hono/request-id'
import { z } from 'zod'
import { failuresAsPages } from './audience/form-request.ts'
import { createApi, type BuiltSite } from './api.ts'
import { isHttpsOnly } from './config/addresses.ts'
import { ApiError } from './platform/api-error.ts'
import type { Context } from './stack/context.ts'
import { dashboardPages } from './dashboard-pages.ts'
import { eventRoutes, spoolRefusal } from './ingest/event-routes.ts'
import { clientAddressOf, requestAddressOf } from './platform/http/client-address.ts'
import { errorHandler } from './platform/http/error-handler.ts'
import type { DirectHandler } from './platform/http/listen.ts'
import { charging, RequestLimits } from './platform/http/rate-limit.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import type { StaticFiles } from './platform/http/static-files.ts'
import { countPageLoads } from './consent-coverage/count-page-loads.ts'

/** The pages of the two builds. Absent in tests of the API alone. */
export interface Pages extends BuiltSite {
  readonly site?: StaticFiles
  readonly dashboard?: StaticFiles
  readonly goTargets?: RedirectTargets
}

export interface Apps {
  /** The magazine and the API; on a public installation, only what readers need of the API. */
  readonly site: Hono
  /** The dashboard and the whole API. */
  readonly dashboard: Hono
  /** Beacons, on both ports. They skip the middleware of all other requests. */
  readonly beacons: DirectHandler
}

/** A page or a file takes as long as several beacons. The API charges for itself. */
const PAGE_COST = 4

/** Mounts the routes, without side effects: tests call `apps.site.request()`. */
export function createApps(context: Context, pages: Pages): Apps {
  const { config, events, log } = context
  const { rateLimit } = config.events
  const limits = rateLimit > 0 ? new RequestLimits(rateLimit) : undefined
  const beacons = eventRoutes({
    ingest: events.ingest,
    origins: config.origins,
    log,
    addressOf: requestAddressOf(config.trustedProxies),
    ...(limits && { limits }),
  })
  const clientAddress = clientAddressOf(config.trustedProxies)
  const api = createApi(context, pages, clientAddress, limits)
  const charge = charging(limits, clientAddress)(PAGE_COST)
  const dashboard = createDashboard(context, api, charge, pages.dashboard)
  const site = createSite(context, api, dashboard, { charge, clientAddress }, pages)
  return { site, dashboard, beacons }
}

function createSite(
  { config, log, coverageCounts, countryOf }: Context,
  api: Hono,
  dashboard: Hono,
  { charge, clientAddress }: { charge: MiddlewareHandler; clientAddress: ReturnType<typeof clientAddressOf> },
  { site: files, goTargets = {}, failurePage }: Pages,
): Hono {
  const { origins, partners } = config
  const toDashboard = (path: string) => new URL(path, origins.dashboard).href
  const app = new Hono()
    .onError(errorHandler(log, spoolRefusal))
    // On this machine one port can serve both, by host name. Elsewhere any client could name that host.
    .use(async (c, next) =>
      !config.readersOnly && /^admin\./i.test(c.req.header('host') ?? '')
        ? dashboard.fetch(c.req.raw, c.env)
        : next(),
    )
    .use(requestId(), securityHeaders({ https: isHttpsOnly(origins.site), partners }))
    .use(countPageLoads(coverageCounts, (c) => countryOf(clientAddress(c))))
    .use('/api/*', config.readersOnly ? readersOnly(origins.dashboard) : (_, next) => next())
    .route('/', api)
    .use(failuresAsPages(failurePage), charge)
    .get('/auth', (c) => c.redirect(toDashboard(c.req.path), 302))
    .get('/admin/*', (c) => c.redirect(toDashboard(c.req.path), 302))
    .route('/go', redirectRoutes(goTargets))
  return files ? app.get('*', files.serve).notFound((c) => files.page(c, '/404.html', 404)) : app
}

function createDashboard(
  { config, log }: Context,
  api: Hono,
  charge: MiddlewareHandler,
  files: StaticFiles | undefined,
): Hono {
  const app = new Hono()
    .onError(errorHandler(log, spoolRefusal))
    .use(requestId(), securityHeaders({ https: isHttpsOnly(config.origins.dashboard) }))
    .route('/', api)
    .use(failuresAsPages(), charge)
  return files ? app.route('/', dashboardPages(files)) : app
}

/** Where `/go/<slug>` leads: paths of the site, by slug. The site's build writes them. */
export const RedirectTargets = z.record(z.string(), z.string().startsWith('/'))
export type RedirectTargets = z.infer<typeof RedirectTargets>

/** `GET /go/<slug>`: redirects to a partner. Search engines stay out; the page counts the click, with consent. */
export function redirectRoutes(targets: RedirectTargets): Hono {
  return new Hono().get('/:slug', (c, next) => {
    const slug = c.req.param('slug')
    const target = Object.hasOwn(targets, slug) ? targets[slug] : undefined
    if (target === undefined) return next()
    c.header('X-Robots-Tag', 'noindex')
    c.header('Cache-Control', 'no-store')
    return Promise.resolve(c.redirect(target, 302))
  })
}

/** Routes that the magazine's pages call, and health checks. The rest is for administrators. */
const FOR_READERS: ReadonlySet<string> = new Set([
  'assignments',
  'config',
  'consent',
  'contact',
  'erasure',
  'events',
  'health',
  'newsletter',
  'ready',
])

/**
 * Refuses the API of administrators on the magazine's origin, so that only the dashboard's has to be guarded.
 *
 * @throws {ApiError} 404 `not_found`, which names the other origin.
 */
function readersOnly(dashboard: string): MiddlewareHandler {
  return async ({ req }, next) => {
    const name = req.path.split('/')[2] ?? ''
    if (!FOR_READERS.has(name))
      throw new ApiError(404, 'not_found', `This API has no such path here. Try ${dashboard}${req.path}.`)
    await next()
  }
}
