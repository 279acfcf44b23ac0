import { randomUUID } from 'node:crypto'
import type { Logger } from '../platform/logger.ts'
import { RepeatedFlush } from '../platform/repeated-flush.ts'

/*
 * How often pages were served, by page and hour, with nothing of who loaded them. The counts are approximate: what a
 * crash loses of the last seconds stays lost. They are no events, so neither log nor delivery ledger knows them.
 *
 * In memory they are bounded by the pages of the site and the hours in which ClickHouse is unavailable.
 */

/** A row of `analytics.page_loads`. */
export interface PageLoadRow {
  /** The beginning of the hour in UTC, `YYYY-MM-DD hh:00:00`. */
  readonly hour: string
  readonly page_path: string
  readonly loads: number
}

/** Inserts rows once for each token, however often it is called with it. */
type Insert = (rows: readonly PageLoadRow[], token: string) => Promise<void>

export class PageLoads {
  #counts = new PageLoadCounts()
  /** What an insert that failed may have stored all the same: repeated with the same token. */
  #unconfirmed: { readonly rows: readonly PageLoadRow[]; readonly token: string } | undefined
  readonly #insert: Insert
  readonly #repeated: RepeatedFlush

  constructor(insert: Insert, log: Pick<Logger, 'warn' | 'error'>) {
    this.#insert = insert
    this.#repeated = new RepeatedFlush({ flush: () => this.flush(), log, what: 'counts of page loads' })
  }

  /** @param at milliseconds since 1970. */
  count(page: string, at: number): void {
    this.#counts.add(page, at)
  }

  /** Inserts what was counted, every two seconds from now on. */
  start(): void {
    this.#repeated.start()
  }

  /** @throws where ClickHouse refuses; nothing is lost then. */
  async flush(): Promise<void> {
    while (this.#unconfirmed || !this.#counts.isEmpty) {
      this.#unconfirmed ??= { rows: this.#counts.take(), token: randomUUID() }
      await this.#insert(this.#unconfirmed.rows, this.#unconfirmed.token)
      this.#unconfirmed = undefined
    }
  }

  /** Inserts the rest, unless ClickHouse takes too long. */
  close(): Promise<void> {
    return this.#repeated.close()
  }
}

/** Counts by page and hour. */
export class PageLoadCounts {
  #byHour = new Map<string, Map<string, number>>()

  get isEmpty(): boolean {
    return this.#byHour.size === 0
  }

  /** @param at milliseconds since 1970. */
  add(page: string, at: number, loads = 1): void {
    const hour = `${new Date(at).toISOString().slice(0, 'YYYY-MM-DDThh'.length).replace('T', ' ')}:00:00`
    let pages = this.#byHour.get(hour)
    if (!pages) this.#byHour.set(hour, (pages = new Map()))
    pages.set(page, (pages.get(page) ?? 0) + loads)
  }

  /** All counts, which begin again at nothing. */
  take(): PageLoadRow[] {
    const taken = this.#byHour
    this.#byHour = new Map()
    return [...taken].flatMap(([hour, pages]) =>
      [...pages].map(([page_path, loads]) => ({ hour, page_path, loads })),
    )
  }
}
