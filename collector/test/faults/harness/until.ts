import { setTimeout as sleep } from 'node:timers/promises'

const MIN_PAUSE_MS = 25
const MAX_PAUSE_MS = 500

/**
 * Polls until the result is neither undefined nor false; the longer it takes the less often, since polling slows what is waited for.
 *
 * @param state the current state, for the error.
 * @throws after the deadline, saying what did not happen.
 */
export async function until<T>(
  what: string,
  poll: () => Promise<T | false | undefined> | T | false | undefined,
  deadlineMs = 180_000,
  state: () => unknown = () => undefined,
): Promise<T> {
  const started = performance.now()
  for (;;) {
    const result = await poll()
    if (result !== undefined && result !== false) return result
    const waited = performance.now() - started
    if (waited > deadlineMs)
      throw new Error([`not within ${deadlineMs} ms: ${what}`, JSON.stringify(state())].join('\n'))
    await sleep(Math.min(Math.max(MIN_PAUSE_MS, waited / 10), MAX_PAUSE_MS))
  }
}
