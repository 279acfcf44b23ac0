import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import type { ClickHouse } from '../warehouse/clickhouse/clickhouse.ts'
import type { Logger } from '../platform/logger.ts'
import type { AskRows } from './ask-rows.ts'
import { Asker } from './asker.ts'
import { QueryEngine } from './engine/run-query.ts'
import { SessionQuery } from './engine/session-query.ts'
import { RealtimeFeed } from './live-feed.ts'
import { SessionReader } from './session-reader.ts'

/** Everything that is asked about events. */
export interface Statistics {
  readonly ask: Asker['ask']
  /** The same for queries whose rows are all of the result. */
  readonly askRows: AskRows
  /** The sessions of a range, finished and open ones, to be selected from. */
  readonly sessionsIn: (
    range: Pick<StatsRange, 'from' | 'to' | 'bots'>,
    signal?: AbortSignal,
  ) => Promise<SessionQuery>
  readonly engine: QueryEngine
  readonly realtime: RealtimeFeed
  /** Results may not be true any more: events were erased, restored or rebuilt. */
  forget(): void
  /** Ends what is being asked, and every stream. */
  close(): Promise<void>
}

/** What figures about sessions are read with. */
export type ReadFigures = Pick<Statistics, 'askRows' | 'sessionsIn'>

export interface StatisticsOptions {
  readonly log: Logger
  /** The moment before which everything acknowledged is in the database, in milliseconds since 1970. */
  readonly asOf: () => number
  /** Another number means that the tables were changed otherwise than by new events. */
  readonly reworked: () => number
  /** Types of conversion that count as goals. */
  readonly goals: () => Promise<readonly string[]>
}

export function openStatistics(
  clickhouse: ClickHouse,
  { log, asOf, reworked, goals }: StatisticsOptions,
): Statistics {
  const asker = new Asker(clickhouse)
  const reader = new SessionReader(clickhouse.migrator, asOf)
  const engine = new QueryEngine({ ask: asker.ask, readSessions: reader.read, reworked, goals })
  const realtime = new RealtimeFeed(asker.ask, log)
  return {
    ask: asker.ask,
    askRows: async (query, signal) => (await asker.ask(query, signal)).rows,
    sessionsIn: async (range, signal) => new SessionQuery((await reader.read(range.to, signal)).view, range),
    engine,
    realtime,
    forget() {
      reader.forget()
      engine.forget()
    },
    async close() {
      realtime.stop()
      await asker.close()
    },
  }
}
