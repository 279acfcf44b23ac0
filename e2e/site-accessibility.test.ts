import { SESSION_KEY } from '@half-measure/shared/domain/consent.ts'
import type { Browser, ViewportSize } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeProblems } from './harness/axe-problems.ts'
import { launchBrowser, newReader } from './harness/browser.ts'
import { untilLaidOut } from './harness/laid-out.ts'
import { beginToRead, openPage } from './harness/open-page.ts'
import { listedPaths, PAGE_KINDS } from './harness/site-pages.ts'
import { useSharedProduct } from './harness/use-product.ts'
import { accepted } from './harness/use-reader.ts'
import { sessionOf } from './harness/session-of.ts'
import { untilInWebFonts } from './harness/web-fonts.ts'

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1280, height: 800 }

const KINDS = Object.values(PAGE_KINDS)

interface Reading {
  readonly viewport: ViewportSize
  readonly paths: readonly string[]
  /** The reader's font size. */
  readonly fontSize?: string
  /** The reader's own style sheet. */
  readonly styles?: string
  /** The session id of a reader who has accepted; without one the reader has refused. */
  readonly sessionId?: string
}

describe('the magazine for everybody', () => {
  const product = useSharedProduct()

  describe.each([PHONE, DESK])('at $width pixels', (viewport) => {
    it.each(['light', 'dark'] as const)('axe finds nothing in the %s edition', async (colorScheme) => {
      const page = await openPage(product.browser, { viewport, colorScheme })
      // In this size and edition site-pages.test.ts looks at every page of the sitemap.
      const elsewhere = viewport === DESK && colorScheme === 'light' ? await listedPaths(product) : []
      const problems: string[] = []
      for (const path of KINDS.filter((kind) => !elsewhere.includes(kind))) {
        await page.goto(`${product.site}${path}`)
        problems.push(...(await axeProblems(page)))
      }
      await page.context().close()
      expect(problems).toEqual([])
    })
  })

  it.each(['light', 'dark'] as const)(
    'axe finds nothing in what opens over a page, in the %s edition',
    async (colorScheme) => {
      const reader = await newReader(product.browser, {
        viewport: PHONE,
        colorScheme,
        reducedMotion: 'reduce',
      })
      const page = await reader.newPage()
      await page.clock.install()
      await page.goto(product.site)
      await page.getByRole('button', { name: 'Reject' }).waitFor()
      const problems = await axeProblems(page)

      await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('navigation').getByRole('link', { name: 'Stories' }).waitFor()
      problems.push(...(await axeProblems(page)))
      await page.keyboard.press('Escape')

      await page.getByRole('button', { name: 'Reject' }).click()
      await beginToRead(page)
      await page.clock.runFor(3_000)
      await page.getByRole('dialog').waitFor()
      problems.push(...(await axeProblems(page)))
      await reader.close()
      expect(problems).toEqual([])
    },
  )

  it('pictures are not blended into the forced colours of a dark theme, which would blacken them', async () => {
    const page = await openPage(product.browser, { colorScheme: 'dark', forcedColors: 'active' })
    await page.goto(`${product.site}${PAGE_KINDS.article}`)
    const blends = await page
      .locator('picture img')
      .evaluateAll((images) => images.map((image) => getComputedStyle(image).mixBlendMode))
    expect(new Set(blends)).toEqual(new Set(['normal']))
    await page.context().close()
  })

  it.each([
    ['on a phone held sideways', { width: 740, height: 320 }],
    ['at high zoom', { width: 320, height: 256 }],
  ])('the end of the menu can be reached %s', async (_, viewport) => {
    const page = await openPage(product.browser, { viewport })
    await page.goto(product.site)
    await page.getByRole('button', { name: 'Menu' }).click()
    const last = page.getByRole('navigation', { name: 'Main' }).getByRole('link').last()
    await last.hover()
    const box = await last.boundingBox()
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height)
    await page.context().close()
  })

  it('no page is wider than a screen of 320 pixels', async () => {
    const paths = [...(await listedPaths(product)), '/no-such-page']
    expect(await tooWide(product.browser, { viewport: { width: 320, height: 640 }, paths })).toEqual([])
  })

  describe('at double text size', () => {
    let large: Browser

    beforeAll(async () => {
      // The reader's own setting, which style sheets know as the size that everything starts from.
      large = await launchBrowser('--blink-settings=defaultFontSize=32')
    })

    afterAll(() => large.close())

    it.each([PHONE, DESK])('no page gets wider than a screen of $width pixels', async (viewport) => {
      expect(await tooWide(large, { viewport, paths: KINDS, fontSize: '32px' })).toEqual([])
    })

    it.each(['compact', 'detailed'])('the review does not either, in the layout %s', async (layout) => {
      const sessionId = sessionOf('review_page_layout', layout)
      const paths = [PAGE_KINDS.review]
      expect(await tooWide(large, { viewport: PHONE, paths, fontSize: '32px', sessionId })).toEqual([])
    })

    it('the review does not on a screen of 320 pixels, and its ranking names products in words, not in letters', async () => {
      const viewport = { width: 320, height: 640 }
      const paths = [PAGE_KINDS.review]
      expect(await tooWide(large, { viewport, paths, fontSize: '32px' })).toEqual([])
      const page = await openPage(large, { viewport })
      await page.goto(`${product.site}${PAGE_KINDS.review}`)
      await untilInWebFonts(page)
      const marks = await page.locator('.ranking-summary li').evaluateAll((places) =>
        places.map((place) => {
          const [name, abv] = [...place.children].map((part) => part.getBoundingClientRect())
          return name && abv && name.bottom <= abv.top + 1 ? 'below' : 'beside'
        }),
      )
      expect(new Set(marks)).toEqual(new Set(['below']))
      await page.context().close()
    })

    it('both answers of the banner are on a screen of 320 by 640 pixels, beside some of the page', async () => {
      const page = await (await newReader(large, { viewport: { width: 320, height: 640 } })).newPage()
      await page.goto(product.site)
      const bar = page.getByRole('region', { name: /^Cookies on/ })
      await bar.waitFor()
      await untilInWebFonts(page)
      for (const name of ['Reject', 'Accept Cookies']) {
        const box = await page.getByRole('button', { name }).boundingBox()
        expect((box?.y ?? Infinity) + (box?.height ?? 0), name).toBeLessThanOrEqual(640)
      }
      expect((await bar.boundingBox())?.y).toBeGreaterThan(200)
      await page.context().close()
    })

    it('the banner and the menu do not either', async () => {
      const page = await (await newReader(large, { viewport: PHONE })).newPage()
      await page.goto(product.site)
      const banner = page.getByRole('region', { name: /^Cookies on/ })
      await banner.waitFor()
      await untilInWebFonts(page)
      const overflow = (element: Element) => element.scrollWidth - element.clientWidth
      expect(await banner.evaluate(overflow)).toBe(0)
      await page.getByRole('button', { name: 'Menu' }).click()
      expect(await page.getByRole('navigation', { name: 'Main' }).evaluate(overflow)).toBe(0)
      await page.context().close()
    })
  })

  it('no page gets wider or hides a word with increased text spacing', async () => {
    // WCAG 2.2, 1.4.12.
    const spacing =
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }'
    expect(await tooWide(product.browser, { viewport: PHONE, paths: KINDS, styles: spacing })).toEqual([])
  })

  /** Pages that scroll sideways, and what sticks out of them. */
  async function tooWide(
    browser: Browser,
    { viewport, paths, fontSize = '16px', styles, sessionId }: Reading,
  ): Promise<string[]> {
    // The policy of the pages allows no styles of others.
    const page = await openPage(browser, { viewport, bypassCSP: true })
    if (sessionId) {
      await page.addInitScript(
        ([kept, session, id]) => {
          Object.assign(localStorage, kept)
          sessionStorage.setItem(session, id)
        },
        [accepted(), SESSION_KEY, sessionId] as const,
      )
    }
    const found: string[] = []
    for (const path of paths) {
      await page.goto(`${product.site}${path}`)
      if (styles) await page.addStyleTag({ content: styles })
      await untilInWebFonts(page)
      // A block that is not laid out widens nothing.
      await untilLaidOut(page)
      const { content, screen, size, outside } = await page.evaluate(() => {
        const root = document.documentElement
        const wide = [...document.querySelectorAll('main *, header *, footer *')].filter(
          (element) => element.getBoundingClientRect().right > root.clientWidth + 1,
        )
        return {
          content: root.scrollWidth,
          screen: root.clientWidth,
          size: getComputedStyle(root).fontSize,
          outside: wide.map(({ tagName, className }) => `${tagName} ${className}`).slice(0, 3),
        }
      })
      expect(size).toBe(fontSize)
      if (content > screen) found.push(`${path}: ${content} of ${screen}, ${outside.join(', ')}`)
    }
    await page.context().close()
    return found
  }
})
