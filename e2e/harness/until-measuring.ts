import type { Page } from 'playwright-core'

/** Until what measures web vitals has seen the page painted. */
export async function untilMeasuring(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some((entry) => {
      const { name, responseEnd } = entry as PerformanceResourceTiming
      return name.includes('/web-vitals-') && responseEnd > 0
    }),
  )
  await page.evaluate(async () => {
    await new Promise((resolve) =>
      new PerformanceObserver(resolve).observe({ type: 'largest-contentful-paint', buffered: true }),
    )
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
    await new Promise((resolve) => requestIdleCallback(resolve))
  })
}
