import { z } from 'zod'
import type { Ask } from '../asker.ts'

const FRESH_MS = 60_000
const DAY_MS = 24 * 3_600_000

const Row = z.object({ month: z.string().regex(/^\d{6}$/), rows: z.coerce.number() })

/** How many rolled-up rows of visits there are, by month: enough to know whether a range has very many. */
export class VisitVolume {
  readonly #ask: Ask
  #months: ReadonlyMap<string, number> = new Map()
  #readAt = Number.NEGATIVE_INFINITY

  constructor(ask: Ask) {
    this.#ask = ask
  }

  /** About so many rows lie in the range. */
  async rowsIn({ from, to }: { from: string; to: string }, signal: AbortSignal): Promise<number> {
    if (performance.now() - this.#readAt > FRESH_MS) await this.#read(signal)
    return rowsBetween(this.#months, Date.parse(from), Date.parse(to))
  }

  async #read(signal: AbortSignal): Promise<void> {
    const { rows } = await this.#ask(
      {
        name: 'volume of visits',
        sql: 'SELECT toString(toYYYYMM(hour)) AS month, count() AS rows FROM analytics.visits_1h GROUP BY month',
        row: Row,
      },
      signal,
    )
    this.#months = new Map(rows.map(({ month, rows: count }) => [month, count]))
    this.#readAt = performance.now()
  }
}

/** As if a month's rows were spread evenly over it. */
export function rowsBetween(months: ReadonlyMap<string, number>, from: number, to: number): number {
  let sum = 0
  for (const [month, rows] of months) {
    const [year, index] = [Number(month.slice(0, 4)), Number(month.slice(4)) - 1]
    const [begins, ends] = [Date.UTC(year, index), Date.UTC(year, index + 1)]
    const days = Math.max(0, Math.min(to, ends) - Math.max(from, begins)) / DAY_MS
    sum += (rows * days * DAY_MS) / (ends - begins)
  }
  return sum
}
