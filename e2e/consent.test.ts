import { setTimeout as sleep } from 'node:timers/promises'
import {
  CONSENT_AT_KEY,
  CONSENT_ID_KEY,
  CONSENT_KEY,
  CONSENT_VERSION,
  CONSENT_VERSION_KEY,
  SESSION_KEY,
  WITHDRAWN_SESSION_KEY,
} from '@half-measure/shared/domain/consent.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { axeProblems } from './harness/axe-problems.ts'
import { useSharedProduct } from './harness/use-product.ts'
import { useReader } from './harness/use-reader.ts'

describe('the reader’s choice', () => {
  const product = useSharedProduct()
  const reader = useReader()
  const { log } = reader

  async function open(path = '/articles/pine-beer', init?: () => void): Promise<Page> {
    const context = await reader.enter(product.browser)
    if (init) await context.addInitScript(init)
    const page = await context.newPage()
    await page.goto(`${product.site}${path}`)
    return page
  }

  const stored = (page: Page) =>
    page.evaluate(() => Object.keys(localStorage).concat(Object.keys(sessionStorage)).sort())
  /** An answer is counted only once its banner is. */
  const untilCounted = async () => {
    await expect.poll(() => log.banners().length).toBe(1)
  }
  const bar = (page: Page) => page.getByRole('region', { name: /^Cookies on/ })
  const accept = (page: Page) => page.getByRole('button', { name: 'Accept Cookies' }).click()

  it('a clean profile sees the banner, with equal buttons; nothing is stored, and only the banner count is sent', async () => {
    const page = await open()
    await bar(page).waitFor()
    const [reject, yes] = await Promise.all(
      ['Reject', 'Accept Cookies'].map((name) => page.getByRole('button', { name }).boundingBox()),
    )
    expect(reject?.height).toBe(yes?.height)
    expect(Math.abs((reject?.width ?? 0) - (yes?.width ?? 0))).toBeLessThan(30)
    await untilCounted()
    await sleep(1_000)
    expect(log.calls()).toEqual(['POST /api/consent/banner'])
    expect(log.banners()).toEqual([{ page_path: '/articles/pine-beer', banner: 'shown' }])
    expect(log.urls.filter((url) => !url.startsWith(product.site))).toEqual([])
    // What measures web vitals is fetched by those who accept.
    expect(log.urls.filter((url) => url.includes('web-vitals'))).toEqual([])
    expect(await stored(page)).toEqual([])
  })

  it('Accept counts the page being read, at the moment of Accept, and leaves proof', async () => {
    const page = await open()
    await untilCounted()
    await accept(page)
    await expect.poll(() => log.events().length).toBe(1)
    const at = await page.evaluate((key) => localStorage.getItem(key), CONSENT_AT_KEY)
    expect(log.events()).toMatchObject([
      { type: 'page_view', page_path: '/articles/pine-beer', occurred_at: Date.parse(at ?? '') },
    ])
    const id = await page.evaluate((key) => localStorage.getItem(key), CONSENT_ID_KEY)
    await expect.poll(() => log.choices()).toEqual([{ id, version: '2026-11', granted: true }])
    expect(await bar(page).isHidden()).toBe(true)
    await expect.poll(() => log.banners().map(({ banner }) => banner)).toEqual(['shown', 'accepted'])
  })

  it('a reader who accepted earlier words is asked again, and nothing is sent until they accept', async () => {
    const page = await open('/terms')
    // Otherwise the next page sends it again.
    const kept = page.waitForResponse((response) => response.url().endsWith('/api/consent'))
    await accept(page)
    await expect.poll(() => [log.events().length, log.choices().length]).toEqual([1, 1])
    await kept
    await page.evaluate((key) => localStorage.setItem(key, '2025-01'), CONSENT_VERSION_KEY)
    log.clear()
    const sent = page.waitForRequest((request) => request.url().includes('/api/events'))
    await page.goto(`${product.site}/about`)
    await bar(page).waitFor()
    await sleep(1_000)
    expect(log.events()).toEqual([])
    await accept(page)
    expect((await sent).postDataJSON()).toMatchObject({ consent: { version: CONSENT_VERSION } })
    // The earlier consent has ended, and the new one is another.
    await expect.poll(() => log.choices().map(({ granted }) => granted)).toEqual([false, true])
  })

  it('Reject stores the choice and nothing else, and the next page is not counted either', async () => {
    const page = await open()
    await untilCounted()
    await page.getByRole('button', { name: 'Reject' }).click()
    const page_path = '/articles/pine-beer'
    const counts = ['shown', 'rejected'].map((banner) => ({ page_path, banner }))
    await expect.poll(() => log.banners()).toEqual(counts)
    await page.goto(`${product.site}/stories`)
    await sleep(1_000)
    expect(await stored(page)).toEqual([CONSENT_KEY])
    expect(await page.evaluate((key) => localStorage.getItem(key), CONSENT_KEY)).toBe('false')
    // The next page has no banner.
    expect(log.banners()).toEqual(counts)
    expect(new Set(log.calls())).toEqual(new Set(['POST /api/consent/banner']))
  })

  it('banner counts are sent without cookies, and only once the banner was seen', async () => {
    const context = await reader.enter(product.browser)
    await context.addCookies([{ name: 'any', value: 'kept', url: product.site }])
    await context.addInitScript(() => {
      // A tab in the background.
      if (!location.search.includes('behind')) return
      Object.defineProperty(document, 'hidden', { configurable: true, value: true })
    })
    const page = await context.newPage()
    await page.goto(`${product.site}/stories?behind`)
    await bar(page).waitFor()
    await sleep(500)
    expect(log.banners()).toEqual([])
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/consent/banner'))
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: false })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    const headers = await (await sent).allHeaders()
    expect(headers['cookie']).toBeUndefined()
    expect((await (await sent).response())?.status()).toBe(204)
    expect(log.banners()).toEqual([{ page_path: '/stories', banner: 'shown' }])
  })

  it('reset shows the banner again and withdraws: nothing more is sent, and the withdrawal is recorded', async () => {
    const page = await open()
    await untilCounted()
    await accept(page)
    await expect.poll(() => log.events().length).toBe(1)
    const [proof] = log.choices()
    await page.getByRole('button', { name: 'Cookie settings' }).click()
    await expect.poll(() => log.choices()).toEqual([proof, { ...proof, granted: false }])
    // Only the session's id, until the reader has answered whether to erase its events.
    await expect.poll(() => stored(page)).toEqual([WITHDRAWN_SESSION_KEY])
    await page.getByRole('button', { name: 'Accept Cookies' }).waitFor()

    // The banner that the reader opened is not one that was shown to them.
    expect(log.banners().map(({ banner }) => banner)).toEqual(['shown', 'accepted'])

    log.clear()
    await page.goto(`${product.site}/stories`)
    await untilCounted()
    await sleep(1_000)
    expect(log.calls()).toEqual(['POST /api/consent/banner'])
  })

  it('withdrawal offers to erase the visit, and erases it', async () => {
    // No popup there: it would open over the buttons of a reader who takes three seconds.
    const page = await open('/terms')
    await accept(page)
    await expect.poll(() => log.beacons().length).toBe(1)
    const session_id = log.beacons()[0]?.sessionId
    await page.getByRole('button', { name: 'Cookie settings' }).click()
    const erasureRequest = page.waitForRequest((request) => request.url().endsWith('/api/erasure'))
    await page.getByRole('button', { name: 'Erase this visit' }).click()
    expect((await erasureRequest).postDataJSON()).toEqual({ session_id })
    await page.getByText('Erased.').waitFor()
    await page.getByRole('button', { name: 'Reject' }).click()
    await bar(page).getByRole('button', { name: 'Close' }).click()
    expect(await bar(page).isHidden()).toBe(true)
  })

  const eraseVisit = (page: Page) => bar(page).getByRole('button', { name: 'Erase this visit' })

  /** A reader who has accepted and withdrawn on a page without a popup. @returns the session's id too. */
  async function openAndWithdraw(): Promise<{ page: Page; session_id: string | undefined }> {
    const page = await open('/terms')
    await accept(page)
    await expect.poll(() => log.beacons().length).toBe(1)
    const session_id = log.beacons()[0]?.sessionId
    await page.getByRole('button', { name: 'Cookie settings' }).click()
    await eraseVisit(page).waitFor()
    return { page, session_id }
  }

  it('an unanswered offer to erase returns on the next page, and the cookie page has a button for it', async () => {
    const { page, session_id } = await openAndWithdraw()
    await page.route('**/api/erasure', (route) => route.abort())
    await eraseVisit(page).focus()
    await page.keyboard.press('Enter')
    await bar(page).getByText('That did not reach us. Please try again.').waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Erase this visit')
    await page.unroute('**/api/erasure')
    const message = 'Too many requests from this network. Send the same again later.'
    await page.route('**/api/erasure', (route) =>
      route.fulfill({ status: 429, json: { error: { code: 'rate_limited', message } } }),
    )
    await page.keyboard.press('Enter')
    await bar(page).getByText(message).waitFor()
    await page.unroute('**/api/erasure')

    await bar(page).getByRole('link', { name: 'Learn more' }).click()
    await page.waitForURL(/\/cookie-policy$/)
    await eraseVisit(page).waitFor()
    const status = page.getByRole('region', { name: 'Your browser, at this moment' })
    expect(await status.textContent()).toContain('Nothing since counting stopped.')
    expect(await status.textContent()).toContain(session_id)
    expect(await axeProblems(page)).toEqual([])
    const erasureRequest = page.waitForRequest((request) => request.url().endsWith('/api/erasure'))
    await status.getByRole('button', { name: 'Erase what was sent' }).click()
    expect((await erasureRequest).postDataJSON()).toEqual({ session_id })
    await expect.poll(() => status.textContent()).toContain('Erased.')
    await eraseVisit(page).waitFor({ state: 'hidden' })
    expect(await stored(page)).toEqual([])
  })

  it.each(['Leave it', 'Accept Cookies'])(
    '%s ends the offer to erase, on the next page too',
    async (answer) => {
      const { page } = await openAndWithdraw()
      // Reject says nothing about the offer.
      if (answer === 'Leave it') await bar(page).getByRole('button', { name: 'Reject' }).click()
      await page.reload()
      await eraseVisit(page).waitFor()
      await bar(page).getByRole('button', { name: answer }).click()
      await eraseVisit(page).waitFor({ state: 'hidden' })
      expect(await stored(page)).not.toContain(WITHDRAWN_SESSION_KEY)
      await page.reload()
      await page.getByRole('button', { name: 'Cookie settings' }).waitFor()
      expect(await bar(page).isHidden()).toBe(true)
    },
  )

  /** A reader who has accepted, in a tab that is on another site now, and in a second one. */
  async function openAndGoAway(): Promise<{ page: Page; other: Page }> {
    const page = await open('/terms')
    await accept(page)
    await expect.poll(() => log.beacons().length).toBe(1)
    await page.goto('about:blank')
    const other = await reader.context.newPage()
    await other.goto(`${product.site}/terms`)
    return { page, other }
  }

  it('a tab that was on another site during the withdrawal ends its session when it is back, and offers to erase it', async () => {
    const { page, other } = await openAndGoAway()
    // Only what a tab has counted can be erased.
    await other.waitForFunction(() => sessionStorage.getItem('analytics-session') !== null)
    await other.getByRole('button', { name: 'Cookie settings' }).click()
    await eraseVisit(other).waitFor()

    await page.goto(`${product.site}/terms`)
    const erasureRequest = page.waitForRequest((request) => request.url().endsWith('/api/erasure'))
    await eraseVisit(page).click()
    expect((await erasureRequest).postDataJSON()).toEqual({ session_id: log.beacons()[0]?.sessionId })
    await bar(page).getByText('Erased.').waitFor()
    expect(await stored(page)).toEqual([])
  })

  it('a tab that was on another site while the reader withdrew and accepted again begins another session', async () => {
    const { page, other } = await openAndGoAway()
    await other.getByRole('button', { name: 'Cookie settings' }).click()
    await accept(other)
    await expect.poll(() => other.evaluate((key) => sessionStorage.getItem(key), SESSION_KEY)).not.toBeNull()
    const [withdrawn] = log.beacons()
    log.clear()
    await page.goto(`${product.site}/about`)
    await expect.poll(() => log.events()).toMatchObject([{ type: 'page_view', page_path: '/about' }])
    expect(log.beacons()[0]?.sessionId).not.toBe(withdrawn?.sessionId)
    expect(await bar(page).isHidden()).toBe(true)
  })

  it('a choice takes effect in all open tabs at once', async () => {
    const page = await open()
    const other = await reader.context.newPage()
    await other.goto(`${product.site}/stories`)
    await accept(page)
    await bar(other).waitFor({ state: 'hidden' })
    await expect.poll(() => log.events().map((event) => event.type)).toEqual(['page_view', 'page_view'])
    expect(new Set(log.beacons().map(({ sessionId }) => sessionId)).size).toBe(2)
    expect(log.choices()).toHaveLength(1)

    await page.getByRole('button', { name: 'Cookie settings' }).click()
    await bar(other).waitFor()
    await expect.poll(() => other.evaluate((key) => sessionStorage.getItem(key), SESSION_KEY)).toBeNull()
    await expect.poll(() => log.choices()).toHaveLength(2)
  })

  it('Global Privacy Control is a refusal without a banner, which Accept overrides', async () => {
    // No popup there either.
    const page = await open('/terms', () =>
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
    )
    await sleep(1_000)
    expect(await bar(page).isHidden()).toBe(true)
    expect(log.calls()).toEqual([])
    await page.getByRole('button', { name: 'Cookie settings' }).click()
    await accept(page)
    await expect.poll(() => log.events().length).toBe(1)
    expect(log.banners()).toEqual([])

    await page.getByRole('button', { name: 'Cookie settings' }).click()
    await page.reload()
    await eraseVisit(page).waitFor()
    expect(await page.getByRole('button', { name: 'Reject' }).isHidden()).toBe(true)
  })

  it('the page works with storage blocked, and a choice lasts as long as the page', async () => {
    const errors: string[] = []
    const page = await open('/stories', () => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('blocked', 'SecurityError')
          },
        })
      }
    })
    page.on('pageerror', (error) => errors.push(error.message))
    await accept(page)
    await expect.poll(() => log.events().length).toBe(1)
    await page.reload()
    await bar(page).waitFor()
    expect(errors).toEqual([])
  })

  it('the cookie page shows what this browser keeps and has sent, and erases it', async () => {
    const page = await open('/cookie-policy')
    await accept(page)
    await expect.poll(() => log.beacons().length).toBe(1)
    const status = page.getByRole('region', { name: 'Your browser, at this moment' })
    const session_id = log.beacons()[0]?.sessionId
    await expect.poll(() => status.textContent()).toContain('page_path: /cookie-policy')
    expect(await status.textContent()).toContain(
      `analytics-sessionA random number for this visit. ${session_id}`,
    )
    expect(await status.textContent()).toContain('cookie-consentYour answer about cookies. true')

    expect(await axeProblems(page)).toEqual([])

    // A selection outlasts what the page adds to its lists meanwhile.
    await page.evaluate((id) => {
      const values = Array.from(document.querySelectorAll('[data-status-stored] code'))
      const value = values.find(({ textContent }) => textContent === id)
      if (value) getSelection()?.selectAllChildren(value)
      localStorage.setItem('newsletter-popup-seen', 'true')
    }, session_id)
    await expect.poll(() => status.textContent()).toContain('newsletter-popup-seen')
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(session_id)

    const erasureRequest = page.waitForRequest((request) => request.url().endsWith('/api/erasure'))
    await status.getByRole('button', { name: 'Erase what was sent' }).click()
    expect((await erasureRequest).postDataJSON()).toEqual({ session_id })
    await expect.poll(() => status.textContent()).toContain('Erased.')
    expect(await page.evaluate((key) => sessionStorage.getItem(key), SESSION_KEY)).toBeNull()
    expect(await status.textContent()).toContain('Nothing.')
  })

  it('after an erasure another tab of the session goes on in another one, and lists only what the server took', async () => {
    const page = await open('/cookie-policy')
    await accept(page)
    await expect.poll(() => log.beacons().length).toBe(1)
    const erased = log.beacons()[0]?.sessionId
    const opened = reader.context.waitForEvent('page')
    await page
      .getByRole('link', { name: 'About' })
      .first()
      .click({ modifiers: ['ControlOrMeta'] })
    const other = await opened
    const views = () => log.events().flatMap((event) => (event.type === 'page_view' ? event.page_path : []))
    await expect.poll(views).toEqual(['/cookie-policy', '/about'])
    expect(new Set(log.beacons().map(({ sessionId }) => sessionId))).toEqual(new Set([erased]))
    const status = page.getByRole('region', { name: 'Your browser, at this moment' })
    await status.getByRole('button', { name: 'Erase what was sent' }).click()
    await expect.poll(() => status.textContent()).toContain('Erased.')

    log.clear()
    await other.goto(`${product.site}/cookie-policy`)
    const sent = other.locator('[data-status-sent]')
    await expect.poll(() => sent.textContent()).toContain('page_path: /cookie-policy')
    const [refused, taken] = [true, false].map((isErased) =>
      log.beacons().flatMap(({ sessionId, events }) => ((sessionId === erased) === isErased ? events : [])),
    )
    expect(refused).toContainEqual(expect.objectContaining({ page_path: '/cookie-policy' }))
    expect(taken?.[0]).toMatchObject({ type: 'page_view', page_path: '/cookie-policy' })
    for (const { event_id } of refused ?? []) expect(await sent.textContent()).not.toContain(event_id)
  })
})
