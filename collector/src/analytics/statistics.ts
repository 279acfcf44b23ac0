import type { ClickHouse } from '../clickhouse/open-clickhouse.ts'
import type { Logger } from '../platform/logger.ts'
import type { AskRows } from './ask-rows.ts'
import { Asker } from './asker.ts'
import { Answerer } from './engine/answer-question.ts'
import { type AskPlan, planAsker } from './engine/ask-plan.ts'
import { ClosedDays } from './engine/closed-days.ts'
import { RealtimeFeed } from './realtime-feed.ts'

/** Everything that is asked about events. */
export interface Statistics {
  readonly ask: Asker['ask']
  /** The same for questions whose rows are all of the answer. */
  readonly askRows: AskRows
  readonly askPlan: AskPlan
  readonly closedDays: ClosedDays
  readonly answerer: Answerer
  readonly realtime: RealtimeFeed
  /** What was answered may not be true any more: events of long ago have come. */
  forget(): void
  /** Ends what is being asked, and every stream. */
  close(): Promise<void>
}

export interface StatisticsOptions {
  readonly log: Logger
  /** The moment before which everything acknowledged is in the database, in milliseconds since 1970. */
  readonly asOf: () => number
  /** Another number means that the tables were changed otherwise than by new events. */
  readonly reworked: () => number
}

export function openStatistics(
  clickhouse: ClickHouse,
  { log, asOf, reworked }: StatisticsOptions,
): Statistics {
  const asker = new Asker(clickhouse)
  const closedDays = new ClosedDays(asker.ask)
  const answerer = new Answerer({ ask: asker.ask, closedDays, asOf, reworked })
  const realtime = new RealtimeFeed(asker.ask, log)
  const askRows: AskRows = async (query, signal) => (await asker.ask(query, signal)).rows
  return {
    ask: asker.ask,
    askRows,
    askPlan: planAsker(askRows, closedDays),
    closedDays,
    answerer,
    realtime,
    forget: () => answerer.forget(),
    async close() {
      realtime.stop()
      await asker.close()
    },
  }
}
