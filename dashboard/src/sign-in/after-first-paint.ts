/** A page that has not been painted by then is in the background, or nobody says when it is. */
const LONGEST_MS = 2_000

/** Resolves once the page is on the screen, or after two seconds. */
export function afterFirstPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LONGEST_MS)
    new PerformanceObserver((list, observer) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return
      observer.disconnect()
      resolve()
    }).observe({ type: 'paint', buffered: true })
  })
}
