/**
 * Runs `stop` on the first Ctrl-C, SIGTERM or SIGHUP, or when the launcher exits. A second Ctrl-C ends the process
 * immediately; acknowledged events are on disk anyway.
 */
export function onShutdown(stop: () => Promise<void>): void {
  let stoppingSince: number | undefined

  const request = () => {
    if (stoppingSince !== undefined) {
      // Terminal and launcher both send the first one.
      if (Date.now() - stoppingSince > 1_000) process.exit(130)
      return
    }
    stoppingSince = Date.now()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error('Shutdown failed:', error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, request)
  process.on('disconnect', request)
}
