const FIRST_DELAY_MS = 200
const WITHIN_MS = 30_000

/**
 * Runs a task again after 200, 400, 800 … ms while its error is retryable and the next attempt
 * starts within 30 s of the first. Throws the last error.
 */
export async function retry<T>(task: () => Promise<T>, isRetryable: (error: unknown) => boolean): Promise<T> {
  const started = Date.now()
  for (let delay = FIRST_DELAY_MS; ; delay *= 2) {
    try {
      return await task()
    } catch (error) {
      const isLate = Date.now() - started + delay >= WITHIN_MS
      if (!isRetryable(error) || isLate) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, delay))
  }
}
