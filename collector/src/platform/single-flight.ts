/**
 * Shares one read at a time among all callers. A call during a read gets the next one, so that no result is older than
 * its call.
 */
export function singleFlight<T>(read: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined
  let next: Promise<T> | undefined

  function start(): Promise<T> {
    const reading = read().finally(() => {
      if (current === reading) current = undefined
    })
    current = reading
    return reading
  }

  return () => {
    if (!current) return start()
    next ??= current
      .catch(() => {})
      .then(() => {
        next = undefined
        return start()
      })
    return next
  }
}
