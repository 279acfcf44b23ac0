/** Pause before attempt `attempt` (1, 2, …): doubling from 100 ms to 10 s, half of it random. Milliseconds. */
export function backoff(attempt: number, random: () => number = Math.random): number {
  const ceiling = Math.min(100 * 2 ** (attempt - 1), 10_000)
  return ceiling / 2 + (random() * ceiling) / 2
}

/** Failures in a row (about forty seconds) that a server's restart does not explain. */
const FAILURES_UNTIL_ERROR = 12

/** Log level for the failure of an attempt that is retried. */
export function severityOfFailure(attempt: number): 'warn' | 'error' {
  return attempt < FAILURES_UNTIL_ERROR ? 'warn' : 'error'
}
