import type { Deadline } from './deadline.ts'

/** Lets one task at a time run, first come, first served. */
export class Mutex {
  #last: Promise<void> = Promise.resolve()
  #waiting = 0

  get isHeld(): boolean {
    return this.#waiting > 0
  }

  /**
   * @param deadline of the wait for its turn.
   * @param what the end of the sentence "Waiting for …".
   * @throws {DeadlineExceededError} if the turn does not come in time; then the task is not run.
   */
  async run<T>(
    task: () => Promise<T>,
    deadline?: Deadline,
    what: () => string = () => 'other work to end',
  ): Promise<T> {
    const turn = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    this.#waiting++
    try {
      await (deadline ? deadline.waitFor(what, turn) : turn)
      return await task()
    } finally {
      // A caller that gave up passes its turn on.
      void turn.then(() => {
        this.#waiting--
        resolve()
      })
    }
  }
}
