import type { Context, MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import { ApiError } from '../api-error.ts'
import { clientNetwork, networkBlock } from './client-address.ts'
import { DAY_MS, MINUTE_MS } from '../durations.ts'

interface Rate {
  /** The bucket's size: what may be spent at once. */
  readonly burst: number
  /** How long an empty bucket takes to fill, milliseconds. */
  readonly fillMs: number
}

/** Fills evenly. In memory only. */
class Bucket {
  readonly #rate: Rate
  #tokens: number
  /** Milliseconds of the monotonic clock. */
  #filledAt: number

  constructor(rate: Rate, at: number) {
    this.#rate = rate
    this.#tokens = rate.burst
    this.#filledAt = at
  }

  /** Takes `cost`, or nothing. @returns milliseconds until the bucket will have as much; 0 if it was taken. */
  take(cost: number, at: number): number {
    const { burst, fillMs } = this.#rate
    this.#tokens = Math.min(burst, this.#tokens + ((at - this.#filledAt) * burst) / fillMs)
    this.#filledAt = at
    // More than a bucket holds is admitted from a full one.
    const needed = Math.min(cost, burst)
    if (this.#tokens < needed) return ((needed - this.#tokens) * fillMs) / burst
    this.#tokens -= needed
    return 0
  }
}

/** Keys remembered at once; the one unseen for longest is forgotten first. */
const MAX_KEYS = 100_000

/** What a key is given when it is first seen. */
class Remembered<T extends object> {
  readonly #known = new LRUCache<string, T>({ max: MAX_KEYS })
  readonly #begin: (key: string) => T

  constructor(begin: (key: string) => T) {
    this.#begin = begin
  }

  of(key: string): T {
    let known = this.#known.get(key)
    if (!known) this.#known.set(key, (known = this.#begin(key)))
    return known
  }
}

const FROM_NETWORK = 'Too many requests from this network. Send the same again later.'
const FROM_SESSION = 'Too many events in this session. Send the same again later.'

/** @param refusal what a refused client reads. @throws {ApiError} 429 where the bucket has less. */
function charge(bucket: Bucket, cost: number, at: number, refusal = FROM_NETWORK): void {
  const waitMs = bucket.take(cost, at)
  if (waitMs > 0) throw new ApiError(429, 'rate_limited', refusal, { retryAfter: Math.ceil(waitMs / 1_000) })
}

/**
 * Admits at most `perMinute` requests a minute and network, in bursts of as many. What it returns throws an
 * {ApiError} 429 for a network whose bucket is empty.
 */
export function rateLimiter(
  perMinute: number,
  now: () => number = performance.now.bind(performance),
): (clientAddress: string) => void {
  const rate = { burst: perMinute, fillMs: MINUTE_MS }
  const buckets = new Remembered(() => new Bucket(rate, now()))
  return (clientAddress) => charge(buckets.of(clientNetwork(clientAddress)), 1, now())
}

/** What one session may spend in a minute. A reader's tab needs some dozens. */
const SESSION_RATE: Rate = { burst: 1_000, fillMs: MINUTE_MS }
/** Events that one network may send in a day. */
const EVENTS_PER_DAY = 1_000_000
/** Events of a day that are a fair share of the ids which are remembered for seven days. */
const FAIR_SHARE: Rate = { burst: 50_000, fillMs: DAY_MS }
/** How many networks' allowance a /48 has: its owner has 65,536 of them. */
const NETWORKS_PER_BLOCK = 4
const KIB = 1_024

/** As much as sixty events: it holds a thread of the database for milliseconds. */
export const LOOKUP_COST = 60

/** The budgets that a client shares with its network, and with the /48 block around it if it has an IPv6 address. */
interface Network {
  readonly minute: Bucket
  readonly day: Bucket
  readonly fairShare: Bucket
  readonly block: Network | undefined
}

export interface Load {
  readonly events: number
  readonly sessionId?: string | undefined
  /** Look-ups in a database that they need. */
  readonly lookups?: number
  /** What is stored beside what was sent: the user agent is repeated in each row. */
  readonly extraBytes?: number
}

/**
 * The limit on all that strangers may send, whatever the route, accepted or refused. A request costs 1, each event 1,
 * each KiB 1, each look-up in a database 60. A session pays before its network does, so that one runaway tab does not
 * use up what the readers behind one address share. A network may be a mobile carrier: its allowance is that of many
 * sessions.
 */
export class RequestLimits {
  readonly #now: () => number
  readonly #networks: Remembered<Network>
  readonly #blocks: Remembered<Network>
  readonly #sessions: Remembered<Bucket>

  /** @param perMinute what a network may spend in a minute. */
  constructor(perMinute: number, now: () => number = performance.now.bind(performance)) {
    this.#now = now
    const allowance = (times: number) => {
      const minute = { burst: times * perMinute, fillMs: MINUTE_MS }
      const day = { burst: times * EVENTS_PER_DAY, fillMs: DAY_MS }
      return (block?: Network): Network => ({
        minute: new Bucket(minute, now()),
        day: new Bucket(day, now()),
        fairShare: new Bucket(FAIR_SHARE, now()),
        block,
      })
    }
    const ofBlock = allowance(NETWORKS_PER_BLOCK)
    const ofNetwork = allowance(1)
    this.#blocks = new Remembered(() => ofBlock())
    this.#networks = new Remembered((network) => {
      const block = networkBlock(network)
      return ofNetwork(block === undefined ? undefined : this.#blocks.of(block))
    })
    this.#sessions = new Remembered(() => new Bucket(SESSION_RATE, now()))
  }

  /** The budgets of a client, found once for all charges of a request. */
  client(address: string): ClientLimits {
    return new ClientLimits(this.#networks.of(clientNetwork(address)), this.#sessions, this.#now)
  }

  /** For routes whose requests all cost the same, apart from their bodies. */
  costing(cost: number, clientAddress: (c: Context) => string): MiddlewareHandler {
    return async (c, next) => {
      this.client(clientAddress(c)).request(cost + kibOf(announcedBytes(c)))
      await next()
    }
  }
}

/** What one client may still send. Each method throws an {ApiError} 429 where it is too much. */
export class ClientLimits {
  readonly #network: Network
  readonly #sessions: Remembered<Bucket>
  readonly #now: () => number

  constructor(network: Network, sessions: Remembered<Bucket>, now: () => number) {
    this.#network = network
    this.#sessions = sessions
    this.#now = now
  }

  /** Before anything is read of a request. */
  request(cost = 1): void {
    this.#spend(cost)
  }

  /** Once its body is read, and before it is parsed. */
  body(bytes: number, sessionId?: string): void {
    this.#spend(kibOf(bytes), sessionId)
  }

  /** Once it is parsed, and before anything of it is kept or counted. */
  events({ events, sessionId, lookups = 0, extraBytes = 0 }: Load): void {
    this.#spend(events + lookups * LOOKUP_COST + kibOf(extraBytes), sessionId)
    const at = this.#now()
    const { day, block } = this.#network
    charge(day, events, at)
    if (block) charge(block.day, events, at)
  }

  /** Takes these events from the day's fair share. @returns whether it is used up. */
  exceedsFairShare(events: number): boolean {
    const { fairShare, block } = this.#network
    return (block?.fairShare ?? fairShare).take(events, this.#now()) > 0
  }

  #spend(cost: number, sessionId?: string): void {
    const at = this.#now()
    if (sessionId !== undefined) charge(this.#sessions.of(sessionId), cost, at, FROM_SESSION)
    const { minute, block } = this.#network
    charge(minute, cost, at)
    if (block) charge(block.minute, cost, at)
  }
}

function kibOf(bytes: number): number {
  return Math.floor(bytes / KIB)
}

/** Of a body without a length, as much as any route takes from strangers. */
const UNANNOUNCED_BYTES = 64 * KIB

function announcedBytes(c: Context): number {
  if (c.req.header('transfer-encoding') !== undefined) return UNANNOUNCED_BYTES
  return Number(c.req.header('content-length') ?? 0) || 0
}
