import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { type AdminEnv, bearerToken } from '../../identity/require-admin.ts'
import { rateLimiter } from '../../platform/http/rate-limit.ts'
import { viewerOf } from './api-tokens.ts'
import type { Sharing } from './sharing.ts'
import { ViewerQueries } from './viewer-queries.ts'
import { admitViewer } from './viewer-rules.ts'

/** Queries a minute and network, whichever tokens it uses. */
const PER_MINUTE = 300

/** Admits API tokens and share links to what they may read, and administrators to everything. */
export function requireViewer(
  sharing: Sharing,
  requireAdmin: MiddlewareHandler<AdminEnv>,
  clientAddress: (c: Context) => string,
): MiddlewareHandler<AdminEnv> {
  const admit = rateLimiter(PER_MINUTE)
  const queries = new ViewerQueries()
  return createMiddleware<AdminEnv>(async (c, next) => {
    const bearer = bearerToken(c)
    const viewer = bearer === undefined ? undefined : await viewerOf(sharing, bearer)
    if (viewer === undefined) return requireAdmin(c, next)
    const { method, url } = c.req
    const { withhold } = admitViewer(viewer, { method, url: new URL(url) }, sharing.now().getTime())
    admit(clientAddress(c))
    await queries.run(viewer.id, c.req.raw.signal, next)
    // Errors have been answered by now.
    if (withhold && c.res.status === 200) c.res = c.json(withhold(await c.res.json()))
  })
}
