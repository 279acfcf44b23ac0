import type { Context, MiddlewareHandler } from 'hono'
import { ApiError } from '../api-error.ts'
import { KeyedSlots } from '../keyed-slots.ts'
import { clientNetwork } from './client-address.ts'

/**
 * So many requests of each network at a time, and so many that wait; others are refused before anything is read of
 * them. One network never has more of the work in front of others than that.
 */
export function networkSlots(
  bounds: { readonly running: number; readonly waiting: number },
  clientAddress: (c: Context) => string,
): MiddlewareHandler {
  const slots = new KeyedSlots(
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
  return (c, next) => slots.run(clientNetwork(clientAddress(c)), c.req.raw.signal, next)
}
