import { setTimeout as sleep } from 'node:timers/promises'
import type { Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage } from './harness/open-page.ts'
import { PAGE_KINDS } from './harness/site-pages.ts'
import { useSharedProduct } from './harness/use-product.ts'
import { untilInWebFonts } from './harness/web-fonts.ts'

/** A share of the screen, half of what counts as good: fallback fonts differ by a line in a paragraph here and there. */
const MOST_SHIFT = 0.05

/** Milliseconds: long enough for the page to be painted in the fallback fonts first. */
const FONTS_TAKE = 400

describe('fonts that arrive late', () => {
  const product = useSharedProduct()

  it.each([
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ])('move next to nothing on any kind of page at $width pixels', async (viewport) => {
    const page = await openPage(product.browser, { viewport })
    await page.addInitScript(() => {
      const shifts = window as unknown as { shift: number }
      shifts.shift = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.shift += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    let fonts = 0
    await page.route('**/*.woff2', async (route) => {
      fonts++
      await sleep(FONTS_TAKE)
      await route.continue()
    })
    const shifted: string[] = []
    for (const [kind, path] of Object.entries(PAGE_KINDS)) {
      await page.goto(`${product.site}${path}`, { waitUntil: 'domcontentloaded' })
      await untilInWebFonts(page)
      // The paint in the new font, and the report of what it moved.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))))
      const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift)
      if (shift > MOST_SHIFT) shifted.push(`${kind}: ${shift.toFixed(4)}`)
    }
    await page.context().close()
    expect(fonts).toBeGreaterThan(0)
    expect(shifted).toEqual([])
  })

  it('are fetched after everything that the first screen needs, and at once on the next page', async () => {
    const page = await openPage(product.browser)
    const requestsOf = async (open: () => Promise<unknown>) => {
      const requested: string[] = []
      const note = (request: Request) => requested.push(request.resourceType())
      page.on('request', note)
      await open()
      await untilInWebFonts(page)
      page.off('request', note)
      return requested
    }
    const first = await requestsOf(() => page.goto(`${product.site}${PAGE_KINDS.article}`))
    const fonts = first.indexOf('font')
    expect(fonts).toBeGreaterThan(-1)
    expect(first.slice(0, fonts)).toEqual(
      expect.arrayContaining(['document', 'stylesheet', 'script', 'image']),
    )
    expect(first.slice(fonts)).not.toContain('stylesheet')

    // The next page's pictures never come: on the way from page to page, fonts do not wait for them.
    await page.route('**/*.avif', () => {})
    await requestsOf(async () => {
      await page.locator('.site-header a[href="/stories"]').click()
      // The page before is in its web fonts already.
      await page.waitForURL('**/stories', { waitUntil: 'commit' })
    })
    await page.context().close()
  })

  it('load without scripts as well', async () => {
    const page = await openPage(product.browser, { javaScriptEnabled: false })
    const font = page.waitForResponse('**/*.woff2')
    await page.goto(`${product.site}${PAGE_KINDS.article}`)
    expect((await font).status()).toBe(200)
    await page.context().close()
  })

  it('are the magazine’s own once they are loaded: prose, titles and labels', async () => {
    const page = await openPage(product.browser)
    await page.goto(`${product.site}${PAGE_KINDS.article}`)
    await untilInWebFonts(page)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('DOM.enable')
    await devtools.send('CSS.enable')
    const { root } = await devtools.send('DOM.getDocument')
    const fontsOf = async (selector: string) => {
      const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector })
      const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId })
      return fonts.map(
        ({ familyName, isCustomFont }) => `${familyName}${isCustomFont ? '' : ', the system’s'}`,
      )
    }
    expect({
      prose: await fontsOf('.prose p + p'),
      standfirst: await fontsOf('.standfirst'),
      title: await fontsOf('h1'),
      label: await fontsOf('.byline time'),
    }).toEqual({
      prose: [expect.stringMatching(/^Newsreader/)],
      standfirst: [expect.stringMatching(/^Newsreader/)],
      title: [expect.stringMatching(/^Newsreader/)],
      label: [expect.stringMatching(/^Inter/)],
    })
    await page.context().close()
  })
})
