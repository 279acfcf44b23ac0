import { setTimeout as sleep } from 'node:timers/promises'
import { NEW_TAB_KEY, OUTBOX_KEY, SENT_KEY, SESSION_KEY } from '@half-measure/shared/domain/consent.ts'
// The browser has an Event too, which the pages of these tests dispatch.
import type { Event as StoredEvent } from '@half-measure/shared/events/event.ts'
import { demoAdmin } from '@half-measure/shared/publication.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { launchWithBackForwardCache } from './harness/browser.ts'
import { keptEvents } from './harness/kept-events.ts'
import { untilMeasuring } from './harness/until-measuring.ts'
import { type Product, useSharedProduct } from './harness/use-product.ts'
import { accepted, useReader } from './harness/use-reader.ts'
import { untilInWebFonts } from './harness/web-fonts.ts'

const REVIEW = '/reviews/top-5-non-alcoholic-beers-uk'

const SignedIn = z.object({ access_token: z.string() })

describe('tracking of a reader who has accepted', () => {
  const product = useSharedProduct()
  const reader = useReader()
  const { log } = reader

  /** A tab of a reader who accepted a minute ago and has seen the popup. */
  async function newTab(browser = product.browser): Promise<Page> {
    return (await reader.enter(browser, { local: accepted() })).newPage()
  }

  const views = (events: readonly StoredEvent[]) => events.filter((event) => event.type === 'page_view')
  const types = () => log.events().map(({ type }) => type)
  const paths = () => views(log.events()).map(({ page_path }) => page_path)

  it('each page once, under one session id for the tab; back and forward count', async () => {
    const page = await newTab()
    for (const path of ['/stories', '/about']) {
      await page.goto(`${product.site}${path}`)
      await expect.poll(() => paths().at(-1)).toBe(path)
    }
    await page.goBack()
    await expect.poll(paths).toEqual(['/stories', '/about', '/stories'])
    await page.goForward()
    await expect.poll(paths).toEqual(['/stories', '/about', '/stories', '/about'])
    expect(new Set(log.beacons().map(({ sessionId }) => sessionId)).size).toBe(1)
  })

  it('a link opened in a new tab continues the session of its tab, and leaves nothing behind', async () => {
    const page = await newTab()
    await page.goto(`${product.site}/stories`)
    await expect.poll(paths).toEqual(['/stories'])
    const opened = page.context().waitForEvent('page')
    await page
      .getByRole('link', { name: 'About' })
      .first()
      .click({ modifiers: ['ControlOrMeta'] })
    const other = await opened
    await expect.poll(paths).toEqual(['/stories', '/about'])
    expect(new Set(log.beacons().map(({ sessionId }) => sessionId)).size).toBe(1)
    expect(await other.evaluate((key) => localStorage.getItem(key), NEW_TAB_KEY)).toBeNull()
  })

  it('links opened in new tabs one after the other continue the session, an affiliate link’s page too', async () => {
    const page = await newTab()
    await page.goto(product.site + REVIEW)
    await expect.poll(paths).toHaveLength(1)
    const tabs = [page]
    page.context().on('page', (tab) => tabs.push(tab))
    // Both before a tab has begun to load.
    await page.context().route(/\/(?:about|go\/.+)$/, async (route) => {
      await sleep(1_000)
      await route.continue()
    })
    await page.getByRole('link', { name: /\(Quarter Bell Pale\)/ }).click({ button: 'middle' })
    await page.getByRole('link', { name: 'About' }).first().click({ button: 'middle' })
    const counted = async () =>
      views((await Promise.all(tabs.map((tab) => keptEvents(tab, SENT_KEY)))).flat())
    await expect
      .poll(async () => (await counted()).map(({ page_path }) => page_path).toSorted())
      .toEqual(['/about', '/partners/quarter-bell-pale', REVIEW])
    const sessions = tabs.map((tab) => tab.evaluate((key) => sessionStorage.getItem(key), SESSION_KEY))
    expect(new Set(await Promise.all(sessions)).size).toBe(1)
    expect(await page.evaluate((key) => localStorage.getItem(key), NEW_TAB_KEY)).toBeNull()
    expect(await counted()).toContainEqual(
      expect.objectContaining({
        page_path: '/partners/quarter-bell-pale',
        referrer: product.site + REVIEW,
      }),
    )
  })

  it('the click id of an advertisement as paid, without the id, unless the link names a medium', async () => {
    const page = await newTab()
    await page.goto(`${product.site}/stories?gclid=secret`)
    await page.goto(`${product.site}/about?msclkid=secret&utm_source=bing&utm_medium=email`)
    const campaigns = () => log.events().flatMap((event) => (event.type === 'page_view' ? [event.utm] : []))
    await expect.poll(campaigns).toEqual([{ medium: 'cpc' }, { source: 'bing', medium: 'email' }])
  })

  it('reading: seconds, and the depth of the article’s body', async () => {
    const page = await newTab()
    await page.goto(`${product.site}/articles/pine-beer`)
    // They would move the end.
    await untilInWebFonts(page)
    await page
      .locator('.prose')
      .last()
      .evaluate((prose) => prose.scrollIntoView({ block: 'end' }))
    const depths = () =>
      log.events().flatMap((event) => (event.type === 'engagement' ? (event.scroll_depth ?? []) : []))
    await expect.poll(depths).toEqual([25, 50, 75, 100])
    await page.getByRole('link', { name: 'Stories' }).first().click()
    const seconds = () =>
      log.events().flatMap((event) => (event.type === 'engagement' ? (event.active_ms ?? []) : []))
    await expect.poll(() => seconds()[0] ?? 0).toBeGreaterThanOrEqual(1_000)
  })

  it('an affiliate click, as a click and as a conversion with product, rank and value', async () => {
    const page = await newTab()
    await page.goto(product.site + REVIEW)
    await page.getByRole('link', { name: /\(Quarter Bell Pale\)/ }).click()
    await expect.poll(paths).toContain('/partners/quarter-bell-pale')
    const onReview = log
      .events()
      .filter((event) => 'page_path' in event && event.page_path.startsWith('/reviews'))
    expect(onReview).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'conversion', event_type: 'review_view', value: 5, currency: 'GBP' }),
        expect.objectContaining({
          type: 'click',
          element_type: 'affiliate',
          element_id: 'quarter-bell-pale',
        }),
        expect.objectContaining({
          type: 'conversion',
          event_type: 'affiliate_click',
          product_name: 'Quarter Bell Pale',
          product_rank: 1,
          value: 5,
        }),
      ]),
    )
  })

  it('a sign-up in the footer, as a conversion with its place', async () => {
    const page = await newTab()
    await page.goto(`${product.site}/about`)
    const form = page.locator('[data-newsletter-form="footer"]')
    const island = page.locator('[data-island="NewsletterForm"]', { has: form })
    await form.getByLabel('Email address').fill('reader@example.test')
    await expect.poll(() => island.getAttribute('data-hydrated')).not.toBeNull()
    await form.getByRole('button').click()
    await expect
      .poll(() => log.events())
      .toContainEqual(
        expect.objectContaining({
          event_type: 'newsletter_signup',
          conversion_data: { source: 'footer' },
        }),
      )
    // What took the form's place has the keyboard's focus too.
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('newsletter-done')
  })

  it('a beacon that gets a 503 is sent again with the same event_id, and counted once', async () => {
    const page = await newTab()
    const warnings: string[] = []
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
    await page.addInitScript(() => {
      const send = window.fetch
      const tries: string[] = []
      Object.assign(window, { tries })
      window.fetch = async (url, init) => {
        if (typeof url !== 'string' || !url.startsWith('/api/events')) return send(url, init)
        const { events } = JSON.parse(init?.body as string) as { events: { event_id: string }[] }
        tries.push(events.map(({ event_id }) => event_id).join())
        return tries.length > 2 ? send(url, init) : new Response(null, { status: 503 })
      }
    })
    await page.clock.install()
    await page.goto(`${product.site}/about`)
    const sent = async () => {
      // The pauses before each try, five seconds of them, pass at once.
      await page.clock.runFor(1_000)
      return page.evaluate(() => (window as unknown as { tries: string[] }).tries)
    }
    await expect.poll(sent).toHaveLength(3)
    expect(new Set(await sent()).size).toBe(1)
    await expect.poll(() => keptEvents(page, OUTBOX_KEY)).toEqual([])
    expect(await keptEvents(page, SENT_KEY)).toHaveLength(1)
    expect(warnings.filter((text) => text.startsWith('Analytics'))).toHaveLength(1)
  })

  it('what happened offline is sent when the connection is back', async () => {
    const page = await newTab()
    await page.goto(`${product.site}/about`)
    await expect.poll(types).toEqual(['page_view'])
    await reader.context.setOffline(true)
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), {
        href: 'https://example.test/',
        textContent: 'out',
      })
      link.addEventListener('click', (event) => event.preventDefault())
      document.body.append(link)
      link.click()
    })
    await sleep(1_000)
    await reader.context.setOffline(false)
    await expect.poll(() => page.evaluate((key) => sessionStorage.getItem(key), OUTBOX_KEY)).toBeNull()
    expect(log.events()).toContainEqual(
      expect.objectContaining({ type: 'click', element_type: 'outbound', element_id: 'example.test' }),
    )
  })

  it('what a page could not deliver, the next page of the tab delivers under the same ids', async () => {
    const page = await newTab()
    await page.addInitScript(() => {
      if (location.pathname === '/about') window.fetch = () => Promise.reject(new TypeError('no connection'))
    })
    const failed = page.waitForEvent('console', (message) => message.text().startsWith('Analytics'))
    await page.goto(`${product.site}/about`)
    await failed
    const [lost] = await keptEvents(page, OUTBOX_KEY)
    await page.goto(`${product.site}/stories`)
    const delivered = async () => views(await keptEvents(page, SENT_KEY))
    await expect
      .poll(async () => (await delivered()).map(({ page_path }) => page_path))
      .toEqual(['/about', '/stories'])
    expect((await delivered())[0]).toEqual(lost)
  })

  it('a page from the back/forward cache counts again when the reader returns to it', async () => {
    const keeping = await launchWithBackForwardCache()
    try {
      const page = await newTab(keeping)
      await page.goto(`${product.site}/about`)
      await expect.poll(paths).toEqual(['/about'])
      await page.evaluate(() => {
        Object.assign(window, { isTheSamePage: true })
      })
      await untilMeasuring(page)
      await page.goto(`${product.site}/stories`)
      await expect.poll(paths).toEqual(['/about', '/stories'])
      await page.evaluate(() => history.back())
      await expect.poll(paths).toEqual(['/about', '/stories', '/about'])
      expect(await page.evaluate(() => 'isTheSamePage' in window)).toBe(true)
      // Each time is a load with vitals of its own, at the moment of its view.
      await untilMeasuring(page)
      await page.goto(`${product.site}/stories`)
      const sent = async () =>
        (await keptEvents(page, SENT_KEY)).filter(
          (event) => 'page_path' in event && event.page_path === '/about',
        )
      const vitals = async () =>
        (await sent()).filter((event) => event.type === 'engagement' && event.lcp_ms !== undefined)
      await expect.poll(vitals).toHaveLength(2)
      const times = (events: readonly StoredEvent[]) => events.map(({ occurred_at }) => occurred_at)
      expect(times(await vitals())).toEqual(times(views(await sent())))
    } finally {
      await keeping.close()
    }
  })

  it('web vitals when the page is hidden, and again if they have grown since, as one load', async () => {
    const page = await newTab()
    await page.addInitScript(() => {
      document.addEventListener('keydown', ({ key }) => {
        const until = performance.now() + Number(key) * 100
        while (performance.now() < until);
      })
    })
    await page.goto(`${product.site}/about`)
    await untilMeasuring(page)
    const vitals = () => log.events().filter((event) => event.type === 'engagement')
    const hide = (hidden: boolean) =>
      page.evaluate((isHidden) => {
        const state = isHidden ? 'hidden' : 'visible'
        Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden })
        Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
        document.dispatchEvent(new Event('visibilitychange'))
      }, hidden)
    /** Presses a key that the page takes hundreds of milliseconds for, and looks away until that is known. */
    const press = async (key: string, reports: number) => {
      const seen = async () => {
        await page.keyboard.press(key)
        await hide(true)
        await hide(false)
        return vitals().some(({ inp_ms = 0 }) => inp_ms >= Number(key) * 100) ? vitals().length : 0
      }
      await expect.poll(seen).toBeGreaterThanOrEqual(reports)
    }
    await press('2', 1)
    await press('6', 2)
    const [view] = log.events()
    expect(new Set(vitals().map(({ occurred_at }) => occurred_at))).toEqual(new Set([view?.occurred_at]))
    const lcps = vitals().flatMap(({ lcp_ms }) => lcp_ms ?? [])
    expect(lcps).toHaveLength(1)
    expect(vitals()[0]?.cls).toBeGreaterThanOrEqual(0)
  })

  it('what happened right before the tab was closed is stored, once', async () => {
    const page = await newTab()
    await page.goto(`${product.site}/philosophy`)
    await expect.poll(types).toEqual(['page_view'])
    await page.evaluate(() => {
      document.addEventListener('click', (event) => event.preventDefault())
      document.querySelector<HTMLElement>('[data-track-id="manifesto-newsletter"]')?.click()
    })
    await page.close({ runBeforeUnload: true })
    await expect
      .poll(() => topElements(product))
      .toContainEqual({ element: 'button:manifesto-newsletter', clicks: 1 })
  })
})

/** The most clicked elements, as the dashboard receives them. */
async function topElements({ site }: Pick<Product, 'site'>): Promise<unknown[]> {
  const signedIn = await fetch(`${site}/api/auth/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: demoAdmin.email, password: demoAdmin.password }),
  })
  const { access_token } = SignedIn.parse(await signedIn.json())
  const range = new URLSearchParams({
    from: new Date(Date.now() - 3_600_000).toISOString(),
    to: new Date(Date.now() + 3_600_000).toISOString(),
    limit: '100',
  })
  const response = await fetch(`${site}/api/stats/top-elements?${range}`, {
    headers: { authorization: `Bearer ${access_token}` },
  })
  return z.array(z.unknown()).parse(await response.json())
}
