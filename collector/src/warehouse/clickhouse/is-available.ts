import type { ClickHouseClient } from '@clickhouse/client'
import { afterRunningFor } from '../../platform/deadline.ts'

/** A database that does not respond within this time is down. */
const TIMEOUT_MS = 3_000

/**
 * Whether a server responds, in a short time.
 *
 * @param client an account without a quota, such as the writer: a used-up quota is not an outage.
 */
export async function isAvailable(client: ClickHouseClient): Promise<boolean> {
  const timeout = new AbortController()
  const cancel = afterRunningFor(TIMEOUT_MS, () => timeout.abort())
  try {
    const result = await client.query({
      query: 'SELECT 1',
      format: 'JSONEachRow',
      abort_signal: timeout.signal,
    })
    await result.text()
    return true
  } catch {
    return false
  } finally {
    cancel()
  }
}
