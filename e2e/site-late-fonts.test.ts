import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openPage } from './harness/open-page.ts'
import { PAGE_KINDS } from './harness/site-pages.ts'
import { useProduct } from './harness/use-product.ts'

/** A share of the screen, half of what counts as good: stand-ins differ by a line in a paragraph here and there. */
const MOST_SHIFT = 0.05

/** Milliseconds: long enough for the page to be painted in stand-ins first. */
const FONTS_TAKE = 400

describe('fonts that arrive late', () => {
  const product = useProduct()

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
      await page.evaluate(async () => document.fonts.ready)
      // The paint in the new font, and the report of what it moved.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))))
      const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift)
      if (shift > MOST_SHIFT) shifted.push(`${kind}: ${shift.toFixed(4)}`)
    }
    await page.context().close()
    expect(fonts).toBeGreaterThan(0)
    expect(shifted).toEqual([])
  })

  it('are the house’s own, once they are there: prose, titles and labels', async () => {
    const page = await openPage(product.browser)
    await page.goto(`${product.site}${PAGE_KINDS.article}`)
    await page.evaluate(async () => document.fonts.ready)
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
