import type { ClickHouseClient } from '@clickhouse/client'
import { randomUUID } from 'node:crypto'
import type { Logger } from '../platform/logger.ts'
import { PeriodicFlush } from '../platform/periodic-flush.ts'
import { insertRows } from '../warehouse/clickhouse/insert-rows.ts'

/*
 * How often pages were served, and consent banners shown and answered, by page, country and hour, with nothing about
 * who was there. The counts are approximate: a crash loses the last seconds. They are not events, so they are in
 * neither the log nor the delivery ledger.
 *
 * In memory they are bounded by the pages of the site, the countries, and the hours in which ClickHouse is unavailable.
 */

/** `bot_loads` are page loads of self-declared bots, which no other count includes. */
const NOTHING = { loads: 0, bot_loads: 0, banners_shown: 0, banners_accepted: 0, banners_rejected: 0 }
export type Counted = keyof typeof NOTHING

/** A row of `analytics.coverage_counts`. */
export interface CoverageCountRow extends Record<Counted, number> {
  /** The beginning of the hour in UTC, `YYYY-MM-DD hh:00:00`. */
  readonly hour: string
  readonly page_path: string
  /** ISO 3166 alpha-2, or empty. */
  readonly country: string
}

/** Where something was counted. */
interface Place {
  readonly page: string
  readonly country: string
}

/** Inserts rows once for each token, however often it is called. */
type Insert = (rows: readonly CoverageCountRow[], token: string) => Promise<void>

export class CoverageCounts {
  #counts = new HourlyCounts()
  /** Rows of a failed insert, which may be stored all the same; repeated with the same token. */
  #unconfirmed: { readonly rows: readonly CoverageCountRow[]; readonly token: string } | undefined
  readonly #served = new Set<string>()
  readonly #insert: Insert
  readonly #flush: PeriodicFlush

  constructor(insert: Insert, log: Pick<Logger, 'warn' | 'error'>) {
    this.#insert = insert
    this.#flush = new PeriodicFlush({
      flush: () => this.flush(),
      log,
      what: 'counts of page loads and banners',
    })
  }

  /** @param at milliseconds since 1970. */
  countLoad(place: Place, at: number, isBot = false): void {
    this.#served.add(place.page)
    this.#counts.add(isBot ? 'bot_loads' : 'loads', place, at)
  }

  /** Only for pages served since the start, so that strangers cannot add rows with invented addresses. */
  countBanner(what: 'shown' | 'accepted' | 'rejected', place: Place, at: number): void {
    if (this.#served.has(place.page)) this.#counts.add(`banners_${what}`, place, at)
  }

  /** Starts to insert counts, every two seconds. */
  start(): void {
    this.#flush.start()
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
    return this.#flush.close()
  }
}

/** Counts by page, country and hour. */
export class HourlyCounts {
  #rows = new Map<string, CoverageCountRow>()

  get isEmpty(): boolean {
    return this.#rows.size === 0
  }

  /** @param at milliseconds since 1970. */
  add(what: Counted, { page, country }: Place, at: number, count = 1): void {
    const hour = `${new Date(at).toISOString().slice(0, 'YYYY-MM-DDThh'.length).replace('T', ' ')}:00:00`
    const key = `${hour} ${country} ${page}`
    let row = this.#rows.get(key)
    if (!row) this.#rows.set(key, (row = { hour, page_path: page, country, ...NOTHING }))
    row[what] += count
  }

  /** Returns all counts and resets them. */
  take(): CoverageCountRow[] {
    const taken = this.#rows
    this.#rows = new Map()
    return [...taken.values()]
  }
}

/** @param token an insert with the same rows and token changes nothing. */
export async function insertCoverageCounts(
  client: ClickHouseClient,
  rows: readonly CoverageCountRow[],
  token: string,
): Promise<void> {
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  await insertRows(client, 'analytics.coverage_counts', Buffer.from(text), {
    insert_deduplication_token: token,
    async_insert: 0,
  })
}
