/** Limits of one query. Limits that a server sets for the account go before these. */
export interface QueryLimits {
  readonly seconds: number
  readonly memoryBytes: number
  readonly rowsToRead: number
  /** As many as the server has, where there is no number. */
  readonly threads?: number
  /** A query pauses while ones with a lower number run. */
  readonly priority: number
}

export const LIMITS: QueryLimits = {
  seconds: 10,
  memoryBytes: 1_500_000_000,
  rowsToRead: 2_000_000_000,
  priority: 1,
}

/**
 * What a query of an API token or a share link may take. As long as others: it pauses for them, and what it could hold
 * up is its own viewer's.
 */
export const VIEWER_LIMITS: QueryLimits = {
  seconds: 10,
  memoryBytes: 500_000_000,
  rowsToRead: 1_000_000_000,
  threads: 1,
  priority: 2,
}

/** Longest wait per block read: a constant stream of administrators' queries must not starve viewers. */
const PAUSE_MS = 50

export function settingsOf({ seconds, memoryBytes, rowsToRead, threads, priority }: QueryLimits): string {
  return `SETTINGS max_execution_time = ${seconds}, max_memory_usage = ${memoryBytes},
    max_rows_to_read = ${rowsToRead}, priority = ${priority}, low_priority_query_wait_time_ms = ${PAUSE_MS}${
      threads === undefined ? '' : `, max_threads = ${threads}`
    }`
}
