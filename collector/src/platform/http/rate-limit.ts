import type { MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import { ApiError } from '../api-error.ts'
import { clientNetwork } from './client-address.ts'
import type { AppEnv } from './app-env.ts'

interface Bucket {
  tokens: number
  /** Milliseconds of the monotonic clock. */
  filledAt: number
}

/** Clients remembered at once; the one unseen for longest is forgotten first. */
const MAX_CLIENTS = 100_000

/** Refuses the clients that send more than `perMinute` requests a minute, as `rateLimiter` does. */
export function rateLimit(perMinute: number, now?: () => number): MiddlewareHandler<AppEnv> {
  const admit = rateLimiter(perMinute, now)
  return async (c, next) => {
    admit(c.get('clientAddress'))
    await next()
  }
}

/**
 * Admits at most `perMinute` requests a minute and client, in bursts of as many: a bucket that fills evenly.
 * Addresses are held in memory only. What it returns throws an {ApiError} 429 for a client whose bucket is empty.
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
  }
}
