import { randomUUID } from 'node:crypto'
import { DEFAULT_GOALS, type Goals } from '@half-measure/shared/stats/goals.ts'
import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import { migrateClickHouse } from '../../src/warehouse/clickhouse/migrate.ts'
import type { ClickHouse } from '../../src/warehouse/clickhouse/clickhouse.ts'
import { openClickHouse } from '../../src/warehouse/clickhouse/open-clickhouse.ts'
import { dateTime64 } from '../../src/events/date-time64.ts'
import type { EventTable } from '../../src/events/event-tables.ts'
import {
  type Counted,
  HourlyCounts,
  insertCoverageCounts,
} from '../../src/consent-coverage/coverage-counts.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { insertVariantSwitches, type VariantSwitch } from '../../src/warehouse/variant-switches.ts'
import { SessionBuilder } from '../../src/warehouse/sessions/session-builder.ts'
import { openStatistics, type Statistics } from '../../src/analytics/statistics.ts'
import { ClickHouseServer } from '../faults/harness/clickhouse-server.ts'

/** Right figures are right on a busy machine as well. */
const NO_TIMEOUT = { seconds: 3_600 }

/** A row as a test cares about it: what it does not name is empty. `at` is milliseconds since 1970. */
export interface EventRow {
  readonly at: number
  readonly session_id: string
  readonly is_bot?: 0 | 1
  readonly [column: string]: unknown
}

/**
 * The event tables, for rows of any time: what comes through the event path is held within a week. One at a time, on
 * the server of this process.
 */
export class EventTables implements AsyncDisposable {
  readonly statistics: Statistics
  /** What counts as a goal from the next query on. */
  goals: Goals = DEFAULT_GOALS
  readonly #clickhouse: ClickHouse

  static async open(articles: readonly ListedArticle[] = []): Promise<EventTables> {
    const { url } = await ClickHouseServer.lend()
    const clickhouse = await openClickHouse({ kind: 'server', url })
    await migrateClickHouse(clickhouse.shards[0], createLogger('silent'))
    return new EventTables(clickhouse, articles)
  }

  private constructor(clickhouse: ClickHouse, articles: readonly ListedArticle[]) {
    this.statistics = openStatistics(clickhouse, {
      log: createLogger('silent'),
      asOf: Date.now,
      tablesVersion: () => 0,
      goals: () => Promise.resolve(this.goals),
      articles,
      limits: NO_TIMEOUT,
    })
    this.#clickhouse = clickhouse
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

  /** Counts page loads, banners and the choices made on them. */
  async countCoverage(
    counted: readonly { what: Counted; at: number; page: string; country: string }[],
  ): Promise<void> {
    const counts = new HourlyCounts()
    for (const { what, at, ...place } of counted) counts.add(what, place, at)
    await insertCoverageCounts(this.#clickhouse.writer, counts.take(), randomUUID())
  }

  /** Notes the second variants that sessions saw. */
  switchVariants(switches: readonly VariantSwitch[]): Promise<void> {
    return insertVariantSwitches(this.#clickhouse.writer, switches)
  }

  /** Finishes the sessions that are over at a moment, milliseconds since 1970. */
  async finishSessions(now: number): Promise<void> {
    const log = createLogger('silent')
    const client = this.#clickhouse.migrator
    await new SessionBuilder({ client, collectorId: 'this-collector', log, now: () => now }).finish()
    this.statistics.invalidate()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.statistics.close()
    await this.#clickhouse.close()
  }
}
