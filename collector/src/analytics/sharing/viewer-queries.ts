import { AsyncLocalStorage } from 'node:async_hooks'
import { ApiError } from '../../platform/api-error.ts'
import { Slots } from '../../platform/slots.ts'

/** Requests of one API token or share link that run at a time. */
const MAX_RUNNING = 2
/** Requests of one that wait: a shared page asks for about twenty panels at once. */
const MAX_WAITING = 40

const underWay = new AsyncLocalStorage<'viewer'>()

/** Whether what runs now is for a viewer, not for an administrator. */
export function isForViewer(): boolean {
  return underWay.getStore() !== undefined
}

/** Requests of API tokens and share links: a few of each at a time, whatever its holder sends. */
export class ViewerQueries {
  readonly #slots = new Map<string, { slots: Slots; users: number }>()

  /**
   * @param viewer id of the token or link.
   * @param signal fires when the client has left.
   * @throws {ApiError} 429 `too_many_queries`; the signal's reason if it fires first.
   */
  async run<T>(viewer: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const own = this.#slots.get(viewer) ?? { slots: new Slots(MAX_RUNNING), users: 0 }
    if (own.slots.waiting >= MAX_WAITING)
      throw new ApiError(
        429,
        'too_many_queries',
        `At most ${MAX_RUNNING} queries of a token or link run at a time, and ${MAX_WAITING} wait. Send the others later.`,
        { retryAfter: 5 },
      )
    this.#slots.set(viewer, own)
    own.users++
    try {
      await own.slots.take(signal)
      try {
        return await underWay.run('viewer', work)
      } finally {
        own.slots.giveBack()
      }
    } finally {
      own.users--
      if (own.users === 0) this.#slots.delete(viewer)
    }
  }
}
