/**
 * Runs a task repeatedly, one run at a time, until stopped. Does not keep the process alive.
 *
 * @param task returns the milliseconds until its next run. It handles its own errors.
 */
export function repeat(task: () => Promise<number>): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running = run()

  async function run(): Promise<void> {
    const pauseMs = await task()
    if (stopped) return
    timer = setTimeout(() => {
      running = run()
    }, pauseMs)
    timer.unref()
  }

  return {
    /** Resolves after the current run, if any. */
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
