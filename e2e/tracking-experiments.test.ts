import { CONSENT_AT_KEY, CONSENT_KEY, SESSION_KEY, variantKey } from '@half-measure/shared/domain/consent.ts'
import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { axeProblems } from './harness/axe-problems.ts'
import { newReader } from './harness/browser.ts'
import { logNetwork, type NetworkLog } from './harness/network-log.ts'
import { useProduct } from './harness/use-product.ts'
import { variantOf, visitOf } from './harness/visit-of.ts'

const REVIEW = '/reviews/top-5-non-alcoholic-beers-uk'
const LAYOUT = 'review_page_layout'

/** An entry of the Layout Instability API. */
interface Shift {
  readonly value: number
  readonly sources: readonly { readonly node: Node | null }[]
}

describe('the tests on the review page', () => {
  const product = useProduct()
  let reader: BrowserContext
  let log: NetworkLog

  afterEach(() => reader.close())

  /** A tab of a reader who has accepted or refused, in a visit of the given id. */
  async function newTab(visit: string, consent: 'true' | 'false' = 'true'): Promise<Page> {
    reader = await newReader(product.browser)
    log = logNetwork(reader)
    const accepted = consent === 'true'
    const at = new Date(Date.now() - 60_000).toISOString()
    await reader.addInitScript(
      (stored: Record<'local' | 'session', Record<string, string>>) => {
        const watch: Record<string, unknown> = { layouts: [], shift: 0 }
        Object.assign(window, { watch })
        // What each frame shows of the ranking.
        const look = () => {
          const shown = document.querySelector<HTMLElement>('section[data-layout]')?.dataset['layout']
          const layouts = watch['layouts'] as string[]
          if (shown && layouts.at(-1) !== shown) layouts.push(shown)
          requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
        // How far the ranking, or anything in it, was moved once it was on the screen.
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as unknown as Shift[]) {
            const moved = entry.sources.some(({ node }) => node?.parentElement?.closest('[data-layout]'))
            if (moved) watch['shift'] = (watch['shift'] as number) + entry.value
          }
        }).observe({ type: 'layout-shift', buffered: true })
        if (localStorage.getItem('newsletter-popup-seen')) return
        for (const [key, value] of Object.entries(stored.local)) localStorage.setItem(key, value)
        for (const [key, value] of Object.entries(stored.session)) sessionStorage.setItem(key, value)
      },
      {
        local: {
          'newsletter-popup-seen': 'true',
          [CONSENT_KEY]: consent,
          ...(accepted && { [CONSENT_AT_KEY]: at }),
        },
        session: { ...(accepted && { [SESSION_KEY]: visit }) },
      },
    )
    return reader.newPage()
  }

  const watched = (page: Page) =>
    page.evaluate(() => (window as unknown as { watch: { layouts: string[]; shift: number } }).watch)
  const ranking = (page: Page) => page.locator('section[data-layout]')

  it.each(['default', 'compact', 'detailed'])(
    'a visit of the variant %s never sees another',
    async (name) => {
      const visit = visitOf(LAYOUT, name)
      const page = await newTab(visit)
      await page.goto(`${product.site}${REVIEW}`)
      await ranking(page).scrollIntoViewIfNeeded()
      expect(await ranking(page).count()).toBe(1)
      expect(await ranking(page).getByRole('heading', { level: 3 }).count()).toBe(6)
      const label = variantOf('cta_button_text', visit)
      expect(
        await ranking(page)
          .getByRole('link', { name: `Ad ${label} about Quarter Bell Pale` })
          .count(),
      ).toBe(1)
      expect(await watched(page)).toEqual({ layouts: [name], shift: 0 })
      expect(await axeProblems(page)).toEqual([])
    },
  )

  it('a variant is looked up and saved once it has been seen, and not before', async () => {
    const visit = visitOf(LAYOUT, 'compact')
    const page = await newTab(visit)
    await page.goto(`${product.site}${REVIEW}`)
    await expect.poll(() => log.events().length).toBeGreaterThan(0)
    const calls = () => log.calls().filter((call) => call.endsWith('/api/assignments'))
    expect(calls()).toEqual([])

    await ranking(page).scrollIntoViewIfNeeded()
    await expect.poll(calls).toContain('POST /api/assignments')
    expect(calls()[0]).toBe('GET /api/assignments')
    const kept = async () => {
      const address = `${product.site}/api/assignments?session_id=${visit}&test_name=${LAYOUT}`
      return await (await fetch(address)).json()
    }
    await expect.poll(kept).toMatchObject({ test_name: LAYOUT, variant: 'compact' })
  })

  it('another answer of the server applies from the next page view', async () => {
    const page = await newTab(visitOf(LAYOUT, 'compact'))
    await page.route('**/api/assignments?*', (route) =>
      route.fulfill({ json: { test_name: LAYOUT, variant: 'detailed', assigned_at: null } }),
    )
    await page.goto(`${product.site}${REVIEW}`)
    await ranking(page).scrollIntoViewIfNeeded()
    await expect
      .poll(() => page.evaluate((key) => sessionStorage.getItem(key), variantKey(LAYOUT)))
      .toBe('detailed')
    expect(await ranking(page).getAttribute('data-layout')).toBe('compact')
    await page.reload()
    expect(await ranking(page).getAttribute('data-layout')).toBe('detailed')
    expect((await watched(page)).layouts).toEqual(['detailed'])
  })

  it('where saving fails the variant is kept in local storage, and the exposure goes as an event', async () => {
    const page = await newTab(visitOf(LAYOUT, 'detailed'))
    await page.route('**/api/assignments*', (route) => route.fulfill({ status: 503 }))
    await page.goto(`${product.site}${REVIEW}`)
    await ranking(page).scrollIntoViewIfNeeded()
    await expect
      .poll(() => log.events())
      .toContainEqual(
        expect.objectContaining({ type: 'ab_assignment', test_name: LAYOUT, variant: 'detailed' }),
      )
    expect(await page.evaluate((key) => localStorage.getItem(key), variantKey(LAYOUT))).toBe('detailed')
  })

  it('without consent it is the control, and nobody hears of it', async () => {
    const page = await newTab('', 'false')
    await page.goto(`${product.site}${REVIEW}`)
    await ranking(page).scrollIntoViewIfNeeded()
    expect(await ranking(page).getAttribute('data-layout')).toBe('default')
    expect(await page.getByRole('link', { name: /^Ad Learn More about/ }).count()).toBe(6)
    expect(log.calls()).toEqual([])
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
  })
})
