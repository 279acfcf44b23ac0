import { type Context, Hono } from 'hono'
import { every } from 'hono/combine'
import { concurrencyLimiter } from './platform/http/concurrency-limit.ts'
import type { Charging } from './platform/http/rate-limit.ts'

/** A few statements, on one of the few connections for public requests: as much as twenty events. */
const STATEMENTS_COST = 20
/** 50 ms on one of the two threads that hash passwords. */
const HASH_COST = 300

/** Public routes that need PostgreSQL. */
const DATABASE_PATHS = [
  '/api/contact',
  '/api/consent',
  '/api/newsletter/*',
  '/newsletter/archive/*',
  '/newsletter/archive.xml',
  '/letters',
  '/api/auth/recover',
  '/api/auth/verify',
  '/api/auth/logout',
  '/api/auth/email-change',
  '/api/auth/oidc/*',
]
/** Routes that compare or hash a password. */
const PASSWORD_PATHS = ['/api/auth/signup', '/api/auth/ensure-admin-user', '/api/share/open']

/**
 * Limits one network's use of PostgreSQL and of the threads that hash passwords, before a body is read or a
 * connection taken: each request costs as much as it makes others wait, and few run at a time.
 */
export function limitPublicRequests(costing: Charging, clientAddress: (c: Context) => string): Hono {
  const limit = (cost: number, running: number) =>
    every(costing(cost), concurrencyLimiter({ running, waiting: 24 }, clientAddress))
  const limitDatabase = limit(STATEMENTS_COST, 8)
  const limitHashing = limit(HASH_COST, 2)
  const app = new Hono()
  for (const path of DATABASE_PATHS) app.use(path, limitDatabase)
  // Links in emails work without scripts. A GET of such a page only reads a file.
  app.post('/newsletter/*', limitDatabase)
  for (const path of PASSWORD_PATHS) app.use(path, limitHashing)
  return app.use('/api/auth/token', (c, next) =>
    (c.req.query('grant_type') === 'password' ? limitHashing : limitDatabase)(c, next),
  )
}
