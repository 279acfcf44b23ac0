import type { Context, MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import { atMost } from '../at-most.ts'
import { DAY_MS, MINUTE_MS } from '@half-measure/shared/durations.ts'
import { ApiError } from '../api-error.ts'
import { type LimitedNetwork, limitedNetworks } from './client-address.ts'

interface Rate {
  /** The bucket's size: the most that can be spent at once. */
  readonly burst: number
  /** How long an empty bucket takes to fill, milliseconds. */
  readonly fillMs: number
}

/** A token bucket, in memory only. */
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
    // A full bucket admits any cost.
    const needed = Math.min(cost, burst)
    if (this.#tokens < needed) return ((needed - this.#tokens) * fillMs) / burst
    this.#tokens -= needed
    return 0
  }
}

/** The least recently seen key is forgotten first. */
const MAX_KEYS = 100_000

/** The value of a key. @param times see `LimitedNetwork`. */
type Remembered<T> = (key: string, times?: number) => T

/** Values by key, created when a key is first seen. */
function remembered<T extends object>(begin: (times: number) => T): Remembered<T> {
  const values = new LRUCache<string, T>(atMost(MAX_KEYS))
  return (key, times = 1) => {
    let value = values.get(key)
    if (!value) values.set(key, (value = begin(times)))
    return value
  }
}

const FROM_NETWORK = 'Too many requests from this network. Send the same again later.'
const FROM_SESSION = 'Too many events in this session. Send the same again later.'

/** @param refusal the message. @throws {ApiError} 429 if the bucket has less. */
function charge(bucket: Bucket, cost: number, at: number, refusal = FROM_NETWORK): void {
  const waitMs = bucket.take(cost, at)
  if (waitMs > 0) throw new ApiError(429, 'rate_limited', refusal, { retryAfter: Math.ceil(waitMs / 1_000) })
}

/**
 * Admits `requests` per network and minute, even in one burst, and four times as many per /48.
 *
 * @returns a function that throws an {ApiError} 429 once a bucket is empty.
 */
export function rateLimiter(
  requests: number,
  now: () => number = performance.now.bind(performance),
  fillMs = MINUTE_MS,
): (clientAddress: string) => void {
  const bucketOf = remembered((times) => new Bucket({ burst: times * requests, fillMs }, now()))
  return (clientAddress) => {
    for (const { key, times } of limitedNetworks(clientAddress)) charge(bucketOf(key, times), 1, now())
  }
}

/** Per session and minute. A reader's tab needs a few dozen. */
const SESSION_RATE: Rate = { burst: 1_000, fillMs: MINUTE_MS }
/** Events per session and day; those of the eight days that a rebuild may read stay below `MAX_EVENTS`, what a session is built of. */
const SESSION_DAY: Rate = { burst: 2_500, fillMs: DAY_MS }
/** Bytes of events per network: those sent, and the user agent in each row. */
const BYTES_PER_DAY = 256_000_000
/** What a row repeats of its beacon, and so what an event counts at least. */
const MIN_EVENT_BYTES = 256
/** Events a day that are a fair share, for an IPv4 address or a /48, of the ids remembered for seven days. */
const FAIR_SHARE: Rate = { burst: 50_000, fillMs: DAY_MS }
const KIB = 1_024

/** A look-up costs as much as sixty events, because it takes the database milliseconds. */
export const LOOKUP_COST = 60

/** Budgets that a client shares with its network, or with the /48 block around it. */
interface Budgets {
  readonly minute: Bucket
  readonly day: Bucket
  readonly fairShare: Bucket
}

type SessionBudgets = Pick<Budgets, 'minute' | 'day'>

/** The network's budgets first, in the order of `limitedNetworks`. */
type ClientBudgets = readonly [Budgets, ...Budgets[]]

export interface Load {
  readonly events: number
  readonly sessionId?: string | undefined
  /** Database look-ups and session rebuilds that the events need. */
  readonly lookups?: number
  /** Of the body. */
  readonly bytes?: number
  /** Stored in addition: the user agent, which is repeated in each row. */
  readonly extraBytes?: number
}

