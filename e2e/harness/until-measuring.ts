import type { Page } from 'playwright-core'

/** Until what measures web vitals has seen the page painted. */
export async function untilMeasuring(page: Page): Promise<void> {
  const script = await page.waitForFunction(() => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return files.find(({ name, responseEnd }) => name.includes('/web-vitals-') && responseEnd > 0)?.name
  })
  // It has arrived; now until it has run. As text, because tests rewrite the imports of functions.
  await page.evaluate(`import(${JSON.stringify(await script.jsonValue())}).then(() => undefined)`)
  await page.evaluate(async () => {
    await new Promise((resolve) =>
      new PerformanceObserver(resolve).observe({ type: 'largest-contentful-paint', buffered: true }),
    )
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
    await new Promise((resolve) => requestIdleCallback(resolve))
  })
}
