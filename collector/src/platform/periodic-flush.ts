import { backoff, severityOfFailure } from './backoff.ts'
import type { Logger } from './logger.ts'
import { repeat } from './repeat.ts'
import { codeOf } from './unavailable.ts'
import { withTimeout } from './deadline.ts'

/** Counts appear as quickly as events do. */
const FLUSH_MS = 2_000
/** Limit for the last flush. */
const SHUTDOWN_MS = 1_000

interface FlushOptions {
  readonly flush: () => Promise<void>
  readonly log: Pick<Logger, 'warn' | 'error'>
  /** What is flushed, for the log: `counts of page loads`. */
  readonly what: string
}

/** Flushes every two seconds once started, less often while that fails, and once more at the end. */
export class PeriodicFlush {
  readonly #options: FlushOptions
  #loop: ReturnType<typeof repeat> | undefined
  #isClosed = false
  #failures = 0

  constructor(options: FlushOptions) {
    this.#options = options
  }

  start(): void {
    if (this.#isClosed) return
    this.#loop ??= repeat(async () => {
      const { flush, log, what } = this.#options
      try {
        await flush()
        this.#failures = 0
        return FLUSH_MS
      } catch (error) {
        const attempt = ++this.#failures
        log[severityOfFailure(attempt)](
          { attempt, code: codeOf(error) },
          `${what} could not be inserted; trying again`,
        )
        return FLUSH_MS + backoff(attempt)
      }
    })
  }

  /** Flushes the rest, within a second. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (!this.#loop) return
    await withTimeout(
      SHUTDOWN_MS,
      this.#loop.stop().then(() => this.#options.flush()),
    ).catch(() => {})
  }
}
