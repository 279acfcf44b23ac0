import { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** By name in small letters; one that came more than once is joined, or the first, as the server has it. */
export type RequestHeaders = Readonly<Record<string, string | undefined>>

/** The headers as the server has parsed them: asking Hono for one looks through all of them each time. */
export function requestHeaders(c: Context): RequestHeaders {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
  // Only `Set-Cookie` is ever a list, and nobody asks a request for it.
  if (incoming instanceof IncomingMessage) return incoming.headers as RequestHeaders
  return Object.fromEntries(c.req.raw.headers)
}
