import type { Context, MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import { ApiError } from '../api-error.ts'
import { clientNetwork } from './client-address.ts'
import { DAY_MS, MINUTE_MS } from '../durations.ts'

interface Bucket {
  tokens: number
  /** Milliseconds of the monotonic clock. */
  filledAt: number
}

interface Rate {
  /** The bucket's size: what may be spent at once. */
  readonly burst: number
  /** How long an empty bucket takes to fill, milliseconds. */
  readonly fillMs: number
}

/** Keys remembered at once; the one unseen for longest is forgotten first. */
const MAX_KEYS = 100_000

/** Buckets that fill evenly, one for each key. In memory only. */
class Buckets {
  readonly #buckets = new LRUCache<string, Bucket>({ max: MAX_KEYS })
  readonly #rate: Rate
  readonly #now: () => number
  readonly #refusal: string

  /** @param refusal what a refused client reads. */
  constructor(rate: Rate, now: () => number, refusal: string) {
    this.#rate = rate
    this.#now = now
    this.#refusal = refusal
  }

  /** @throws {ApiError} 429 where the bucket has less, and then takes nothing. */
  charge(key: string, cost: number): void {
    const { burst, fillMs } = this.#rate
    const at = this.#now()
    const bucket = this.#buckets.get(key) ?? { tokens: burst, filledAt: at }
    bucket.tokens = Math.min(burst, bucket.tokens + ((at - bucket.filledAt) * burst) / fillMs)
    bucket.filledAt = at
    this.#buckets.set(key, bucket)
    // More than a bucket holds is admitted from a full one.
    const needed = Math.min(cost, burst)
    if (bucket.tokens < needed) {
      throw new ApiError(429, 'rate_limited', this.#refusal, {
        retryAfter: Math.ceil(((needed - bucket.tokens) * fillMs) / burst / 1_000),
      })
    }
    bucket.tokens -= needed
  }
}

const FROM_NETWORK = 'Too many requests from this network. Send the same again later.'
const FROM_SESSION = 'Too many events in this session. Send the same again later.'

/**
 * Admits at most `perMinute` requests a minute and network, in bursts of as many. What it returns throws an
 * {ApiError} 429 for a network whose bucket is empty.
 */
export function rateLimiter(
  perMinute: number,
  now: () => number = performance.now.bind(performance),
): (clientAddress: string) => void {
  const buckets = new Buckets({ burst: perMinute, fillMs: MINUTE_MS }, now, FROM_NETWORK)
  return (clientAddress) => buckets.charge(clientNetwork(clientAddress), 1)
}

/** What one session may spend in a minute. A reader's tab needs some dozens. */
const SESSION_PER_MINUTE = 1_000
/** Events that one network may send in a day: a fraction of the ids that are remembered for seven days. */
const NETWORK_EVENTS_PER_DAY = 1_000_000
const KIB = 1_024

export interface Load {
  readonly events: number
  readonly bytes: number
  readonly sessionId: string
  /** Look-ups in a database that it needs. */
  readonly lookups?: number
}

/** As much as sixty events: it holds a thread of the database for milliseconds. */
export const LOOKUP_COST = 60

/**
 * The limit on all that strangers may send, whatever the route. A request costs 1, each event 1, each KiB 1, each
 * look-up in a database 60. A session pays before its network does, so that one runaway tab does not use up what the
 * readers behind one address share. A network may be a mobile carrier: its allowance is that of many sessions.
 */
export class RequestLimits {
  readonly #networks: Buckets
  readonly #networkDays: Buckets
  readonly #sessions: Buckets

  /** @param perMinute what a network may spend in a minute. */
  constructor(perMinute: number, now: () => number = performance.now.bind(performance)) {
    this.#networks = new Buckets({ burst: perMinute, fillMs: MINUTE_MS }, now, FROM_NETWORK)
    this.#networkDays = new Buckets({ burst: NETWORK_EVENTS_PER_DAY, fillMs: DAY_MS }, now, FROM_NETWORK)
    this.#sessions = new Buckets({ burst: SESSION_PER_MINUTE, fillMs: MINUTE_MS }, now, FROM_SESSION)
  }

  /** Before anything is read of a request. @throws {ApiError} 429 */
  request(clientAddress: string, cost = 1): void {
    this.#networks.charge(clientNetwork(clientAddress), cost)
  }

  /** Once its body is read, and before anything of it is kept. @throws {ApiError} 429 */
  load(clientAddress: string, { events, bytes, sessionId, lookups = 0 }: Load): void {
    const cost = events + Math.floor(bytes / KIB) + lookups * LOOKUP_COST
    const network = clientNetwork(clientAddress)
    this.#sessions.charge(sessionId, cost)
    this.#networks.charge(network, cost)
    this.#networkDays.charge(network, events)
  }

  /** For routes whose requests all cost the same. */
  costing(cost: number, clientAddress: (c: Context) => string): MiddlewareHandler {
    return async (c, next) => {
      this.request(clientAddress(c), cost)
      await next()
    }
  }
}
