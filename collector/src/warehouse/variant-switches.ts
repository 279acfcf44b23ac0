import type { ClickHouseClient } from '@clickhouse/client'
import { dateTime64 } from '../events/date-time64.ts'
import type { Logger } from '../platform/logger.ts'
import { PeriodicFlush } from '../platform/periodic-flush.ts'
import { insertRows } from './clickhouse/insert-rows.ts'

/*
 * Sessions that saw a second variant of a test. The assignment of a session stays the first one, and a later one
 * counts as a duplicate, so it is in neither log nor ledger; but where many sessions see two variants, a test cannot
 * be trusted. So which other variant was seen is kept here, by the hash of the session. As with page loads, a crash
 * loses the last seconds.
 *
 * - Nothing of an erased session is inserted, and `flush` resolves when nothing more can be under way: an erasure
 *   calls it before the rows of the session are removed.
 * - The same row may be inserted several times: the table keeps it once.
 */

/** A variant that a session saw after, or beside, the one that it was assigned. */
export interface VariantSwitch {
  readonly sessionId: string
  readonly testName: string
  readonly variant: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Maximum number of switches kept while ClickHouse is unavailable; more make no difference to a share of sessions. */
const MAX_WAITING = 10_000

interface SwitchOptions {
  readonly insert: (switches: readonly VariantSwitch[]) => Promise<void>
  readonly isErased: (sessionId: string) => boolean
  readonly log: Pick<Logger, 'warn' | 'error'>
}

export class VariantSwitches {
  readonly #options: SwitchOptions
  /** Distinct switches, by session, test and variant. */
  #waiting = new Map<string, VariantSwitch>()
  /** Flushes run one after the other. */
  #flushed: Promise<void> = Promise.resolve()
  readonly #flush: PeriodicFlush

  constructor(options: SwitchOptions) {
    this.#options = options
    this.#flush = new PeriodicFlush({
      flush: () => this.flush(),
      log: options.log,
      what: 'sessions that saw a second variant',
    })
  }

  record(seen: VariantSwitch): void {
    const key = JSON.stringify([seen.sessionId, seen.testName, seen.variant])
    if (this.#waiting.size < MAX_WAITING && !this.#waiting.has(key)) this.#waiting.set(key, seen)
  }

  start(): void {
    this.#flush.start()
  }

  /** @throws if ClickHouse refuses; nothing is lost then. */
  flush(): Promise<void> {
    const flushed = this.#flushed.then(() => this.#insertWaiting())
    this.#flushed = flushed.catch(() => {})
    return flushed
  }

  close(): Promise<void> {
    return this.#flush.close()
  }

  async #insertWaiting(): Promise<void> {
    const { insert, isErased } = this.#options
    const taken = this.#waiting
    const switches = [...taken.values()].filter(({ sessionId }) => !isErased(sessionId))
    this.#waiting = new Map()
    if (switches.length === 0) return
    try {
      await insert(switches)
    } catch (error) {
      this.#waiting = new Map([...taken, ...this.#waiting])
      throw error
    }
  }
}

export async function insertVariantSwitches(
  client: ClickHouseClient,
  switches: readonly VariantSwitch[],
): Promise<void> {
  const rows = switches.map(({ sessionId, testName, variant, at }) =>
    JSON.stringify({ session_id: sessionId, test_name: testName, variant, switched_at: dateTime64(at) }),
  )
  // Columns are named, because the table only has the hash of the id.
  const table = 'analytics.variant_switches (session_id, test_name, variant, switched_at)'
  await insertRows(client, table, Buffer.from(rows.join('\n')), { async_insert: 0 })
}
