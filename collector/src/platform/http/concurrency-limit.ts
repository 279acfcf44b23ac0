import type { Context, MiddlewareHandler } from 'hono'
import { ApiError } from '../api-error.ts'
import { KeyedSemaphore } from '../keyed-semaphore.ts'
import { clientNetwork } from './client-address.ts'

/**
 * Bounds how many requests of each network run and wait at a time. Others are refused before they are read, so one
 * network cannot hold up the rest.
 */
export function concurrencyLimiter(
  bounds: { readonly running: number; readonly waiting: number },
  clientAddress: (c: Context) => string,
): MiddlewareHandler {
  const semaphore = new KeyedSemaphore(
    bounds,
    () =>
      new ApiError(
        429,
        'rate_limited',
        'Too many requests from this network at once. Send the same again later.',
        {
          retryAfter: 1,
        },
      ),
  )
  return (c, next) => semaphore.run(clientNetwork(clientAddress(c)), c.req.raw.signal, next)
}
