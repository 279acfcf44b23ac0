import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

/**
 * Lets `tooLarge` answer where a body has more than `maxBytes`. A length that is announced is believed: the server
 * reads no more than that. Only a body without one is counted as it comes, which costs several times what the rest
 * of a beacon's way does.
 */
export function limitBody(
  maxBytes: number,
  tooLarge: (c: Context) => Response | Promise<Response>,
): MiddlewareHandler {
  const counted = bodyLimit({ maxSize: maxBytes, onError: tooLarge })
  return (c, next) => {
    const length = c.req.header('content-length')
    if (length === undefined || c.req.header('transfer-encoding') !== undefined) return counted(c, next)
    return Number(length) <= maxBytes ? next() : Promise.resolve(tooLarge(c))
  }
}
