import { LRUCache } from 'lru-cache'

export interface Assignment {
  readonly variant: string
  /** Milliseconds since 1970. */
  readonly assignedAt: number
}

/** Assignments accepted lately, which the database may not have yet. */
export class RecentAssignments {
  readonly #recent = new LRUCache<string, Assignment>({ max: 100_000 })

  get(sessionId: string, testName: string): Assignment | undefined {
    return this.#recent.get(`${sessionId}\n${testName}`)
  }

  set(sessionId: string, testName: string, assignment: Assignment): void {
    this.#recent.set(`${sessionId}\n${testName}`, assignment)
  }

  /** Lets go of all that a session was assigned. */
  delete(sessionId: string): void {
    for (const key of this.#recent.keys()) if (key.startsWith(`${sessionId}\n`)) this.#recent.delete(key)
  }
}
