import type { Deadline } from '../../platform/deadline.ts'
import type { CollectorFigures } from './collector-figures.ts'

/** A collector on the same ClickHouse, as its last heartbeat describes it. */
export interface Collector {
  readonly id: string
  /**
   * `live`: its heartbeat is recent. `expired`: it is not, so the figures may be out of date. `stopped`: it shut down in
   * order, and its figures stand. `retired`: it will not come back, and its log is lost.
   */
  readonly state: 'live' | 'expired' | 'stopped' | 'retired'
  /** Since its last heartbeat, milliseconds. */
  readonly age_ms: number
  readonly figures: CollectorFigures
  /** By shard: every event that it wrote to its log before this moment is loaded or set aside. Milliseconds since 1970. */
  readonly loaded_through: readonly number[]
}

/** What a collector reports in each heartbeat. */
export type Report = Pick<Collector, 'figures' | 'loaded_through'>

/** Work that one collector at a time does; sessions are finished shard by shard. */
export type ExclusiveTask = 'maintenance' | 'links' | `finalise-${number}`

/** The right to do it, for as long as it is renewed. */
export interface Lease {
  /** Grows with every holder: writes to PostgreSQL that carry an older number change nothing. */
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
  /** By this collector. */
  readonly isAcknowledged: boolean
  /** A collector has found rows of it, and may have removed them already. */
  readonly isFound: boolean
}

/** The erasure requests of all collectors. Every step can be repeated. */
export interface ErasureRequests {
  /** Makes requests known to all; one that was complete is open again. */
  submit(sessionIds: readonly string[]): Promise<void>
  /** All that are open, and complete ones that this collector has not acknowledged. */
  list(): Promise<ErasureRequest[]>
  /** Nothing of these sessions is accepted here any more, and all that was is in the tables. */
  acknowledge(digests: readonly string[]): Promise<void>
  /** Ids of the sessions whose erasure every live collector has acknowledged. */
  acknowledgedByAll(): Promise<string[]>
  /** Something of these sessions was found: their digests are kept for good. */
  markFound(digests: readonly string[]): Promise<void>
  /** Completes requests. Those of sessions that never had rows are dropped. */
  complete(digests: readonly string[], lease: Lease): Promise<void>
  /** Digests of all sessions whose erasure was completed since a moment. */
  completedSince(since: Date): Promise<string[]>
}

/**
 * What several collectors on one ClickHouse agree on. One collector alone has the same interface with nothing behind
 * it. Nothing that acknowledges or loads events waits for any of it.
 */
export interface Coordination {
  /** Whether there may be other collectors. */
  readonly isShared: boolean
  /** False while PostgreSQL is unavailable: reconciliation, removal and erasure are postponed. */
  readonly isAvailable: boolean
  /** The other collectors, as they were last read. */
  readonly others: readonly Collector[]
  readonly erasures: ErasureRequests
  /** Begins to send heartbeats. @param onHeartbeat called after each that PostgreSQL has stored. */
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
  /** The same, unless other work holds the lease: then it does nothing and resolves to undefined. */
  tryExclusively<T>(task: ExclusiveTask, work: (lease: Lease) => Promise<T>): Promise<T | undefined>
  /** Marks a collector as lost with its log. @param figures its last ones. */
  retire(id: string, figures: CollectorFigures): Promise<void>
  /** Whether another collector has done tonight's work for all of them. */
  isNightlyRunDone(now: Date): Promise<boolean>
  recordNightlyRun(at: Date): Promise<void>
}

/**
 * The moment through which every live collector has loaded what it wrote to its log for a shard.
 *
 * @param own of this collector.
 */
export function loadedThrough({ others }: Pick<Coordination, 'others'>, shard: number, own: number): number {
  return (
    others
      .filter(({ state }) => state === 'live')
      // One that does not know the shard yet has nothing for it.
      .reduce((least, { loaded_through }) => Math.min(least, loaded_through[shard] ?? Infinity), own)
  )
}
