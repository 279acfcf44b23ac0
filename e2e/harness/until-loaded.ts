import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Resolves once nothing on the page loads: what loads later moves what is below it, also under a click. */
export async function untilLoaded(page: Page): Promise<void> {
  await expect.poll(() => page.locator('main [aria-busy="true"]').count()).toBe(0)
}
