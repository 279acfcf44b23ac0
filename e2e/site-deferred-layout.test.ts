import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { deferredBlocks, untilLaidOut } from './harness/laid-out.ts'
import { openPage } from './harness/open-page.ts'
import { PAGE_KINDS } from './harness/site-pages.ts'
import { useSharedProduct } from './harness/use-product.ts'
import { untilInWebFonts } from './harness/web-fonts.ts'

const PHONE = { width: 390, height: 844 }

describe('what lies below the first screen', () => {
  const product = useSharedProduct()

  it('is laid out on a phone once the first screen is there, on every kind of page', async () => {
    const page = await openPage(product.browser, { viewport: PHONE })
    await page.addInitScript(holdIdleTime)
    const late: string[] = []
    for (const [kind, path] of Object.entries(PAGE_KINDS)) {
      await page.goto(`${product.site}${path}`)
      if ((await deferredBlocks(page)) > 0) late.push(kind)
      await page.evaluate(() => dispatchEvent(new Event('idle-time')))
      await untilInWebFonts(page)
      await expect.poll(() => deferredBlocks(page), { message: kind }).toBe(0)
    }
    await page.context().close()
    expect(late).toEqual(
      expect.arrayContaining(['home', 'article', 'review', 'about', 'manifesto', 'newsletter', 'not found']),
    )
  })

  it('is laid out at once on a wide screen, where notes stand in the margin', async () => {
    const page = await openPage(product.browser, { viewport: { width: 1280, height: 800 } })
    for (const path of [PAGE_KINDS.home, PAGE_KINDS.article, PAGE_KINDS.review]) {
      await page.goto(`${product.site}${path}`, { waitUntil: 'domcontentloaded' })
      expect(await deferredBlocks(page)).toBe(0)
    }
    await page.context().close()
  })

  it('does not move the place that a link to a heading leads to, nor the one that a reload returns to', async () => {
    const page = await openPage(product.browser, { viewport: PHONE })
    await page.goto(`${product.site}${PAGE_KINDS.article}`)
    const link = page.locator('.contents-links a').last()
    const hash = (await link.getAttribute('href')) ?? ''

    await page.goto('about:blank')
    await page.goto(`${product.site}${PAGE_KINDS.article}${hash}`)
    await settled(page)
    const heading = page.locator(`[id="${hash.slice(1)}"]`)
    const top = await heading.evaluate((element) => element.getBoundingClientRect().top)
    expect(top).toBeGreaterThanOrEqual(0)
    expect(top).toBeLessThan(PHONE.height / 2)

    await page.goto('about:blank')
    await page.goto(`${product.site}${PAGE_KINDS.article}`)
    await settled(page)
    await heading.evaluate((element) => element.scrollIntoView())
    const before = await page.evaluate(() => scrollY)
    await page.reload()
    await settled(page)
    expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(PHONE.height / 4)
    await page.context().close()
  })
})

/** A browser that is busy until the test says so: how soon a real one is idle differs from machine to machine. */
function holdIdleTime(): void {
  const idle = requestIdleCallback.bind(window)
  let busy = true
  globalThis.requestIdleCallback = (callback) => {
    if (busy) addEventListener('idle-time', () => idle(callback), { once: true })
    else idle(callback)
    return 0
  }
  addEventListener('idle-time', () => (busy = false), { once: true })
}

async function settled(page: Page): Promise<void> {
  await untilInWebFonts(page)
  await untilLaidOut(page)
}
