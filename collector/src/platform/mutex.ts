import type { Deadline } from './deadline.ts'

/** Lets one task at a time run, first come, first served. */
export class Mutex {
  #last: Promise<void> = Promise.resolve()
  #waiting = 0

  get isHeld(): boolean {
    return this.#waiting > 0
  }

  /** Resolves when it is the caller's turn, with what ends it. */
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
   * The same, waited for no longer than the deadline.
   *
   * @param what the end of the sentence "Waiting for …".
   * @throws {DeadlineExceededError} if the turn does not come in time.
   */
  async acquireWith(deadline: Deadline | undefined, what: () => string): Promise<() => void> {
    const turn = this.acquire()
    try {
      return await (deadline ? deadline.waitFor(what, turn) : turn)
    } catch (error) {
      // The turn still comes, and passes to the next in line.
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
