/**
 * Runs `stop` once, on the first request to end: Ctrl-C, SIGTERM, SIGHUP, or the launcher's disappearance. A second
 * Ctrl-C a moment later ends the process at once; what is acknowledged is on disk anyway.
 */
export function onShutdown(stop: () => Promise<void>): void {
  let stoppingSince: number | undefined

  const request = () => {
    if (stoppingSince !== undefined) {
      // Terminal and launcher both deliver the first one.
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
