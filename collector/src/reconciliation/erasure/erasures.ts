import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import { ApiError } from '../../platform/api-error.ts'
import { failpoint } from '../../platform/failpoint.ts'
import type { Logger } from '../../platform/logger.ts'
import { sessionDigest } from '../../events/event-tables.ts'
import { severityOf } from '../../platform/unavailable.ts'
import type { Shard } from '../../warehouse/shard.ts'
import type { Coordination, ErasureRequest } from '../coordination/coordination.ts'
import type { Ledger } from '../ledger.ts'
import type { ErasedSessions } from './erased-sessions.ts'
import { eraseDeadLetters, eraseSegments, sessionsInLog } from './erase-log.ts'
import { removeSessions, sessionsInTables } from './remove-sessions.ts'
import {
  isServed,
  servedBy,
  type AvailableShards,
  availableShards,
  untilCommitted,
  whileNotLoading,
} from '../available-shards.ts'

export interface ErasureOptions {
  readonly ledger: Ledger
  readonly erased: ErasedSessions
  readonly coordination: Coordination
  readonly shards: readonly Shard[]
  /** Evicts a session from memory. */
  readonly evict: (sessionId: string) => void
  /** Called when rows were removed: cached results are out of date. */
  readonly onRemoved: () => void
  readonly log: Logger
}

/** Maximum number of open requests; further readers have to try again. */
const MAX_OPEN = 1_000
/** Pause after a pass, as a multiple of its duration: erasing takes at most a quarter of the time. */
const PAUSE_FACTOR = 3
/** Pause after a pass that failed or that waits for other collectors. */
const RETRY_MS = 2_000
/** Sessions without any rows stay refused for a time: their beacons may be under way. */
const NOT_FOUND = { max: 10_000, ttl: DAY_MS }

/**
 * Erases sessions. A request is on disk before it is acknowledged, and nothing of the session is accepted from then
 * on. One pass serves all open requests: this collector loads what it had accepted, looks for the sessions, erases
 * known ones from its segments and dead letters, and acknowledges. When every live collector has acknowledged, one of
 * them removes the rows from the tables. A session that nobody knows is dropped at once. Every step can be repeated:
 * the next pass does what a crash or an outage cut short. A request waits only while a shard that may have rows of
 * its session is unavailable.
 */
export class Erasures {
  readonly #options: ErasureOptions
  /** Digests of sessions with open requests, at any collector. */
  #open: ReadonlySet<string>
  readonly #notFound = new LRUCache<string, true>(NOT_FOUND)
  /** The last session that `isErased` was called with; a beacon calls it for each of its events. */
  #lastChecked = { sessionId: '', isErased: false }
  #running: Promise<void> | undefined
  #wake = Promise.withResolvers<void>()
  readonly #stop = new AbortController()

  constructor(options: ErasureOptions) {
    this.#options = options
    this.#open = new Set(options.ledger.openErasures.map(sessionDigest))
  }

  /** Open requests, those of other collectors included. */
  get open(): number {
    return this.#open.size
  }

  get openDigests(): ReadonlySet<string> {
    return this.#open
  }

