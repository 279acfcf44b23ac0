import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Polls until the result is not undefined.
 *
 * @param state the current state, for the error.
 * @throws after the deadline, saying what did not happen.
 */
export async function until<T>(
  what: string,
  poll: () => Promise<T | undefined> | T | undefined,
  deadlineMs = 180_000,
  state: () => unknown = () => undefined,
): Promise<T> {
  const started = performance.now()
  for (;;) {
    const result = await poll()
    if (result !== undefined) return result
    if (performance.now() - started > deadlineMs)
      throw new Error([`not within ${deadlineMs} ms: ${what}`, JSON.stringify(state())].join('\n'))
    await sleep(25)
  }
}
