import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateClickHouse } from '../../src/clickhouse/migrate.ts'
import { type ClickHouse, openClickHouse } from '../../src/clickhouse/open-clickhouse.ts'
import { dateTime64 } from '../../src/date-time64.ts'
import type { EventTable } from '../../src/event-tables.ts'
import { createLogger } from '../../src/logger.ts'
import type { AskRows } from '../../src/stats/ask-rows.ts'
import { Asker } from '../../src/stats/asker.ts'

/** A row as a test cares about it: what it does not name is empty. `at` is milliseconds since 1970. */
export interface EventRow {
  readonly at: number
  readonly session_id: string
  readonly is_bot?: 0 | 1
  readonly [column: string]: unknown
}

/**
 * The event tables on the embedded engine, for rows of any time: what comes through the event path is held within a
 * week. One for a process.
 */
export class EventTables implements AsyncDisposable {
  /** As the statistics do, within their limits. */
  readonly ask: AskRows
  readonly #clickhouse: ClickHouse
  readonly #asker: Asker
  readonly #directory: string

  static async open(): Promise<EventTables> {
    const directory = await mkdtemp(join(tmpdir(), 'half-measure-tables-'))
    const clickhouse = await openClickHouse({ kind: 'embedded', path: directory })
    await migrateClickHouse(clickhouse.migrator, createLogger('silent'))
    return new EventTables(clickhouse, directory)
  }

  private constructor(clickhouse: ClickHouse, directory: string) {
    const asker = new Asker(clickhouse)
    this.ask = async (query, signal) => (await asker.ask(query, signal)).rows
    this.#clickhouse = clickhouse
    this.#asker = asker
    this.#directory = directory
  }

  async insert(table: EventTable, rows: readonly EventRow[]): Promise<void> {
    const time = table === 'ab_test_assignments' ? 'assigned_at' : 'created_at'
    await this.#clickhouse.writer.insert({
      table: `analytics.${table}`,
      format: 'JSONEachRow',
      values: rows.map(({ at, ...columns }) => ({
        event_id: randomUUID(),
        received_at: dateTime64(at),
        [time]: dateTime64(at),
        ...columns,
      })),
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#asker.close()
    await this.#clickhouse.close()
    await rm(this.#directory, { recursive: true, force: true })
  }
}
