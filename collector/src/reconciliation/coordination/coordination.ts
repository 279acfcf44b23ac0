import type { Deadline } from '../../platform/deadline.ts'
import type { CollectorFigures } from './collector-figures.ts'

/** A collector on the same ClickHouse, as its last heartbeat describes it. */
export interface Collector {
  readonly id: string
  /**
   * `live`: its heartbeat is recent. `expired`: it is not, so the figures may be out of date. `stopped`: it shut down
   * in order, and its figures stand. `retired`: it will not come back, and its log is lost.
   */
  readonly state: 'live' | 'expired' | 'stopped' | 'retired'
  /** Time since its last heartbeat, milliseconds. */
  readonly age_ms: number
  readonly figures: CollectorFigures
  /** By shard: every event written to its log before this moment is loaded or set aside. Milliseconds since 1970. */
  readonly loaded_through: readonly number[]
  /** Age of its oldest event that was not loaded at its last heartbeat, by its own clock, milliseconds. */
  readonly oldest_pending_ms: number
}

/** What a collector reports in each heartbeat. */
export type Report = Pick<Collector, 'figures' | 'loaded_through' | 'oldest_pending_ms'>

/** Work that one collector at a time does; sessions are finished shard by shard. */
export type ExclusiveTask = 'maintenance' | 'links' | `finish-${number}`

/** The right to do exclusive work, for as long as it is renewed. */
export interface Lease {
  /** Grows with every holder: writes to PostgreSQL with an older number change nothing. */
  readonly fence: number
  /** @throws {LeaseLostError} if another collector may hold it by now. */
  readonly assertHeld: () => void
}

export class LeaseLostError extends Error {
  override name = 'LeaseLostError'
  readonly code = 'lease_lost'
}

/** A request to erase a session. */
export interface ErasureRequest {
  /** SHA-256 of the session's id, in hexadecimal. */
  readonly digest: string
  /** Null once it is complete: an id is kept no longer than it is needed. */
  readonly sessionId: string | null
  /** Whether this collector has acknowledged it. */
  readonly isAcknowledged: boolean
  /** A collector has found rows of the session, and may have removed them already. */
  readonly isFound: boolean
}

/** The erasure requests of all collectors. Every step can be repeated. */
export interface ErasureRequests {
  /** Submits requests to all collectors; completed ones are reopened. */
  submit(sessionIds: readonly string[]): Promise<void>
  /** Open requests, and completed ones that this collector has not acknowledged. */
  list(): Promise<ErasureRequest[]>
  /** Acknowledges that these sessions' events are refused here, and that all accepted ones are in the tables. */
  acknowledge(digests: readonly string[]): Promise<void>
  /** Ids of the sessions whose erasure every live collector has acknowledged. */
  acknowledgedByAll(): Promise<string[]>
  /** Marks sessions whose rows were found: their digests are kept for good. */
  markFound(digests: readonly string[]): Promise<void>
  /** Completes requests, and drops those of sessions that never had rows. */
  complete(digests: readonly string[], lease: Lease): Promise<void>
  /** Digests of all sessions whose erasure was completed since a moment. */
  completedSince(since: Date): Promise<string[]>
}

/**
 * Coordinates several collectors on one ClickHouse. A single collector has the same interface with nothing behind it.
 * Acknowledging and loading events never wait for it.
 */
export interface Coordination {
  /** Whether there may be other collectors. */
  readonly isShared: boolean
  /** False while PostgreSQL is unavailable: reconciliation, removal and erasure are postponed. */
  readonly isAvailable: boolean
  /** The other collectors, as they were last read. */
  readonly others: readonly Collector[]
  readonly erasures: ErasureRequests
  /** Starts sending heartbeats. @param onHeartbeat called after each that PostgreSQL has stored. */
  start(onHeartbeat: () => void): void
  /** Sends a heartbeat now, and reads those of the others. */
  heartbeat(): Promise<readonly Collector[]>
  /** Sends the last heartbeat of this process. */
  stop(): Promise<void>
  /**
   * Runs work that no other collector, and no other work of this one, may do at the same time.
   *
   * @throws {DeadlineExceededError} if its turn does not come in time.
   */
  exclusively<T>(task: ExclusiveTask, work: (lease: Lease) => Promise<T>, deadline?: Deadline): Promise<T>
  /** Does the same unless other work holds the lease: then resolves to undefined. */
  tryExclusively<T>(task: ExclusiveTask, work: (lease: Lease) => Promise<T>): Promise<T | undefined>
  /** Marks a collector as lost with its log. @param figures its last ones. */
  retire(id: string, figures: CollectorFigures): Promise<void>
  /** Whether another collector has done tonight's work for all collectors. */
  isNightlyRunDone(now: Date): Promise<boolean>
  recordNightlyRun(at: Date): Promise<void>
}

/**
 * The moment through which every live collector has loaded what it wrote to its log for a shard.
 *
 * @param own this collector's.
 */
export function loadedThrough({ others }: Pick<Coordination, 'others'>, shard: number, own: number): number {
  return (
    others
      .filter(({ state }) => state === 'live')
      // A collector that does not know the shard yet has nothing for it.
      .reduce((least, { loaded_through }) => Math.min(least, loaded_through[shard] ?? Infinity), own)
  )
}

/** A collector that keeps up has loaded an event within seconds, even with many shards. */
const KEEPS_UP_MS = 10_000

/**
 * Age of the oldest event of any live collector that is not loaded, milliseconds; as of the last heartbeats, so it can
 * be read for every query.
 *
 * A collector that kept up at its last heartbeat is taken to keep up until the next: with a heartbeat every few minutes,
 * all figures would else look late though nothing waits. One that did not is taken to have loaded nothing since. So
 * it is known one heartbeat late that a collector falls behind or has caught up. An expired one does not count: it may
 * never come back, and figures cannot wait for it.
 *
 * @param own this collector's.
 */
export function oldestPendingMs({ others }: Pick<Coordination, 'others'>, own: number): number {
  return others
    .filter(({ state }) => state === 'live')
    .map(({ age_ms, oldest_pending_ms: ms }) => (ms > KEEPS_UP_MS ? ms + age_ms : ms))
    .reduce((oldest, ms) => Math.max(oldest, ms), own)
}