  /** True from the request on: nothing of the session is accepted. */
  isErased(sessionId: string): boolean {
    if (this.#lastChecked.sessionId === sessionId) return this.#lastChecked.isErased
    const digest = sessionDigest(sessionId)
    const isErased = this.#open.has(digest) || this.#options.erased.has(digest) || this.#notFound.has(digest)
    this.#lastChecked = { sessionId, isErased }
    return isErased
  }

  /** Resolves when the request is on disk. @throws {ApiError} 503 while very many requests are open. */
  async request(sessionId: string): Promise<void> {
    const { ledger, evict } = this.#options
    if (this.#open.size >= MAX_OPEN)
      throw new ApiError(503, 'erasures_busy', 'Very many erasures are under way. Try again in a minute.', {
        retryAfter: 60,
      })
    await ledger.requestErasures([sessionId])
    this.#refuse([sessionDigest(sessionId)])
    evict(sessionId)
    failpoint('erasure.requested')
    this.wake()
  }

  /** Erases any number of sessions, as many at a time as may be open. Resolves when they are erased. */
  async requestAll(sessionIds: readonly string[]): Promise<void> {
    await this.idle()
    for (let from = 0; from < sessionIds.length; from += MAX_OPEN) {
      await Promise.all(sessionIds.slice(from, from + MAX_OPEN).map((id) => this.request(id)))
      await this.idle()
    }
  }

  start(): void {
    this.#running ??= this.#run()
  }

  /** Works on open requests soon. */
  wake(): void {
    this.#wake.resolve()
  }

  /** Resolves when no request is open. */
  async idle(): Promise<void> {
    while (this.#open.size > 0 && !this.#stop.signal.aborted) await sleep(50)
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    this.#wake.resolve()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      this.#wake = Promise.withResolvers()
      const started = performance.now()
      let restMs: number
      try {
        const isWaiting = await this.#pass()
        restMs = isWaiting ? RETRY_MS : (performance.now() - started) * PAUSE_FACTOR
      } catch (error) {
        if (signal.aborted) return
        const { log } = this.#options
        log[severityOf(error)]({ err: error }, 'erasures could not be finished; they are tried again')
        restMs = RETRY_MS
      }
      await sleep(restMs, undefined, { signal }).catch(() => {})
      if (this.#open.size === 0) await this.#wake.promise
    }
  }

  /** @returns whether requests still wait for other collectors or for a shard. */
  async #pass(): Promise<boolean> {
    const { ledger, coordination } = this.#options
    if (!coordination.isAvailable) return true
    await this.readCompleted()
    const requested = [...ledger.openErasures]
    if (coordination.isShared && requested.length > 0) {
      await coordination.erasures.submit(requested)
      await ledger.removeErasures(requested.map(sessionDigest))
    }

    const requests = await coordination.erasures.list()
    const open = requests.filter(({ sessionId }) => sessionId !== null)
    this.#setOpen(open.map(({ digest }) => digest))
    const absent = requests.filter(({ sessionId }) => sessionId === null).map(({ digest }) => digest)
    if (absent.length > 0) await this.#catchUp(absent)
    if (this.#open.size === 0) return false
    const available = await availableShards(this.#options.shards)
    const unacknowledged = open.filter(
      ({ isAcknowledged, sessionId }) => !isAcknowledged && isServed(sessionId ?? '', available),
    )
    if (unacknowledged.length > 0) await this.#prepare(unacknowledged, available)
    await this.#removeAcknowledged(available)
    return this.#open.size > 0
  }

  /** Erases what this collector has outside the tables, and acknowledges. */
  async #prepare(requests: readonly ErasureRequest[], available: AvailableShards): Promise<void> {
    const { coordination, ledger, evict } = this.#options
    const sessions = requests.flatMap(({ sessionId }) => sessionId ?? [])
    for (const session of sessions) evict(session)
    const onFound = (found: readonly string[]) => this.#noteFound(found)
    // Another collector may already have removed rows that this one still has in its log.
    const known = new Set(requests.flatMap(({ sessionId, isFound }) => (isFound && sessionId) || []))
    const { signal } = this.#stop
    const served = servedBy(available, sessions)
    for (const { shard } of served) await untilCommitted(shard, await shard.spool.seal(), signal)
    for (const { shard, wanted } of served) {
      const { migrator } = shard.clickhouse
      await shard.switches.flush()
      const eraseHere = () =>
        eraseDeadLetters(migrator, shard.deadLetters, ledger.collectorId, new Set(wanted), onFound)
      // Neither a backup nor a retry meets a dead letter that is half erased.
      const inDeadLetters = await whileNotLoading(shard, eraseHere, signal)
      for (const session of [...(await sessionsInTables(migrator, wanted)), ...inDeadLetters])
        known.add(session)
    }
    for (const { shard } of known.size > 0 ? served : []) {
      await untilCommitted(shard, await shard.spool.rotate(), signal)
      await whileNotLoading(shard, () => eraseSegments(shard.spool, known), signal)
    }
    failpoint('erasure.prepared')
    await coordination.erasures.acknowledge(sessions.map(sessionDigest))
    failpoint('erasure.acknowledged')
  }

  /** Removes the rows of sessions that every live collector has acknowledged, unless another is doing so. */
  async #removeAcknowledged(available: AvailableShards): Promise<void> {
    const { coordination, onRemoved } = this.#options
    await coordination.tryExclusively('maintenance', async (lease) => {
      const acknowledged = await coordination.erasures.acknowledgedByAll()
      const sessions = acknowledged.filter((session) => isServed(session, available))
      if (sessions.length === 0) return
      const onFound = (found: readonly string[]) => this.#noteFound(found)
      for (const { shard, wanted } of servedBy(available, sessions)) {
        const eraseSessions = (hashes: readonly string[]) => shard.sessions.erase(hashes)
        await removeSessions({ client: shard.clickhouse.migrator, onFound, eraseSessions }, wanted)
      }
      failpoint('erasure.removed')
      const digests = sessions.map(sessionDigest)
      await coordination.erasures.complete(digests, lease)
      failpoint('erasure.completed')
      const done = new Set(digests)
      this.#setOpen([...this.#open].filter((digest) => !done.has(digest)))
      onRemoved()
    })
  }

  /** Keeps the digests of sessions with rows for good; called before any row is removed. */
  async #noteFound(sessions: readonly string[]): Promise<void> {
    const digests = sessions.map(sessionDigest)
    await this.#options.coordination.erasures.markFound(digests)
    await this.#options.erased.add(digests)
  }

  /** Reads which erasures other collectors completed, and refuses those sessions here too. */
  async readCompleted(): Promise<void> {
    const { ledger, erased, coordination, onRemoved } = this.#options
    const now = new Date()
    // An hour further back than needed: a transaction may take a while to become visible.
    const since = new Date(ledger.erasuresReadAt.getTime() - 3_600_000)
    const digests = await coordination.erasures.completedSince(since)
    const newlyErased = digests.filter((digest) => !erased.has(digest))
    if (newlyErased.length > 0) {
      await erased.add(newlyErased)
      onRemoved()
    }
    if (coordination.isShared && now.getTime() - ledger.erasuresReadAt.getTime() > 600_000)
      await ledger.noteErasuresRead(now)
  }

  /** Reopens erasures that were completed while this collector was down, if its log has rows of the session. */
  async #catchUp(digests: readonly string[]): Promise<void> {
    const { shards, coordination, erased } = this.#options
    await erased.add(digests)
    const found = new Map<string, string>()
    for (const { spool, deadLetters } of shards)
      for (const [digest, session] of await sessionsInLog(spool, deadLetters, new Set(digests)))
        found.set(digest, session)
    if (found.size > 0) await coordination.erasures.submit([...found.values()])
    await coordination.erasures.acknowledge(digests.filter((digest) => !found.has(digest)))
    if (found.size > 0) this.#refuse([...found.keys()])
  }

  #refuse(digests: readonly string[]): void {
    this.#open = new Set([...this.#open, ...digests])
    this.#lastChecked = { sessionId: '', isErased: false }
  }

  #setOpen(digests: readonly string[]): void {
    const open = new Set(digests)
    // Requests made while the others were read.
    for (const session of this.#options.ledger.openErasures) open.add(sessionDigest(session))
    for (const digest of this.#open)
      if (!open.has(digest) && !this.#options.erased.has(digest)) this.#notFound.set(digest, true)
    this.#open = open
    this.#lastChecked = { sessionId: '', isErased: false }
  }
}