/**
 * The limit on all that strangers may send, whatever the route, accepted or refused. A request costs 1, each event 1,
 * each KiB 1, each look-up in a database and each session to rebuild 60. A session pays before its network does, so
 * that one runaway tab does not use up what the readers behind one address share. A network may be a mobile carrier:
 * its allowance is that of many sessions.
 */
export class RequestLimits {
  readonly #now: () => number
  readonly #budgets: Remembered<Budgets>
  readonly #sessions: Remembered<SessionBudgets>

  /** @param perMinute what a network may spend in a minute. */
  constructor(
    perMinute: number,
    now: () => number = performance.now.bind(performance),
    bytesPerDay = BYTES_PER_DAY,
  ) {
    this.#now = now
    this.#budgets = remembered((times) => ({
      minute: new Bucket({ burst: times * perMinute, fillMs: MINUTE_MS }, now()),
      day: new Bucket({ burst: times * bytesPerDay, fillMs: DAY_MS }, now()),
      fairShare: new Bucket(FAIR_SHARE, now()),
    }))
    this.#sessions = remembered(() => ({
      minute: new Bucket(SESSION_RATE, now()),
      day: new Bucket(SESSION_DAY, now()),
    }))
  }

  /** The budgets of a client, looked up once per request. */
  client(address: string): ClientLimits {
    const budgetsOf = ({ key, times }: LimitedNetwork) => this.#budgets(key, times)
    const [network, ...around] = limitedNetworks(address)
    return new ClientLimits([budgetsOf(network), ...around.map(budgetsOf)], this.#sessions, this.#now)
  }
}

export type Charging = ReturnType<typeof charging>

/** Charges each request of a route its cost and its body, unless nothing is limited. */
export function charging(limits: RequestLimits | undefined, clientAddress: (c: Context) => string) {
  return (cost: number): MiddlewareHandler =>
    async (c, next) => {
      limits?.client(clientAddress(c)).request(cost + kibOf(announcedBytes(c)))
      await next()
    }
}

/** Charges one client. Each method throws an {ApiError} 429 beyond its budget. */
export class ClientLimits {
  readonly #budgets: ClientBudgets
  readonly #sessions: Remembered<SessionBudgets>
  readonly #now: () => number

  constructor(budgets: ClientBudgets, sessions: Remembered<SessionBudgets>, now: () => number) {
    this.#budgets = budgets
    this.#sessions = sessions
    this.#now = now
  }

  /** Before the request is read. */
  request(cost = 1): void {
    this.#spend(cost)
  }

  /** Once the body is read, before it is parsed. */
  body(bytes: number, sessionId?: string): void {
    this.#spend(kibOf(bytes), sessionId)
  }

  /** Once it is parsed, before anything is stored or counted. */
  events({ events, sessionId, lookups = 0, bytes = 0, extraBytes = 0 }: Load): void {
    this.#spend(events + lookups * LOOKUP_COST + kibOf(extraBytes), sessionId)
    const at = this.#now()
    if (sessionId !== undefined) charge(this.#sessions(sessionId).day, events, at, FROM_SESSION)
    const stored = Math.max(events * MIN_EVENT_BYTES, bytes + extraBytes)
    for (const { day } of this.#budgets) charge(day, stored, at)
  }

  /** Takes these events from the day's fair share. @returns whether it is used up. */
  exceedsFairShare(events: number): boolean {
    const [network, block] = this.#budgets
    return (block ?? network).fairShare.take(events, this.#now()) > 0
  }

  #spend(cost: number, sessionId?: string): void {
    const at = this.#now()
    if (sessionId !== undefined) charge(this.#sessions(sessionId).minute, cost, at, FROM_SESSION)
    for (const { minute } of this.#budgets) charge(minute, cost, at)
  }
}

function kibOf(bytes: number): number {
  return Math.floor(bytes / KIB)
}

/** Charged for a body of unknown length: the most that any public route accepts. */
const UNANNOUNCED_BYTES = 64 * KIB

function announcedBytes(c: Context): number {
  if (c.req.header('transfer-encoding') !== undefined) return UNANNOUNCED_BYTES
  return Number(c.req.header('content-length') ?? 0) || 0
}
