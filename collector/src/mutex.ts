import type { Patience } from './patience.ts'

/** Lets one task at a time run, in the order of asking. */
export class Mutex {
  #last: Promise<void> = Promise.resolve()

  /** Resolves when it is the caller's turn, with what ends it. */
  async acquire(): Promise<() => void> {
    const turn = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await turn
    return resolve
  }

  /**
   * The same, waited for no longer than patience lasts.
   *
   * @param what the end of the sentence "Waiting for …".
   * @throws {OutOfPatienceError} if the turn does not come in time.
   */
  async acquireWith(patience: Patience | undefined, what: () => string): Promise<() => void> {
    const turn = this.acquire()
    try {
      return await (patience ? patience.waitFor(what, turn) : turn)
    } catch (error) {
      // It comes all the same, and goes to whoever is next.
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
