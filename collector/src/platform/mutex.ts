import type { Deadline } from './deadline.ts'

/** Lets one task at a time run, first come, first served. */
export class Mutex {
  #last: Promise<void> = Promise.resolve()
  #waiting = 0

  get isHeld(): boolean {
    return this.#waiting > 0
  }

  /** Resolves with a function that releases the lock. */
  async acquire(): Promise<() => void> {
    const turn = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    this.#waiting++
    await turn
    return () => {
      this.#waiting--
      resolve()
    }
  }

  /**
   * The same, within a deadline.
   *
   * @param what the end of the sentence "Waiting for …".
   * @throws {DeadlineExceededError} if the turn does not come in time.
   */
  async acquireWith(deadline: Deadline | undefined, what: () => string): Promise<() => void> {
    const turn = this.acquire()
    try {
      return await (deadline ? deadline.waitFor(what, turn) : turn)
    } catch (error) {
      // Releases the lock as soon as it is acquired after all.
      void turn.then((pass) => pass())
      throw error
    }
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    const release = await this.acquire()
    try {
      return await task()
    } finally {
      release()
    }
  }
}
