import type { Deadline } from '../../platform/deadline.ts'
import { Mutex } from '../../platform/mutex.ts'
import { sessionDigest } from '../../events/event-tables.ts'
import type { Ledger } from '../ledger.ts'
import {
  type Coordination,
  type ErasureRequest,
  type ErasureRequests,
  type ExclusiveTask,
  type Lease,
} from './coordination.ts'

const LEASE: Lease = { fence: 0, assertHeld: () => {} }

/** A single collector: the lock of its data directory is all the coordination it needs. */
export class SingleCollectorCoordination implements Coordination {
  readonly isShared = false
  readonly isAvailable = true
  readonly #ledger: Ledger
  readonly erasures: ErasureRequests
  readonly #turns = new Map<ExclusiveTask, Mutex>()

  constructor(ledger: Ledger) {
    this.#ledger = ledger
    this.erasures = new OwnErasures(ledger)
  }

  /** Collectors whose rows came with a backup. */
  get others() {
    return this.#ledger.retired.map(({ id, figures }) => {
      return { id, figures, state: 'retired' as const, age_ms: 0, loaded_through: [], oldest_pending_ms: 0 }
    })
  }

  start(): void {}
  async stop(): Promise<void> {}

  async heartbeat() {
    return this.others
  }

  async exclusively<T>(
    task: ExclusiveTask,
    work: (lease: Lease) => Promise<T>,
    deadline?: Deadline,
  ): Promise<T> {
    return this.#turnOf(task).run(
      () => work(LEASE),
      deadline,
      () => 'other maintenance to end',
    )
  }

  async tryExclusively<T>(task: ExclusiveTask, work: (lease: Lease) => Promise<T>): Promise<T | undefined> {
    return this.#turnOf(task).isHeld ? undefined : this.exclusively(task, work)
  }

  #turnOf(task: ExclusiveTask): Mutex {
    const turn = this.#turns.get(task) ?? new Mutex()
    this.#turns.set(task, turn)
    return turn
  }

  async retire(): Promise<void> {}

  async isNightlyRunDone(): Promise<boolean> {
    return false
  }

  async recordNightlyRun(): Promise<void> {}
}

/** The requests in the ledger. */
class OwnErasures implements ErasureRequests {
  readonly #ledger: Ledger
  /** Digests. The next process starts from scratch. */
  readonly #acknowledged = new Set<string>()

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  /** The requests are in the ledger already. */
  submit(sessionIds: readonly string[]): Promise<void> {
    return this.#ledger.requestErasures(sessionIds)
  }

  async list(): Promise<ErasureRequest[]> {
    const ids = this.#ledger.openErasures
    return ids.map((sessionId) => {
      const digest = sessionDigest(sessionId)
      return { digest, sessionId, isAcknowledged: this.#acknowledged.has(digest), isFound: false }
    })
  }

  async acknowledge(digests: readonly string[]): Promise<void> {
    for (const digest of digests) this.#acknowledged.add(digest)
  }

  /** Excludes requests made since: their rows still in the log would be loaded after all. */
  async acknowledgedByAll(): Promise<string[]> {
    return this.#ledger.openErasures.filter((id) => this.#acknowledged.has(sessionDigest(id)))
  }

  async markFound(): Promise<void> {}

  complete(digests: readonly string[]): Promise<void> {
    for (const digest of digests) this.#acknowledged.delete(digest)
    return this.#ledger.removeErasures(digests)
  }

  async completedSince(): Promise<string[]> {
    return []
  }
}
