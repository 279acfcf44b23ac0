import { LRUCache } from 'lru-cache'

export interface Assignment {
  readonly variant: string
  /** Milliseconds since 1970. */
  readonly assignedAt: number
}

/** Assignments accepted lately, which the database may not have yet. */
export class RecentAssignments {
  /** By session, then by test. */
  readonly #recent = new LRUCache<string, Map<string, Assignment>>({ max: 100_000 })

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
