import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** How many blocks below the first screen the browser may still leave out; the dashboard has none. */
export function deferredBlocks(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      [...document.querySelectorAll('main *, footer')].filter(
        (element) => getComputedStyle(element).contentVisibility === 'auto',
      ).length,
  )
}

/** Until then blocks move, as their heights were guesses. */
export async function untilLaidOut(page: Page): Promise<void> {
  await expect.poll(() => deferredBlocks(page)).toBe(0)
}
