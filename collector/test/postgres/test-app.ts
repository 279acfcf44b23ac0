import { type Context, Hono } from 'hono'
import { failuresAsPages } from '../../src/audience/form-request.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { errorHandler } from '../../src/platform/http/error-handler.ts'

/** An application that turns errors into responses, as the real one does. */
export function createTestApp(failurePage?: string): Hono {
  return new Hono().onError(errorHandler(createLogger('silent'))).use(failuresAsPages(failurePage))
}

/** The address of a client: that of the header `X-Test-Client`, if there is one. */
export function testClient(c: Context): string {
  return c.req.header('X-Test-Client') ?? '203.0.113.7'
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
