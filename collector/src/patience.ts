/** Somebody waited for as long as they would. */
export class OutOfPatienceError extends Error {
  override name = 'OutOfPatienceError'
  readonly code = 'out_of_patience'
}

export interface PatienceOptions {
  /** Told what is being waited for. */
  readonly say: (line: string) => void
  /** For how long one thing is waited for, milliseconds. */
  readonly atMostMs?: number
  /** How long it is waited for without a word; then it is said again, three times as far apart. */
  readonly quietMs?: number
}

/** Waits on behalf of a person: says for what, and not for ever. */
export class Patience {
  readonly #options: Required<PatienceOptions>

  constructor(options: PatienceOptions) {
    this.#options = { atMostMs: 60_000, quietMs: 3_000, ...options }
  }

  /**
   * @param what the end of the sentence "Waiting for …"; asked each time it is said.
   * @throws {OutOfPatienceError} after too long. What was waited for goes on, unheard.
   */
  async waitFor<T>(what: () => string, work: Promise<T>): Promise<T> {
    const { say, atMostMs, quietMs } = this.#options
    const begun = performance.now()
    const { promise: tooLong, reject } = Promise.withResolvers<never>()
    const left = () => Math.max(0, Math.ceil((atMostMs - (performance.now() - begun)) / 1_000))
    const speak = (nextMs: number) => {
      say(`Waiting for ${what()}; giving up in ${left()} s.`)
      words = setTimeout(speak, nextMs, nextMs)
    }
    let words = setTimeout(speak, quietMs, quietMs * 3)
    const end = setTimeout(() => {
      reject(
        new OutOfPatienceError(`Gave up after ${Math.round(atMostMs / 1_000)} s of waiting for ${what()}.`),
      )
    }, atMostMs)
    try {
      return await Promise.race([work, tooLong])
    } finally {
      clearTimeout(words)
      clearTimeout(end)
    }
  }
}
