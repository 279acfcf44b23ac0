import { createHash } from 'node:crypto'
import { DAY_MS } from '../platform/durations.ts'
import { type IdWindow, WINDOW_DAYS } from '../spool/id-window.ts'

/** Which events and which assignments are stored already. An `add` can be undone while it is not. */
export class SeenIds {
  readonly #window: IdWindow

  constructor(window: IdWindow) {
    this.#window = window
  }

  add(eventId: string, at: number): boolean {
    return this.#window.add(eventId, at)
  }

  /** False if the event, or any assignment of the session in that test, is known. */
  addAssignment(eventId: string, sessionId: string, testName: string, at: number): boolean {
    const key = assignmentKey(sessionId, testName)
    if (this.#window.has(eventId) || !this.#window.add(key, at)) return false
    this.#window.add(eventId, at)
    return true
  }

  /** Remembers an assignment that is stored somewhere the window does not reach. */
  recallAssignment(sessionId: string, testName: string, at: number): void {
    this.#window.add(assignmentKey(sessionId, testName), at)
  }

  hasAssignment(sessionId: string, testName: string): boolean {
    return this.#window.has(assignmentKey(sessionId, testName))
  }

  remove(eventId: string): void {
    this.#window.delete(eventId)
  }

  removeAssignment(sessionId: string, testName: string): void {
    this.#window.delete(assignmentKey(sessionId, testName))
  }
}

/** Stands for "this session has a variant in this test", in the shape of an event id. */
function assignmentKey(sessionId: string, testName: string): string {
  const hex = createHash('sha256').update(`${testName}\n${sessionId}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}

/**
 * Whether a session may have been assigned before the window began, going by the time in its id. A session that claims
 * a time near now cannot: were the claim up to a day early, the window would still cover it.
 */
export function mayPredateWindow(sessionId: string, now: number): boolean {
  const began = Number(sessionId.split('_')[1])
  return !(began > now - (WINDOW_DAYS - 1) * DAY_MS && began < now + DAY_MS)
}
