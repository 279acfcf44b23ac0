import { randomUUID } from 'node:crypto'
import type { Beacon, BeaconReceipt } from '@half-measure/shared/events/beacon.ts'
import { LRUCache } from 'lru-cache'
import { atMost } from '../platform/at-most.ts'
import type { RequestMetadata } from './request-metadata.ts'

export interface Assignment {
  readonly variant: string
  /** Milliseconds since 1970. */
  readonly assignedAt: number
}

/** Assignments accepted lately, which the database may not have yet. */
export class RecentAssignments {
  /** By session, then by test. */
  readonly #recent = new LRUCache<string, Map<string, Assignment>>(atMost(100_000))

  get(sessionId: string, testName: string): Assignment | undefined {
    return this.#recent.get(sessionId)?.get(testName)
  }

  set(sessionId: string, testName: string, assignment: Assignment): void {
    const ofSession = this.#recent.get(sessionId) ?? new Map<string, Assignment>()
    this.#recent.set(sessionId, ofSession.set(testName, assignment))
  }

  /** Forgets all assignments of the session. */
  delete(sessionId: string): void {
    this.#recent.delete(sessionId)
  }
}

/** The parts of the event log that assignments need. */
export interface AssignmentLog {
  /** An assignment accepted lately. */
  recent(sessionId: string, testName: string): Assignment | undefined
  /** An assignment in the database. */
  stored(sessionId: string, testName: string): Promise<Assignment | undefined>
  /** Records that a session saw a variant other than its assigned one. @param at milliseconds since 1970. */
  switched(sessionId: string, testName: string, variant: string, at: number): void
  /** Runs a beacon through the pipeline; resolves when it is stored. */
  accept(beacon: Beacon, request: RequestMetadata): Promise<BeaconReceipt>
}

/** What a session sees in a test; `assignedAt` is null if that is not stored. */
export interface Choice {
  readonly variant: string
  /** Milliseconds since 1970. */
  readonly assignedAt: number | null
}

interface WantedVariant {
  readonly variant: string
  /** Whether the reader has seen it; otherwise it is only proposed. */
  readonly isSeen: boolean
  /** When, by the reader's clock, as for all events of the session; on arrival by default. Milliseconds since 1970. */
  readonly occurredAt?: number | undefined
}

/** One variant for a session and test, permanently. */
export class Assignments {
  readonly #log: AssignmentLog

  constructor(log: AssignmentLog) {
    this.#log = log
  }

  async find(sessionId: string, testName: string): Promise<Assignment | undefined> {
    return this.#log.recent(sessionId, testName) ?? (await this.#log.stored(sessionId, testName))
  }

  /**
   * Stores `variant` unless the session already has one in the test. It takes the path of every event, so there is
   * one row, whether this call or a beacon comes first.
   */
  async getOrCreate(
    envelope: Beacon,
    testName: string,
    { variant, isSeen, occurredAt }: WantedVariant,
    request: RequestMetadata,
  ): Promise<Choice> {
    const found = await this.find(envelope.session_id, testName)
    if (found) {
      if (isSeen && found.variant !== variant)
        this.#log.switched(envelope.session_id, testName, variant, request.receivedAt)
      return found
    }
    const event = {
      type: 'ab_assignment',
      event_id: randomUUID(),
      occurred_at: new Date(occurredAt ?? request.receivedAt).toISOString(),
      test_name: testName,
      variant,
    }
    // The grant was given on the reader's clock, an assignment without a time happens on ours.
    const { at } = envelope.consent
    const consent = {
      ...envelope.consent,
      at: occurredAt === undefined ? Math.min(at, request.receivedAt) : at,
    }
    const { rejected } = await this.#log.accept({ ...envelope, consent, events: [event] }, request)
    if (rejected.length > 0) return { variant, assignedAt: null }
    // A duplicate that is neither in memory nor in the database yet was chosen by the same hash.
    return (await this.find(envelope.session_id, testName)) ?? { variant, assignedAt: request.receivedAt }
  }
}
