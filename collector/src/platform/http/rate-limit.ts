import type { Context, MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import { ApiError } from '../api-error.ts'
import { clientNetwork } from './client-address.ts'

interface Bucket {
  tokens: number
  /** Milliseconds of the monotonic clock. */
  filledAt: number
}

/** Clients remembered at once; the least recent one is evicted first. */
const MAX_CLIENTS = 100_000

/** Refuses clients that send more than `perMinute` requests a minute; see `rateLimiter`. */
export function rateLimit(
  perMinute: number,
  clientAddress: (c: Context) => string,
  now?: () => number,
): MiddlewareHandler {
  const admit = rateLimiter(perMinute, now)
  return async (c, next) => {
    admit(clientAddress(c))
    await next()
  }
}

/**
 * A token bucket for each client: at most `perMinute` requests a minute, in bursts of as many. Addresses stay in
 * memory. The function returned throws an {ApiError} 429 `rate_limited` for a client whose bucket is empty.
 */
export function rateLimiter(
  perMinute: number,
  now: () => number = performance.now.bind(performance),
): (clientAddress: string) => void {
  const buckets = new LRUCache<string, Bucket>({ max: MAX_CLIENTS })
  const perMs = perMinute / 60_000

  return (clientAddress) => {
    const client = clientNetwork(clientAddress)
    const at = now()
    const bucket = buckets.get(client) ?? { tokens: perMinute, filledAt: at }
    bucket.tokens = Math.min(perMinute, bucket.tokens + (at - bucket.filledAt) * perMs)
    bucket.filledAt = at
    buckets.set(client, bucket)
    if (bucket.tokens < 1) {
      throw new ApiError(429, 'rate_limited', 'Too many requests from this network. Try again later.', {
        retryAfter: Math.ceil((1 - bucket.tokens) / perMs / 1000),
      })
    }
    bucket.tokens--
  }
}
