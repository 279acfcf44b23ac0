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

/**
 * Opens a page for a reader who has not seen the popup and has refused cookies, or has yet to answer the banner. Its
 * clock goes on by `runFor` only.
 */
export async function openUninvited(
  browser: Browser,
  address: string,
  { hasRefused = true, ...options }: BrowserContextOptions & { hasRefused?: boolean } = {},
): Promise<Page> {
  const page = await (await newReader(browser, { reducedMotion: 'reduce', ...options })).newPage()
  if (hasRefused) await page.addInitScript((key) => localStorage.setItem(key, 'false'), CONSENT_KEY)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto(address)
  return page
}

/** Scrolls by a screen, as somebody does who reads; the page has heard of it when this resolves. */
export async function beginToRead(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener('scroll', resolve, { once: true })
        scrollBy(0, innerHeight)
      }),
  )
}

/** Requests that a page is kept from sending. */
interface HeldRequests {
  /** Has them sent. */
  release(): Promise<void>
  /** How many the page has made so far; also asked on a later page of the site. */
  count(): Promise<number>
}

/**
 * The page's requests to that path wait for `release()`: what is shown meanwhile may be looked at. Held in the page
 * itself, because Chromium does not report every request to what drives it.
 */
export async function holdRequests(page: Page, path: string): Promise<HeldRequests> {
  await page.evaluate((held) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const send = window.fetch
    addEventListener('release', () => resolve(), { once: true })
    window.fetch = async (...request) => {
      if (request[0] === held) {
        sessionStorage.setItem('held', String(Number(sessionStorage.getItem('held')) + 1))
        await promise
      }
      return send(...request)
    }
  }, path)
  return {
    release: () => page.evaluate(() => void dispatchEvent(new Event('release'))),
    count: () => page.evaluate(() => Number(sessionStorage.getItem('held'))),
  }
}
