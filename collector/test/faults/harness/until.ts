import { setTimeout as sleep } from 'node:timers/promises'

/** Asks again and again until the answer is not undefined. @throws after the deadline, saying what did not happen. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  deadlineMs = 180_000,
): Promise<T> {
  const started = performance.now()
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() - started > deadlineMs) throw new Error(`not within ${deadlineMs} ms: ${what}`)
    await sleep(25)
  }
}
