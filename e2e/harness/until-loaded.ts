import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Resolves once nothing on the page loads: what loads later moves what is below it, also under a click. */
export async function untilLoaded(page: Page): Promise<void> {
  // Before there is a page, nothing loads either.
  await page.getByRole('main').waitFor()
  // A part whose scripts are on their way has a skeleton, and is not busy yet.
  await expect.poll(() => page.locator('main [aria-busy="true"], main .skeleton').count()).toBe(0)
}
