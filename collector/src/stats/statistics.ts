import type { ClickHouse } from '../clickhouse/open-clickhouse.ts'
import { Asker } from './asker.ts'
import { Answerer } from './engine/answer-question.ts'

/** Everything that is asked about events. */
export interface Statistics {
  readonly asker: Asker
  readonly answerer: Answerer
  /** What was answered may not be true any more: rows were erased, restored or made anew. */
  forget(): void
  /** Ends what is being asked. */
  close(): Promise<void>
}

/** @param asOf the moment before which everything acknowledged is in the database, in milliseconds since 1970. */
export function openStatistics(clickhouse: ClickHouse, asOf: () => number): Statistics {
  const asker = new Asker(clickhouse)
  const answerer = new Answerer({ ask: asker.ask, asOf })
  return {
    asker,
    answerer,
    forget: () => answerer.forget(),
    close: () => asker.close(),
  }
}
