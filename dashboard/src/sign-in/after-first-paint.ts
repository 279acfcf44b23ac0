/** A page that has not been painted by then is in the background, or nobody says when it is. */
const LONGEST_MS = 2_000

/** Resolves once the whole page is there and on the screen. Waits two seconds at most for the screen. */
export async function afterFirstPaint(): Promise<void> {
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }))
  await new Promise<void>((resolve) => {
    setTimeout(resolve, LONGEST_MS)
    new PerformanceObserver((list, observer) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return
      observer.disconnect()
      resolve()
    }).observe({ type: 'paint', buffered: true })
  })
}
