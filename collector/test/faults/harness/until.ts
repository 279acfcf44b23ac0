import { setTimeout as sleep } from 'node:timers/promises'

const MIN_PAUSE_MS = 25
const MAX_PAUSE_MS = 500

/**
 * Failures of a machine that stood still for seconds: a deadline of the product (some are short in these tests), a lease
 * that was not renewed in time, a connection that the other side closed while it was idle.
 */
const SLOWNESS =
  /Timeout error|did not respond|Gave up after|fetch failed|other side closed|socket hang up|ECONNRESET|: 503 |LeaseLost/

/**
 * Polls until the result is neither undefined nor false; the longer it takes the less often, since polling slows what is
 * waited for. A poll that fails because the machine is slow is repeated.
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
    let failure: string | undefined
    try {
      const result = await poll()
      if (result !== undefined && result !== false) return result
    } catch (error) {
      failure = String(error)
      if (!SLOWNESS.test(failure)) throw error
    }
    const waited = performance.now() - started
    if (waited > deadlineMs)
      throw new Error([`not within ${deadlineMs} ms: ${what}`, JSON.stringify(state()), failure].join('\n'))
    await sleep(Math.min(Math.max(MIN_PAUSE_MS, waited / 10), MAX_PAUSE_MS))
  }
}

/** The result of work that may be repeated. */
export async function repeating<T>(work: () => Promise<T>): Promise<T> {
  const { result } = await until('the machine is quick enough', async () => ({ result: await work() }))
  return result
}
