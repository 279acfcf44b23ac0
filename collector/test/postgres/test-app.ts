import { Hono } from 'hono'
import type { AppEnv } from '../../src/platform/http/app-env.ts'
import { errorHandler } from '../../src/platform/http/error-handler.ts'
import { createLogger } from '../../src/platform/logger.ts'

/** An application as the real one is built: it knows the client's address, and turns errors into answers. */
export function createTestApp(): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.onError(errorHandler(createLogger('silent')))
  return app.use(async (c, next) => {
    c.set('clientAddress', c.req.header('X-Test-Client') ?? '203.0.113.7')
    await next()
  })
}

/** A request with JSON, as scripts make it. */
export function jsonPost(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
}

/** A request as a browser makes it for a form without scripts. */
export function formPost(fields: Record<string, string>, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      ...headers,
    },
    body: new URLSearchParams(fields).toString(),
  }
}
