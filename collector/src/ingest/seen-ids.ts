import { hash } from 'node:crypto'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import { IdWindow, WINDOW_DAYS } from '../spool/id-window.ts'

/**
 * The events and assignments that are stored already. An `add` can be undone until its event is stored.
 *
 * Networks that send more than their fair share have a separate window, so that their ids push out only each other's.
 */
export class SeenIds {
  readonly #window: IdWindow
  readonly #heavySenders: IdWindow

  /** @param heavySenders ids from networks that send more than their fair share. */
  constructor(window: IdWindow, heavySenders = new IdWindow(Infinity, () => {})) {
    this.#window = window
    this.#heavySenders = heavySenders
  }

  /** False if the event is known. @param exceedsFairShare whether its network has sent more than its fair share. */
  add(eventId: string, at: number, exceedsFairShare = false): boolean {
    return exceedsFairShare
      ? !this.#window.has(eventId) && this.#heavySenders.add(eventId, at)
      : !this.#heavySenders.has(eventId) && this.#window.add(eventId, at)
  }

  /** False if the event, or any assignment of the session in that test, is known. */
  addAssignment(
    eventId: string,
    sessionId: string,
    testName: string,
    at: number,
    exceedsFairShare = false,
  ): boolean {
    const key = assignmentKey(sessionId, testName)
    if (this.#has(eventId) || !this.add(key, at, exceedsFairShare)) return false
    return this.add(eventId, at, exceedsFairShare)
  }

  /** Remembers an assignment that was stored before the window began. */
  recallAssignment(sessionId: string, testName: string, at: number): void {
    this.add(assignmentKey(sessionId, testName), at)
  }

  remove(eventId: string): void {
    this.#window.delete(eventId)
    this.#heavySenders.delete(eventId)
  }

  removeAssignment(sessionId: string, testName: string): void {
    this.remove(assignmentKey(sessionId, testName))
  }

  #has(id: string): boolean {
    return this.#window.has(id) || this.#heavySenders.has(id)
  }
}

/** Stands for "this session has a variant in this test", in the shape of an event id. */
function assignmentKey(sessionId: string, testName: string): string {
  const hex = hash('sha256', `${testName}\n${sessionId}`)
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
