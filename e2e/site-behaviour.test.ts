import { variantKey } from '@half-measure/shared/domain/consent.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { beginToRead, openPage, openUninvited } from './harness/open-page.ts'
import { useSharedProduct } from './harness/use-product.ts'
import { accepted } from './harness/use-reader.ts'
import { untilInWebFonts } from './harness/web-fonts.ts'

describe('what the pages do by themselves', () => {
  const product = useSharedProduct()

  it('the header gets a background after more than 50 pixels, and loses it again', async () => {
    const page = await openPage(product.browser)
    await page.goto(`${product.site}/stories`)
    const hasBackground = () =>
      page.getByRole('banner').evaluate((header) => getComputedStyle(header).backdropFilter !== 'none')
    for (const [top, expected] of [
      [50, false],
      [52, true],
      [0, false],
    ] as const) {
      await page.evaluate((y) => scrollTo(0, y), top)
      await expect.poll(hasBackground, { message: `scrolled to ${top}` }).toBe(expected)
    }
    await page.context().close()
  })

  it.each([1280, 1920])('the header keeps to the columns of the page, %i pixels wide', async (width) => {
    const page = await openPage(product.browser, { viewport: { width, height: 900 } })
    await page.goto(`${product.site}/stories`)
    const sides = await page
      .locator('.site-header-bar, .page-head')
      .evaluateAll((parts) =>
        parts.map((part) => part.getBoundingClientRect()).map(({ x, right }) => [x, right]),
      )
    expect(sides[0]).toEqual(sides[1])
    await page.context().close()
  })

  it('a pull quote has lines of one length', async () => {
    const page = await openPage(product.browser)
    await page.goto(`${product.site}/articles/pine-beer`)
    await untilInWebFonts(page)
    const lengths = await page.locator('.pull-quote p').evaluate((quote) => {
      const text = document.createRange()
      text.selectNodeContents(quote)
      return [...text.getClientRects()].map(({ width }) => width)
    })
    expect(lengths.length).toBeGreaterThan(1)
    expect(Math.min(...lengths) / Math.max(...lengths)).toBeGreaterThan(0.8)
    await page.context().close()
  })

  it('the review on paper has small pictures, open marks, no buttons and letters of one size', async () => {
    const page = await openPage(product.browser)
    await page.goto(`${product.site}/reviews/top-5-non-alcoholic-beers-uk`)
    await page.emulateMedia({ media: 'print' })
    const first = page.locator('.product').first()
    expect((await first.locator('picture').boundingBox())?.width).toBeLessThan(200)
    expect((await first.locator('.marks dl').boundingBox())?.height).toBeGreaterThan(50)
    expect(await page.locator('.button:visible').count()).toBe(0)
    const sizes = await page
      .locator(
        '.product-text > p:not(.form-note), .product-notes dd, .product-lists li, .testers p:last-child',
      )
      .evaluateAll((texts) => texts.map((text) => getComputedStyle(text).fontSize))
    expect(new Set(sizes).size).toBe(1)
    await page.context().close()
  })

  it.each([
    [390, 844],
    [820, 1180],
    [1280, 720],
  ])('the featured story fills a screen of %i by %i, and all of it is there', async (width, height) => {
    const page = await openPage(product.browser, { viewport: { width, height } })
    await page.goto(product.site)
    await untilInWebFonts(page)
    const bottomOf = async (selector: string) => {
      const box = await page.locator(selector).boundingBox()
      return box ? box.y + box.height : Number.NaN
    }
    expect(await bottomOf('.cover')).toBeGreaterThanOrEqual(height)
    expect(await bottomOf('.cover .button')).toBeLessThanOrEqual(height)
    await page.context().close()
  })

  it('the featured story’s title is on the first screen of a phone held sideways', async () => {
    const page = await openPage(product.browser, { viewport: { width: 844, height: 390 } })
    await page.goto(product.site)
    await untilInWebFonts(page)
    const title = await page.getByRole('heading', { level: 1 }).boundingBox()
    expect((title?.y ?? Number.NaN) + (title?.height ?? 0)).toBeLessThan(390)
    await page.context().close()
  })

  it('the row at the end of the home page names the four specified articles', async () => {
    const page = await openPage(product.browser)
    await page.goto(product.site)
    const row = page.getByRole('region', { name: 'Further Reading' })
    expect(await row.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
      'Wednesday Wine Principle',
      'Notes on Drinking in Tokyo',
      'The Optimization Trap',
      'Why Wednesday Became the New Friday',
    ])
    await page.context().close()
  })

  it('nine events are in the order of the reader’s day: upcoming ones first, past ones marked as over', async () => {
    const page = await openOn('2027-07-03T09:00:00Z', '/')
    const events = await page.locator('.event:visible').evaluateAll((cards) =>
      cards.map((card) => ({
        date: card.querySelector('time')?.dateTime ?? '',
        shown: (card as HTMLElement).innerText,
        grey: getComputedStyle(card).filter,
        isOver: card.querySelector<HTMLButtonElement>('button')?.checkVisibility() ?? false,
      })),
    )
    expect(events.map(({ date }) => date)).toEqual([
      '2027-07-03',
      '2027-09-09',
      '2027-09-18',
      '2027-10-16',
      '2027-11-19',
      '2027-06-12',
      '2027-05-15',
      '2027-04-19',
      '2027-03-20',
    ])
    for (const { date, shown, grey, isOver } of events) {
      const isPast = date < '2027-07-03'
      expect(isOver, date).toBe(isPast)
      expect(shown.includes('Past Event'), date).toBe(isPast)
      expect(shown.includes('Event Ended'), date).toBe(isPast)
      expect(grey.includes('grayscale'), date).toBe(isPast)
    }
    expect(events[0]?.shown).toContain('3 July 2027')
    expect(await page.getByRole('button', { name: 'Event Ended' }).first().isDisabled()).toBe(true)
    const more = page.getByRole('link', { name: /^Learn More about/ }).first()
    expect(await more.getAttribute('target')).toBe('_blank')
    await page.context().close()
  })

  it('each upcoming event links to a page of its own', async () => {
    const page = await openOn('2026-11-22T09:00:00Z', '/events')
    const ways = await page
      .getByRole('link', { name: /^Learn More about/ })
      .evaluateAll((links) => links.map((link) => [link.getAttribute('href'), link.textContent]))
    expect(ways.length).toBeGreaterThan(9)
    expect(new Set(ways.map(([href]) => href)).size).toBe(ways.length)
    for (const [href, label] of ways) {
      await page.goto(`${product.site}${href}`)
      const name = await page.getByRole('heading', { level: 1 }).innerText()
      expect(label).toContain(name)
      expect(href).toMatch(/^\/events\//)
      await page.getByRole('link', { name: 'Add to your calendar' }).waitFor()
    }
    await page.context().close()
  })

  it('a story’s age is that of the reader’s day', async () => {
    const page = await openOn('2028-12-01T09:00:00Z', '/stories')
    const ages = await page.locator('[data-relative-date]').allInnerTexts()
    expect(ages.length).toBeGreaterThan(0)
    expect(new Set(ages)).toEqual(new Set(['2 years ago']))
    await page.context().close()
  })

  it.each(['default', 'detailed'])(
    'a product’s picture that fails to load is replaced: %s',
    async (layout) => {
      const page = await openPage(product.browser)
      await page.addInitScript((kept) => void Object.assign(localStorage, kept), accepted())
      await page.addInitScript((kept) => void Object.assign(sessionStorage, kept), {
        [variantKey('review_page_layout')]: layout,
      })
      await page.route('**/quarter-bell-pale-square-*', (route) => route.abort())
      await page.goto(`${product.site}/reviews/top-5-non-alcoholic-beers-uk`)
      const picture = page.locator('.products picture img').first()
      expect(await page.locator('section[data-layout]').getAttribute('data-layout')).toBe(layout)
      await picture.scrollIntoViewIfNeeded()
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => [image.currentSrc, image.naturalWidth > 0]))
        .toEqual([expect.stringContaining('/half-measure-square-'), true])
      await page.context().close()
    },
  )

  it('an article is shared by its address', async () => {
    const page = await openPage(product.browser, { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
    await page.goto(`${product.site}/articles/pine-beer?utm_source=letter`)
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByText('Link copied').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${product.site}/articles/pine-beer`,
    )
    await page.context().close()
  })

  describe('the invitation to the newsletter', () => {
    it.each(['/privacy', '/terms', '/disclaimer', '/cookie-policy', '/affiliate-disclosure', '/newsletter'])(
      'does not come up on %s',
      async (path) => {
        const page = await openUninvited(product.browser, `${product.site}${path}`)
        await page.clock.runFor(10_000)
        expect(await page.getByRole('dialog').isVisible()).toBe(false)
        await page.context().close()
      },
    )

    it('waits until the reader has begun to read', async () => {
      const page = await openUninvited(product.browser, `${product.site}/about`)
      await page.clock.runFor(10_000)
      expect(await page.getByRole('dialog').isVisible()).toBe(false)
      await beginToRead(page)
      await page.clock.runFor(2_900)
      expect(await page.getByRole('dialog').isVisible()).toBe(false)
      await page.clock.runFor(200)
      await page.getByRole('dialog').waitFor()
      await page.context().close()
    })

    it('appears above the cookie banner, which can still be answered', async () => {
      const page = await openUninvited(product.browser, `${product.site}/about`, { hasRefused: false })
      await beginToRead(page)
      await page.clock.runFor(3_100)
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      const [popup, bar] = await Promise.all([
        dialog.boundingBox(),
        page.getByRole('region', { name: /^Cookies on/ }).boundingBox(),
      ])
      expect((popup?.y ?? 0) + (popup?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
      await page.getByRole('button', { name: 'Reject' }).click()
      await page.getByRole('region', { name: /^Cookies on/ }).waitFor({ state: 'hidden' })
      await dialog.getByLabel('Email address').focus()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      await page.context().close()
    })

    it('waits in a small window until the cookie banner is answered', async () => {
      const page = await openUninvited(product.browser, `${product.site}/about`, {
        hasRefused: false,
        viewport: { width: 390, height: 664 },
      })
      await beginToRead(page)
      await page.clock.runFor(10_000)
      expect(await page.getByRole('dialog').isVisible()).toBe(false)
      await page.getByRole('button', { name: 'Reject' }).click()
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      await page.clock.runFor(3_100)
      await page.getByRole('dialog').waitFor()
      await page.context().close()
    })
  })

  /** A page as it is read at `instant`. */
  async function openOn(instant: string, path: string): Promise<Page> {
    const page = await openPage(product.browser)
    await page.clock.setFixedTime(new Date(instant))
    await page.goto(`${product.site}${path}`)
    return page
  }
})
