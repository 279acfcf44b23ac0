import type { ClickHouseClient } from '@clickhouse/client'
import {
  openSessions,
  readFingerprint,
  readUnfinished,
  type SessionView,
} from '../warehouse/sessions/open-sessions.ts'
import { LOOK_BACK_MS } from '../warehouse/sessions/session-rows.ts'
import { CachedValue } from './cached-value.ts'

/** The contents of the session tables a moment ago. */
export interface SessionReading {
  readonly view: SessionView
  /** The view contains everything acknowledged before this time. Milliseconds since 1970. */
  readonly asOf: number
}

/** @param to end of the range that is read, ISO 8601: sessions that began later may be missing. */
export type ReadSessions = (to: string, signal?: AbortSignal) => Promise<SessionReading>

/** All panels of a page read the same sessions. */
const FRESH_MS = 1_000

/** How long a view is reused while nothing is written: half of the session builder's `viewTtlMs`. */
const SAME_VIEW_MS = 60_000

/** Builds unfinished sessions once for all who read at about the same time, and only if the range needs them. */
export class SessionReader {
  readonly #shards: readonly ClickHouseClient[]
  readonly #asOf: () => number
  readonly #freshMs: number
  #unfinished: CachedValue<{ finishedBefore: number; asOf: number }>
  #open: CachedValue<SessionReading>
  /** The latest view, and the fingerprint of the tables before it was built. */
  #latest: { readonly view: SessionView; readonly fingerprint: string; readonly madeAt: number } | undefined

  /**
   * @param shards clients that may insert: the sessions built are stored for the queries.
   * @param asOf the moment before which everything acknowledged is in the database, milliseconds since 1970.
   * @param freshMs how long a reading serves everybody.
   */
  constructor(shards: readonly ClickHouseClient[], asOf: () => number, freshMs = FRESH_MS) {
    this.#shards = shards
    this.#asOf = asOf
    this.#freshMs = freshMs
    this.#unfinished = this.#readsUnfinished()
    this.#open = this.#makesOpen()
  }

  /** @throws {ApiError} 503 or 422 in words; the signal's reason where it fires. */
  readonly read: ReadSessions = async (to, signal) => {
    const reading = (await this.#readFinished(Date.parse(to))) ?? (await this.#open.get())
    signal?.throwIfAborted()
    return reading
  }

  /** @returns undefined where a session of the range may not be finished. */
  async #readFinished(to: number): Promise<SessionReading | undefined> {
    // Sessions this recent are never finished, so there is nothing to read.
    if (to > Date.now() - LOOK_BACK_MS) return undefined
    const { finishedBefore, asOf } = await this.#unfinished.get()
    return to <= finishedBefore ? { view: { finishedBefore, snapshot: undefined }, asOf } : undefined
  }

  /** Discards readings that may be outdated. */
  invalidate(): void {
    this.#latest = undefined
    this.#unfinished = this.#readsUnfinished()
    this.#open = this.#makesOpen()
  }

  #readsUnfinished() {
    return new CachedValue(this.#freshMs, async () => {
      const asOf = this.#asOf()
      const unfinished = await this.#ofAll(readUnfinished)
      return { finishedBefore: Math.min(...unfinished.map((one) => one.finishedBefore)), asOf }
    })
  }

  #makesOpen() {
    return new CachedValue(this.#freshMs, async () => {
      const asOf = this.#asOf()
      return { view: await this.#makeView(), asOf }
    })
  }

  /** Reuses the latest view if nothing has arrived since: building one takes a quarter of a second. */
  async #makeView(): Promise<SessionView> {
    const madeAt = performance.now()
    const fingerprints = await this.#ofAll(readFingerprint)
    const fingerprint = fingerprints.includes(undefined) ? undefined : fingerprints.join(' ')
    const latest = this.#latest
    if (latest && latest.fingerprint === fingerprint && madeAt - latest.madeAt < SAME_VIEW_MS)
      return latest.view
    // Read once more, so that sessions finished meanwhile are not built again.
    const view = await openSessions(this.#shards, await this.#ofAll(readUnfinished), Date.now())
    this.#latest = fingerprint === undefined ? undefined : { view, fingerprint, madeAt }
    return view
  }

  #ofAll<T>(read: (shard: ClickHouseClient) => Promise<T>): Promise<T[]> {
    return Promise.all(this.#shards.map(read))
  }
}
