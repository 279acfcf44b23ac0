import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { type AdminEnv, bearerToken } from '../../identity/require-admin.ts'
import { refusalOf, routeOf } from '../../identity/record-refusal.ts'
import { rateLimiter } from '../../platform/http/rate-limit.ts'
import { KeyedSemaphore } from '../../platform/keyed-semaphore.ts'
import { tooManyOfViewer } from '../query-errors.ts'
import { QUEUE } from '../query-runner.ts'
import { claimsToBeViewer, type Viewer, viewerOf } from '../sharing/api-tokens.ts'
import type { Sharing } from '../sharing/sharing.ts'
import { runAsAdministrator, runAsViewer } from '../sharing/current-caller.ts'
import { admitViewer } from './viewer-access.ts'

/** Concurrent requests per token, so that a hundred at once do not hold up beacons. */
const AT_A_TIME = 4

/** Requests per minute and network, whatever tokens it uses or invents. */
const PER_MINUTE = 300

/** File requests among these: a file takes seconds, in the thread that acknowledges beacons. */
const FILES_PER_MINUTE = 30

/** Queues the queries of each administrator separately. @param requireAdmin admits them. */
export function inOwnQueue(requireAdmin: MiddlewareHandler<AdminEnv>): MiddlewareHandler<AdminEnv> {
  return createMiddleware<AdminEnv>((c, next) =>
    requireAdmin(c, () => runAsAdministrator(c.get('principal').userId, next)),
  )
}

/** Admits API tokens and share links to what they may read, and administrators to everything. */
export function requireCaller(
  sharing: Sharing,
  requireAdmin: MiddlewareHandler<AdminEnv>,
  clientAddress: (c: Context) => string,
): MiddlewareHandler<AdminEnv> {
  const admit = rateLimiter(PER_MINUTE)
  const admitFile = rateLimiter(FILES_PER_MINUTE)
  const turns = new KeyedSemaphore({ ...QUEUE, running: AT_A_TIME }, tooManyOfViewer)
  const admitted = async (viewer: Viewer, c: Context) => {
    const request = { method: c.req.method, url: new URL(c.req.url) }
    const endpoint = admitViewer(viewer, request, sharing.now().getTime())
    if (endpoint.result === 'csv') admitFile(clientAddress(c))
    return endpoint
  }
  return createMiddleware<AdminEnv>(async (c, next) => {
    const bearer = bearerToken(c)
    if (bearer === undefined || !claimsToBeViewer(bearer)) return requireAdmin(c, next)
    admit(clientAddress(c))
    return turns.run(bearer, c.req.raw.signal, async () => {
      const refuse = async (error: unknown, details: Record<string, string> = {}): Promise<never> => {
        const refusal = refusalOf(error)
        if (refusal) await sharing.recordRefusal(refusal, { details: { route: routeOf(c), ...details } })
        throw error
      }
      const viewer = await viewerOf(sharing, bearer).catch(refuse)
      if (viewer === undefined) return requireAdmin(c, next)
      const { withhold } = await admitted(viewer, c).catch((error: unknown) =>
        refuse(error, { token_id: viewer.id }),
      )
      await runAsViewer(viewer.id, next)
      // Errors already have their response.
      if (withhold && c.res.status === 200) c.res = c.json(withhold(await c.res.json()))
    })
  })
}
