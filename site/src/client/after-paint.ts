/**
 * Resolves once the page's first content is on the screen, which is later than the frame that drew it. Browsers that do
 * not report it get the next paint.
 */
export function afterFirstPaint(): Promise<unknown> {
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return afterPaint()
  return new Promise<void>((resolve) => {
    new PerformanceObserver((list, observer) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return
      observer.disconnect()
      resolve()
    }).observe({ type: 'paint', buffered: true })
  })
}

/** Resolves after the next paint. */
export function afterPaint(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}
