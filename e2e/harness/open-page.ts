import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { CONSENT_KEY } from '@half-measure/shared/domain/consent.ts'
import { newReader } from './browser.ts'

/** A reader who has refused cookies and seen the popup, so that nothing lies over the page. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const reader = await newReader(browser, { reducedMotion: 'reduce', ...options })
  await reader.addInitScript((consentKey) => {
    localStorage.setItem(consentKey, 'false')
    localStorage.setItem('newsletter-popup-seen', 'true')
  }, CONSENT_KEY)
  return reader.newPage()
}

/** Scrolls by a screen, as somebody does who reads; the page has heard of it when this resolves. */
export async function beginToRead(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener('scroll', resolve, { once: true })
        scrollTo(0, innerHeight)
      }),
  )
}

/** Requests get no response before the returned function is called: what is shown meanwhile may be looked at. */
export async function holdRequests(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, (route) => promise.then(() => route.continue()))
  return resolve
}
