import type { Page } from 'playwright-core'

/** A page of the site is set in its own fonts: with scripts, those come after the first paint. */
export async function untilInWebFonts(page: Page): Promise<void> {
  await page.locator(':root[data-web-fonts~=labels]').waitFor({ state: 'attached' })
  await page.evaluate(async () => document.fonts.ready)
}
