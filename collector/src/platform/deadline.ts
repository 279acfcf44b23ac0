export class DeadlineExceededError extends Error {
  override name = 'DeadlineExceededError'
  readonly code = 'deadline_exceeded'
}

export interface DeadlineOptions {
  /** Receives a line about what is being waited for. */
  readonly say: (line: string) => void
  /** How long to wait for one thing, milliseconds. */
  readonly timeoutMs?: number
  /** Delay before the first progress line; later ones are three times as far apart. Milliseconds. */
  readonly quietMs?: number
  /** Ends each wait early. */
  readonly stop?: AbortSignal
}

/** Waits on behalf of an operator: reports the reason, and gives up after a while. */
export class Deadline {
  readonly #options: Required<DeadlineOptions>

  constructor(options: DeadlineOptions) {
    this.#options = { timeoutMs: 60_000, quietMs: 3_000, stop: new AbortController().signal, ...options }
  }

  /**
   * @param what the end of the sentence "Waiting for …"; called each time it is said.
   * @throws {DeadlineExceededError} when the time is up. The work goes on, but its outcome is discarded.
   */
  async waitFor<T>(what: () => string, work: Promise<T>): Promise<T> {
    const { say, timeoutMs, quietMs, stop } = this.#options
    const begun = performance.now()
    const { promise: tooLong, reject } = Promise.withResolvers<never>()
    const left = () => Math.max(0, Math.ceil((timeoutMs - (performance.now() - begun)) / 1_000))
    const speak = (nextMs: number) => {
      say(`Waiting for ${what()}; giving up in ${left()} s.`)
      words = setTimeout(speak, nextMs, nextMs)
    }
    let words = setTimeout(speak, quietMs, quietMs * 3)
    const end = setTimeout(() => {
      reject(
        new DeadlineExceededError(
          `Gave up after ${Math.round(timeoutMs / 1_000)} s of waiting for ${what()}.`,
        ),
      )
    }, timeoutMs)
    try {
      return await unlessAborted(stop, Promise.race([work, tooLong]))
    } finally {
      clearTimeout(words)
      clearTimeout(end)
    }
  }
}

/** @throws the signal's reason as soon as it fires. The work goes on, but its outcome is discarded. */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason as Error)
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Of a stall, `afterRunningFor` counts so much. */
const STEP_MS = 100

/**
 * Calls back once this process has run for a time. After a stall of the machine, timers fire before sockets are read:
 * by the clock alone, a response that arrived meanwhile would be late.
 *
 * @returns a function that cancels the call.
 */
export function afterRunningFor(ms: number, callBack: () => void): () => void {
  let left = ms
  const timer = setInterval(() => {
    left -= STEP_MS
    if (left > 0) return
    clearInterval(timer)
    callBack()
  }, STEP_MS)
  return () => clearInterval(timer)
}

/** Resolves to the result of `work`, or to undefined after a number of milliseconds. */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const { promise: timeout, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, ms, undefined)
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
