/** Pause before attempt `attempt` (1, 2, …): doubling from 100 ms to 10 s, half of it by chance. Milliseconds. */
export function backoff(attempt: number, random: () => number = Math.random): number {
  const ceiling = Math.min(100 * 2 ** (attempt - 1), 10_000)
  return ceiling / 2 + (random() * ceiling) / 2
}

/** After this many failures in a row, some forty seconds, a person should look: a restart of a server takes less. */
const FAILURES_UNTIL_ERROR = 12

/** How loudly to log the failure of an attempt that is made again after a pause. */
export function severityOfFailure(attempt: number): 'warn' | 'error' {
  return attempt < FAILURES_UNTIL_ERROR ? 'warn' : 'error'
}
