/**
 * Runs a task repeatedly, one run at a time, until stopped. Does not keep the process alive.
 *
 * @param task returns the milliseconds until its next run. It handles its own errors.
 * @param firstMs until its first run.
 */
export function repeat(task: () => Promise<number>, firstMs = 0): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  if (firstMs === 0) run()
  else arm(firstMs)

  function run(): void {
    running = task().then(arm)
  }

  function arm(pauseMs: number): void {
    if (stopped) return
    timer = setTimeout(run, pauseMs)
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
