import type { ClickHouseClient } from '@clickhouse/client'
import { failpoint } from '../platform/failpoint.ts'
import { ACTION_SUMS, PAGE_SUMS, ROWS, VISIT_SUMS, type Written } from './day-statements.ts'

export interface ClosedDay {
  /** `2026-11-20`, of UTC. */
  readonly day: string
  /** Everything that arrived before it is in the day's rows: seconds since 1970. */
  readonly completeUntil: number
}

/** One after the other, so that a small machine has memory and a core left for readers. */
const STEPS: readonly Written[] = [VISIT_SUMS, PAGE_SUMS, ...ACTION_SUMS, ROWS]

/**
 * Adds up a day that is over. The rows are written under a version of their own, and hold from the moment that the
 * version is named: whoever asks sees all of them or none.
 */
export async function closeDay(
  client: ClickHouseClient,
  { day, completeUntil }: ClosedDay,
  version: number,
): Promise<void> {
  for (const { into, select } of STEPS) {
    await client.command({
      query: `INSERT INTO analytics.${into} ${select}
        SETTINGS max_threads = 1, max_insert_threads = 1, insert_deduplicate = 0`,
      query_params: { day, version },
    })
    failpoint('close-day.after-step')
  }
  await client.command({
    query: `INSERT INTO analytics.closed_days (day, version, complete_until)
      SELECT {day: Date}, {version: UInt64}, fromUnixTimestamp64Milli({until: Int64}, 'UTC')`,
    query_params: { day, version, until: Math.floor(completeUntil * 1_000) },
  })
}
