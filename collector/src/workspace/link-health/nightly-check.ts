import { checkLinks, type LinkCheckOptions } from './check-links.ts'

/** @param exclusively runs work unless another collector does the same. */
export function nightlyLinkCheck(
  options: Omit<LinkCheckOptions, 'signal'>,
  exclusively: (work: () => Promise<void>) => Promise<unknown>,
): { run(): Promise<void>; stop(): Promise<void> } {
  const stopped = new AbortController()
  let running: Promise<void> | undefined
  return {
    run() {
      const { signal } = stopped
      running = exclusively(() => checkLinks({ ...options, signal }, new Date())).then(
        () => {},
        (error: unknown) => {
          if (!signal.aborted) throw error
        },
      )
      return running
    },
    async stop() {
      stopped.abort()
      await running?.catch(() => {})
    },
  }
}
