import type { MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import { ApiError } from '../errors.ts'
import { clientNetwork } from './client-network.ts'
import type { AppEnv } from './app-env.ts'

interface Bucket {
  tokens: number
  /** Milliseconds of the monotonic clock. */
  filledAt: number
}

/** Clients remembered at once; the one unseen for longest is forgotten first. */
const MAX_CLIENTS = 100_000

/**
 * At most `perMinute` requests a minute and client, in bursts of as many: a bucket that fills evenly. Addresses are
 * held in memory only.
 */
export function rateLimit(
  perMinute: number,
  now: () => number = performance.now.bind(performance),
): MiddlewareHandler<AppEnv> {
  const buckets = new LRUCache<string, Bucket>({ max: MAX_CLIENTS })
  const perMs = perMinute / 60_000

  return async (c, next) => {
    const client = clientNetwork(c.get('clientAddress'))
    const at = now()
    const bucket = buckets.get(client) ?? { tokens: perMinute, filledAt: at }
    bucket.tokens = Math.min(perMinute, bucket.tokens + (at - bucket.filledAt) * perMs)
    bucket.filledAt = at
    buckets.set(client, bucket)
    if (bucket.tokens < 1) {
      throw new ApiError(
        429,
        'rate_limited',
        'Too many requests from this network. Send the same again later.',
        {
          retryAfter: Math.ceil((1 - bucket.tokens) / perMs / 1000),
        },
      )
    }
    bucket.tokens--
    await next()
  }
}
