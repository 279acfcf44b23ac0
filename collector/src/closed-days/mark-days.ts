import type { ClickHouseClient } from '@clickhouse/client'

/**
 * Says that something else than new events changed these hours: sums of their days do not hold from now on, and are
 * made anew. The day before too, since its visits go on over midnight.
 *
 * @param hours their starts, seconds since 1970.
 */
export async function markDays(client: ClickHouseClient, hours: readonly number[]): Promise<void> {
  if (hours.length === 0) return
  await client.command({
    query: `INSERT INTO analytics.late_arrivals
      SELECT DISTINCT toDate(toDateTime(arrayJoin([${hours.join(', ')}]), 'UTC')) - arrayJoin([0, 1]) AS day, 0, now64(3, 'UTC')
      SETTINGS insert_deduplicate = 0`,
  })
}
