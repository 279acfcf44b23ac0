import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { CONSENT_KEY } from '@half-measure/shared/domain/consent.ts'
import { launchWithBackForwardCache, newReader } from './harness/browser.ts'
import { focused, tabTo } from './harness/focused.ts'
import { beginToRead, holdRequests, openPage, openUninvited } from './harness/open-page.ts'
import { useSharedProduct } from './harness/use-product.ts'
import { untilInWebFonts } from './harness/web-fonts.ts'

const POPUP_SEEN_KEY = 'newsletter-popup-seen'

describe('the magazine without a mouse', () => {
  const product = useSharedProduct()

  it('the first Tab offers to skip to the content, and Enter does', async () => {
    const page = await openPage(product.browser)
    await page.goto(`${product.site}/articles/pine-beer`)
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
    await page.context().close()
  })

  it('the menu of a small screen opens, is walked through, and Escape returns to its button', async () => {
    const page = await openPage(product.browser, { viewport: { width: 390, height: 844 } })
    await page.goto(product.site)
    const menu = page.getByRole('navigation', { name: 'Main' })
    await tabTo(page, 'Menu')
    expect(await menu.isVisible()).toBe(false)
    await page.keyboard.press('Enter')
    await menu.waitFor()
    for (const link of ['Stories', 'About', 'Manifesto', 'Newsletter', 'Reviews', 'Search']) {
      await page.keyboard.press('Tab')
      expect(await focused(page)).toBe(link)
    }
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'hidden' })
    expect(await focused(page)).toBe('Menu')

    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${product.site}/stories`)
    await page.context().close()
  })

  it('the cookie banner is answered once, and reopened at the end of the page', async () => {
    const page = await (await newReader(product.browser, { reducedMotion: 'reduce' })).newPage()
    // The popup would take the focus of a reader who stays at the end of the page for three seconds.
    await page.addInitScript((key) => localStorage.setItem(key, 'true'), POPUP_SEEN_KEY)
    await page.goto(`${product.site}/about`)
    const banner = page.getByRole('region', { name: /cookies/i })
    await banner.waitFor()
    for (const name of ['Learn more', 'Reject', 'Accept Cookies']) await tabTo(page, name)
    await page.keyboard.press('Shift+Tab')
    expect(await focused(page)).toBe('Reject')
    await page.keyboard.press('Enter')
    await banner.waitFor({ state: 'hidden' })
    expect(await stored(page, CONSENT_KEY)).toBe('false')

    await page.reload()
    const settings = page.getByRole('button', { name: 'Cookie settings' })
    await settings.waitFor()
    expect(await banner.isVisible()).toBe(false)
    await settings.focus()
    await page.keyboard.press('Enter')
    await banner.waitFor()
    expect(await stored(page, CONSENT_KEY)).toBeNull()
    await tabTo(page, 'Reject')
    await page.keyboard.press('Enter')
    await banner.waitFor({ state: 'hidden' })
    expect(await focused(page)).toBe('Cookie settings')
    await page.context().close()
  })

  it('a table is a stop only while it has to be scrolled', async () => {
    const page = await openPage(product.browser, { viewport: { width: 1280, height: 800 } })
    await page.goto(`${product.site}/articles/pine-beer`)
    const table = page.locator('.table-scroll')
    await expect.poll(() => table.getAttribute('tabindex')).toBeNull()
    await page.setViewportSize({ width: 200, height: 800 })
    await table.scrollIntoViewIfNeeded()
    await expect.poll(() => table.getAttribute('tabindex')).toBe('0')
    await page.context().close()
  })

  it('no table is cut off on a screen of 320 pixels', async () => {
    const page = await openPage(product.browser, { viewport: { width: 320, height: 640 } })
    for (const slug of ['pine-beer', 'sleep-disrupted', 'professional-day-drinking']) {
      await page.goto(`${product.site}/articles/${slug}#main`)
      await untilInWebFonts(page)
      const excess = await page
        .locator('.table-scroll')
        .evaluateAll((places) => places.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
      expect(
        excess.filter((pixels) => pixels > 0),
        slug,
      ).toEqual([])
    }
    await page.context().close()
  })

  describe('the popup', () => {
    it('opens after three seconds for a reader who scrolls, traps focus, closes on Escape and stays closed', async () => {
      const page = await openAndRead()
      const popup = page.getByRole('dialog')
      await page.clock.runFor(2_900)
      expect(await popup.isVisible()).toBe(false)
      await page.clock.runFor(200)
      await popup.waitFor()
      // The form wakes when it is first touched; the walk begins once it has.
      await popup.getByLabel('Email address').focus()
      await page.locator('dialog [data-hydrated]').waitFor()

      const visited = new Set<string>()
      for (let i = 0; i < 12; i++) {
        await page.keyboard.press('Tab')
        // Between the last and the first the focus is the browser's own.
        const isInside = await page.evaluate(() => document.activeElement?.matches('dialog *, body'))
        expect(isInside, await focused(page)).toBe(true)
        visited.add(await focused(page))
      }
      expect([...visited]).toEqual(expect.arrayContaining(['Close', 'Email address', 'Get Free Guide']))

      await page.keyboard.press('Escape')
      // The dialog is gone a moment before it says that it was closed.
      await popup.waitFor({ state: 'hidden' })
      await expect.poll(() => stored(page, POPUP_SEEN_KEY)).toBe('true')
      await page.reload()
      await beginToRead(page)
      await page.clock.runFor(10_000)
      expect(await popup.isVisible()).toBe(false)
      await page.context().close()
    })

    it('waits while the menu is open, and while the keyboard is on a link of the text', async () => {
      const page = await openAndRead({ viewport: { width: 390, height: 844 } })
      const popup = page.getByRole('dialog')
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.clock.runFor(10_000)
      expect(await page.getByRole('link', { name: 'Manifesto' }).first().isVisible()).toBe(true)
      await page.keyboard.press('Escape')
      await page.locator('main').getByRole('link').last().focus()
      await page.keyboard.press('Shift+Tab')
      const link = await focused(page)
      await page.clock.runFor(10_000)
      expect(await focused(page)).toBe(link)
      expect(await popup.isVisible()).toBe(false)
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      await page.clock.runFor(3_100)
      await popup.waitFor()
      await page.context().close()
    })

    it('waits until somebody who types in a field is done, and stays away once they have signed up', async () => {
      const page = await openAndRead()
      const popup = page.getByRole('dialog')
      const field = page.locator('[data-newsletter-form="footer"]').getByLabel('Email address')
      await field.focus()
      await page.clock.runFor(10_000)
      expect(await popup.isVisible()).toBe(false)
      await page.keyboard.press('Tab')
      await page.clock.runFor(3_100)
      await popup.waitFor()
      await page.context().close()

      const other = await openAndRead()
      await other.route('**/api/newsletter', (route) => route.fulfill({ status: 202, json: {} }))
      await other
        .locator('[data-newsletter-form="footer"]')
        .getByLabel('Email address')
        .fill('new@example.test')
      await other.locator('[data-hydrated] [data-newsletter-form="footer"]').waitFor()
      await other.keyboard.press('Enter')
      await expect.poll(() => stored(other, POPUP_SEEN_KEY)).toBe('true')
      await other.clock.runFor(10_000)
      expect(await other.getByRole('dialog').isVisible()).toBe(false)
      await other.context().close()
    })

    it('does nothing with an empty field, and leads to the newsletter with a filled one', async () => {
      const page = await openAndRead()
      await page.clock.runFor(3_100)
      const popup = page.getByRole('dialog')
      await popup.waitFor()
      await popup.getByLabel('Email address').focus()
      await page.locator('dialog [data-hydrated]').waitFor()
      await page.keyboard.press('Enter')
      expect(await popup.isVisible()).toBe(true)
      expect(page.url()).toBe(`${product.site}/about`)

      const requests = await holdRequests(page, '/api/newsletter')
      await page.keyboard.type('popup@example.test')
      await page.keyboard.press('Enter')
      await popup.getByRole('button', { name: 'Sending...' }).waitFor()
      await requests.release()
      await page.clock.runFor(1_100)
      await page.waitForURL(/\/newsletter#sent$/)
      await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
      await expect.poll(() => stored(page, POPUP_SEEN_KEY)).toBe('true')
      await page.context().close()
    })

    it('is closed, and its form ready, on a page that Back brings as it was left', async () => {
      const keeping = await launchWithBackForwardCache()
      try {
        const page = await (await newReader(keeping, { reducedMotion: 'reduce' })).newPage()
        await page.addInitScript((key) => localStorage.setItem(key, 'false'), CONSENT_KEY)
        await page.goto(`${product.site}/about`)
        await page.evaluate(() => Object.assign(window, { isKept: true }))
        await beginToRead(page)
        const popup = page.getByRole('dialog')
        await popup.getByLabel('Email address').click()
        await page.locator('dialog [data-hydrated]').waitFor()
        await page.keyboard.type('kept@example.test')
        await page.keyboard.press('Enter')
        await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
        await page.evaluate(() => history.back())
        // A kept page does not load.
        await page.waitForURL(`${product.site}/about`, { waitUntil: 'commit' })
        expect(await page.evaluate(() => 'isKept' in window)).toBe(true)
        expect(await popup.isVisible()).toBe(false)
        expect(await page.locator('dialog .button').textContent()).toBe('Get Free Guide')
      } finally {
        await keeping.close()
      }
    })

    async function openAndRead(options?: BrowserContextOptions): Promise<Page> {
      const page = await openUninvited(product.browser, `${product.site}/about`, options)
      await beginToRead(page)
      return page
    }
  })
})

function stored(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key)
}
