import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Asks again and again until the answer is not undefined.
 *
 * @param state what is there instead, for the error.
 * @throws after the deadline, saying what did not happen.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  deadlineMs = 180_000,
  state: () => unknown = () => undefined,
): Promise<T> {
  const started = performance.now()
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() - started > deadlineMs)
      throw new Error([`not within ${deadlineMs} ms: ${what}`, JSON.stringify(state())].join('\n'))
    await sleep(25)
  }
}
