import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClickHouseClient } from '@clickhouse/client'
import { migrateClickHouse } from '../../src/clickhouse/migrate.ts'
import { openClickHouse } from '../../src/clickhouse/open-clickhouse.ts'
import { dateTime64 } from '../../src/date-time64.ts'
import type { EventTable } from '../../src/event-tables.ts'
import { createLogger } from '../../src/logger.ts'

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
  readonly reader: ClickHouseClient
  readonly #writer: ClickHouseClient
  readonly #dispose: () => Promise<void>

  static async open(): Promise<EventTables> {
    const directory = await mkdtemp(join(tmpdir(), 'half-measure-tables-'))
    const clickhouse = await openClickHouse({ kind: 'embedded', path: directory })
    await migrateClickHouse(clickhouse.migrator, createLogger('silent'))
    return new EventTables(clickhouse.reader, clickhouse.writer, async () => {
      await clickhouse.close()
      await rm(directory, { recursive: true, force: true })
    })
  }

  private constructor(reader: ClickHouseClient, writer: ClickHouseClient, dispose: () => Promise<void>) {
    this.reader = reader
    this.#writer = writer
    this.#dispose = dispose
  }

  async insert(table: EventTable, rows: readonly EventRow[]): Promise<void> {
    const time = table === 'ab_test_assignments' ? 'assigned_at' : 'created_at'
    await this.#writer.insert({
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
    await this.#dispose()
  }
}
