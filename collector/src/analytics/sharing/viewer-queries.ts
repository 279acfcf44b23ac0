import { AsyncLocalStorage } from 'node:async_hooks'
import { ApiError } from '../../platform/api-error.ts'
import { KeyedSlots } from '../../platform/keyed-slots.ts'

/** Of one API token or share link. A shared page asks for about twenty panels at once. */
const BOUNDS = { running: 2, waiting: 40 }

const underWay = new AsyncLocalStorage<'viewer'>()

/** Whether what runs now is for a viewer, not for an administrator. */
export function isForViewer(): boolean {
  return underWay.getStore() !== undefined
}

/** Requests of API tokens and share links: a few of each at a time, whatever its holder sends. */
export class ViewerQueries {
  readonly #slots = new KeyedSlots(
    BOUNDS,
    () =>
      new ApiError(
        429,
        'too_many_queries',
        `At most ${BOUNDS.running} queries of a token or link run at a time, and ${BOUNDS.waiting} wait. Send the others later.`,
        { retryAfter: 5 },
      ),
  )

  /**
   * @param viewer id of the token or link.
   * @param signal fires when the client has left.
   * @throws {ApiError} 429 `too_many_queries`; the signal's reason if it fires first.
   */
  run<T>(viewer: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return this.#slots.run(viewer, signal, () => underWay.run('viewer', work))
  }
}
