import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import { failpoint } from '../platform/failpoint.ts'
import type { Logger } from '../platform/logger.ts'
import type { Deadline } from '../platform/deadline.ts'
import type { Loader } from '../warehouse/loader/loader.ts'
import { severityOf } from '../platform/unavailable.ts'
import type { Ledger } from './ledger.ts'
import { inStretches, rebuildDays } from './rollup-days.ts'

interface MendingTools {
  readonly ledger: Ledger
  readonly loader: Loader
  readonly clickhouse: ClickHouseClient
  readonly log: Logger
}

interface MendOptions {
  /** Told after each stretch: days done, days altogether. */
  readonly progress?: (done: number, of: number) => void
  readonly deadline?: Deadline | undefined
}

/** How long days that could not be mended wait for their next try, and the one after it twice as long. */
const RETRY_MS = 5_000
const MAX_RETRY_MS = 300_000

/**
 * Makes the rollups of whole days anew, some days at a time. Which days is written down before anything is done that
 * needs it, and struck out when they agree with the raw rows again; what a crash or an outage cuts short is taken up by
 * the next process.
 */
export class RollupMender {
  readonly #tools: MendingTools
  #running: Promise<void> | undefined
  #stopped = false

  constructor(tools: MendingTools) {
    this.#tools = tools
  }

  /** Takes up what is left of earlier work. */
  start(): void {
    if (this.#tools.ledger.staleDays.length === 0) return
    this.#running ??= this.#untilMended().finally(() => {
      this.#running = undefined
      if (!this.#stopped) this.start()
    })
  }

  /**
   * What cannot be done now is tried again in the background.
   *
   * @param days starts of UTC days, seconds since 1970; they may come from the ledger.
   */
  async mend(days: readonly number[], { progress, deadline }: MendOptions = {}): Promise<void> {
    const all = [...days]
    await this.#tools.ledger.addStaleDays(all)
    try {
      let done = 0
      for (const stretch of await inStretches(this.#tools.clickhouse, all)) {
        await this.#mendDays(stretch, deadline)
        done += stretch.length
        progress?.(done, all.length)
      }
    } catch (error) {
      this.start()
      throw error
    }
  }

  /** Resolves when no day is left of earlier work, or the mender was stopped. */
  async idle(): Promise<void> {
    await this.#running
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#running
  }

  async #untilMended(): Promise<void> {
    const { ledger, log } = this.#tools
    let pause = RETRY_MS
    while (ledger.staleDays.length > 0 && !this.#stopped) {
      try {
        const [stretch = []] = await inStretches(this.#tools.clickhouse, ledger.staleDays)
        await this.#mendDays(stretch)
      } catch (error) {
        log[severityOf(error)](
          { err: error, days: ledger.staleDays.map(dateOf) },
          'rollups of some days could not be made anew; it is tried again',
        )
        for (let waited = 0; waited < pause && !this.#stopped; waited += 100) await sleep(100)
        pause = Math.min(pause * 2, MAX_RETRY_MS)
      }
    }
  }

  /** A stretch by itself, so that in between the loader has its turn. */
  async #mendDays(days: readonly number[], deadline?: Deadline): Promise<void> {
    const { ledger, loader, clickhouse } = this.#tools
    await loader.exclusively(async () => {
      const marks = ledger.marksOf(days)
      await rebuildDays(clickhouse, days)
      failpoint('mend.after-days')
      await ledger.removeStaleDays(marks)
    }, deadline)
  }
}

function dateOf(day: number): string {
  return new Date(day * 1_000).toISOString().slice(0, 10)
}
