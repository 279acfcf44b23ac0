/** Pause before attempt `attempt` (1, 2, …): doubling from 100 ms to 10 s, half of it by chance. Milliseconds. */
export function backoff(attempt: number, random: () => number = Math.random): number {
  const ceiling = Math.min(100 * 2 ** (attempt - 1), 10_000)
  return ceiling / 2 + (random() * ceiling) / 2
}
