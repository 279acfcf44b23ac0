import type { ClickHouseClient } from '@clickhouse/client'
import type { Logger } from '../platform/logger.ts'
import { closeDays } from './close-days.ts'

/** After a start, others come first. */
const FIRST_MS = 30_000
const EVERY_MS = 10 * 60_000

/** Closes days in the background. What is not done is done next time: without it, questions read more rows. */
export class DayCloser {
  readonly #client: ClickHouseClient
  readonly #log: Logger
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #stopped = false
  #closed = 0
  #doneAt = 0

  constructor(client: ClickHouseClient, log: Logger) {
    this.#client = client
    this.#log = log
  }

  start(): void {
    this.#doneAt = Date.now()
    this.#arm(FIRST_MS)
  }

  /** Days that this process has added up; one to which something came late counts again. */
  get closed(): number {
    return this.#closed
  }

  /** When it last came to the end of its work, or was started: milliseconds since 1970; 0 where it was not. */
  get doneAt(): number {
    return this.#doneAt
  }

  /** Resolves when the day that is being closed is done. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#running
  }

  #arm(ms: number): void {
    if (this.#stopped) return
    this.#timer = setTimeout(() => {
      this.#running = this.#run().finally(() => this.#arm(EVERY_MS))
    }, ms)
    this.#timer.unref()
  }

  async #run(): Promise<void> {
    try {
      const days = await closeDays(this.#client, { isStopped: () => this.#stopped })
      this.#closed += days
      this.#doneAt = Date.now()
      if (days > 0) this.#log.info({ days }, 'days that are over were added up')
    } catch (error) {
      if (this.#stopped) return
      this.#log.warn(
        { err: error },
        'days could not be added up; questions about them read more rows meanwhile',
      )
    }
  }
}
