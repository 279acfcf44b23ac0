import { z } from 'zod'
import type { Ask } from '../asker.ts'
import type { ClosedDay } from './closed-stretch.ts'

/** Sums that do not hold any more are made anew minutes later; until then they must not be believed for long. */
const FRESH_MS = 2_000

const Row = z.object({ day: z.coerce.number(), version: z.coerce.number() })

/** Which days have sums that hold. */
export class ClosedDays {
  readonly #ask: Ask
  #days: readonly ClosedDay[] = []
  #readAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined

  constructor(ask: Ask) {
    this.#ask = ask
  }

  async read(signal?: AbortSignal): Promise<readonly ClosedDay[]> {
    if (performance.now() - this.#readAt > FRESH_MS) {
      // One for all who ask at the same moment; nobody's leaving ends it.
      this.#reading ??= this.#read().finally(() => (this.#reading = undefined))
      await this.#reading
      signal?.throwIfAborted()
    }
    return this.#days
  }

  /** Next time they are read again. */
  forget(): void {
    this.#readAt = Number.NEGATIVE_INFINITY
  }

  async #read(): Promise<void> {
    const readAt = performance.now()
    const { rows } = await this.#ask({
      name: 'closed days',
      sql: `SELECT toUnixTimestamp(toDateTime(closed.day, 'UTC')) AS day, closed.version AS version
        FROM (
          SELECT day, max(closed_days.version) AS version, argMax(complete_until, closed_days.version) AS until
          FROM analytics.closed_days GROUP BY day
        ) AS closed
        LEFT JOIN (
          SELECT day, max(arrived_at) AS arrived FROM analytics.late_arrivals WHERE visit = 0 GROUP BY day
        ) AS late ON late.day = closed.day
        WHERE closed.until > late.arrived ORDER BY day`,
      row: Row,
    })
    this.#days = rows
    this.#readAt = readAt
  }
}
