import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { ApiError } from '../api-error.ts'
import { isSameOrigin } from './origin.ts'

/** Largest body of an administrator's request, bytes. */
const MAX_ADMIN_BODY_BYTES = 16 * 1024

/** The site's origin, as configured. */
export interface SiteOrigin {
  readonly site: string
  readonly loopbackAliases: boolean
}

/** Keeps personal or short-lived responses out of every cache. */
export const noStore = createMiddleware(async (c, next) => {
  await next()
  c.header('Cache-Control', 'no-store')
})

/** Refuses larger bodies with 413 `body_too_large`, whatever length they announced. */
export function limitBody(maxBytes: number): MiddlewareHandler {
  return bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new ApiError(413, 'body_too_large', `A body may have ${maxBytes} bytes at most.`)
    },
  })
}

/** Nothing is decompressed: a small body could become a large one. Undefined for a body that is sent as it is. */
export function compressionOf(contentEncoding: string | undefined): string | undefined {
  const name = contentEncoding?.trim().toLowerCase() ?? ''
  return name === '' || name === 'identity' ? undefined : name
}

/** Refuses compressed bodies with 415 `unsupported_encoding`. */
const refuseCompressed: MiddlewareHandler = async (c, next) => {
  const encoding = compressionOf(c.req.header('Content-Encoding'))
  if (encoding !== undefined)
    throw new ApiError(415, 'unsupported_encoding', `Send the body as it is, without ${encoding}.`)
  await next()
}

/** Guards of every route for administrators. @param maxBytes largest body. */
export function adminGuards(maxBytes = MAX_ADMIN_BODY_BYTES): MiddlewareHandler[] {
  return [noStore, refuseCompressed, limitBody(maxBytes)]
}

/** Refuses requests that name another origin than the site's and `others`. Requests without an `Origin` pass. */
export function fromSite({ site, loopbackAliases }: SiteOrigin, ...others: string[]): MiddlewareHandler {
  const allowed = [site, ...others]
  return async (c, next) => {
    const origin = c.req.header('Origin')
    if (origin !== undefined && !allowed.some((own) => isSameOrigin(origin, own, loopbackAliases)))
      throw new ApiError(403, 'origin_not_allowed', 'Only pages of the magazine may send this.')
    await next()
  }
}

/**
 * Cancels the body of a response to `HEAD`. Hono leaves the stream unread, which would keep its file or listener open.
 */
export const dropBodyOfHead = createMiddleware(async (c, next) => {
  await next()
  if (c.req.method === 'HEAD') await c.res.body?.cancel()
})
