import type { Browser, ViewportSize } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeProblems } from './harness/axe-problems.ts'
import { launchBrowser, newReader } from './harness/browser.ts'
import { openPage } from './harness/open-page.ts'
import { listedPaths } from './harness/site-pages.ts'
import { removeData, type Stack, startStack } from './harness/stack.ts'

/** One of each kind of page; `site-pages.test.ts` looks at all of them in one size. */
const KINDS = {
  home: '/',
  article: '/articles/professional-day-drinking',
  review: '/reviews/top-5-non-alcoholic-beers-uk',
  newsletter: '/newsletter',
  contact: '/contact',
  'not found': '/no-such-page',
}

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1280, height: 800 }

describe('the magazine for everybody', () => {
  let stack: Stack
  let browser: Browser

  beforeAll(async () => {
    ;[stack, browser] = await Promise.all([startStack(), launchBrowser()])
  })

  afterAll(async () => {
    await browser?.close()
    await stack?.stop()
    if (stack) await removeData(stack)
  })

  describe.each([PHONE, DESK])('at $width pixels', (viewport) => {
    it.each(['light', 'dark'] as const)('axe finds nothing in the %s edition', async (colorScheme) => {
      const page = await openPage(browser, { viewport, colorScheme })
      const problems: string[] = []
      for (const path of Object.values(KINDS)) {
        await page.goto(`${stack.site}${path}`)
        problems.push(...(await axeProblems(page)))
      }
      await page.context().close()
      expect(problems).toEqual([])
    })
  })

  it.each(['light', 'dark'] as const)(
    'axe finds nothing in what opens over a page, in the %s edition',
    async (colorScheme) => {
      const reader = await newReader(browser, { viewport: PHONE, colorScheme, reducedMotion: 'reduce' })
      const page = await reader.newPage()
      await page.clock.install()
      await page.goto(stack.site)
      await page.getByRole('button', { name: 'Reject' }).waitFor()
      const problems = await axeProblems(page)

      await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('navigation').getByRole('link', { name: 'Stories' }).waitFor()
      problems.push(...(await axeProblems(page)))
      await page.keyboard.press('Escape')

      await page.getByRole('button', { name: 'Reject' }).click()
      await page.clock.runFor(3_000)
      await page.getByRole('dialog').waitFor()
      problems.push(...(await axeProblems(page)))
      await reader.close()
      expect(problems).toEqual([])
    },
  )

  it('no page is wider than a screen of 320 pixels', async () => {
    const paths = [...(await listedPaths(stack)), '/no-such-page']
    expect(await tooWide(browser, { width: 320, height: 640 }, paths)).toEqual([])
  })

  it('no page gets wider than a desk’s screen for a reader who asks for letters twice as large', async () => {
    // The reader's own setting, which style sheets know as the size that everything starts from.
    const large = await launchBrowser('--blink-settings=defaultFontSize=32')
    try {
      expect(await tooWide(large, DESK, Object.values(KINDS), '32px')).toEqual([])
    } finally {
      await large.close()
    }
  })

  async function tooWide(
    browser: Browser,
    viewport: ViewportSize,
    paths: readonly string[],
    letters = '16px',
  ): Promise<string[]> {
    const page = await openPage(browser, { viewport })
    const found: string[] = []
    for (const path of paths) {
      await page.goto(`${stack.site}${path}`)
      const [content, screen, size] = await page.evaluate(() => {
        const root = document.documentElement
        return [root.scrollWidth, root.clientWidth, getComputedStyle(root).fontSize] as const
      })
      expect(size).toBe(letters)
      if (content > screen) found.push(`${path}: ${content} of ${screen}`)
    }
    await page.context().close()
    return found
  }
})
