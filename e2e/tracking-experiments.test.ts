import { setTimeout as sleep } from 'node:timers/promises'
import { hash32 } from '@half-measure/shared/domain/assign-variant.ts'
import { CONSENT_KEY, SENT_KEY, SESSION_KEY, variantKey } from '@half-measure/shared/domain/consent.ts'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { axeProblems } from './harness/axe-problems.ts'
import { openAsAdmin } from './harness/dashboard-page.ts'
import { keptEvents } from './harness/kept-events.ts'
import { useProduct } from './harness/use-product.ts'
import { accepted, POPUP_SEEN, useReader } from './harness/use-reader.ts'
import { variantOf, sessionOf } from './harness/session-of.ts'

const REVIEW = '/reviews/top-5-non-alcoholic-beers-uk'
const LAYOUT = 'review_page_layout'

/** Local storage after a session, or with a distance of 1 another one, has fallen back to the variant compact. */
function fallbackOf(sessionId: string, distance = 0): Record<string, string> {
  return { [variantKey(LAYOUT)]: `${(hash32(sessionId) + distance) % 1_000}:compact` }
}

/** An entry of the Layout Instability API. */
interface Shift {
  readonly value: number
  readonly sources: readonly { readonly node: Node | null }[]
}

describe('the tests on the review page', () => {
  const product = useProduct()
  const reader = useReader()
  const { log } = reader

  /** A tab of a reader who has accepted, in a session of the given id, or has refused. */
  async function newTab(sessionId: string | undefined, local: Record<string, string> = {}): Promise<Page> {
    const kept =
      sessionId === undefined
        ? { local: { ...POPUP_SEEN, [CONSENT_KEY]: 'false' } }
        : { local: { ...accepted(), ...local }, session: { [SESSION_KEY]: sessionId } }
    const context = await reader.enter(product.browser, kept)
    await context.addInitScript(watchRanking)
    return context.newPage()
  }

  /** The review, opened by a reader who has not answered the banner yet. */
  async function openUndecided(): Promise<Page> {
    const context = await reader.enter(product.browser, { local: POPUP_SEEN })
    const page = await context.newPage()
    await page.goto(`${product.site}${REVIEW}`)
    // The id that Accept would make at random. A page that opens with one and without consent removes it.
    const id = sessionOf(LAYOUT, 'detailed')
    await page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [SESSION_KEY, id] as const)
    return page
  }

  /** What the server stores of a session in the test of the layout. */
  async function keptOf(sessionId: string): Promise<unknown> {
    const address = `${product.site}/api/assignments?session_id=${sessionId}&test_name=${LAYOUT}`
    return await (await fetch(address)).json()
  }

  const watched = (page: Page) =>
    page.evaluate(() => (window as unknown as { watch: { layouts: string[]; shift: number } }).watch)
  const ranking = (page: Page) => page.locator('section[data-layout]')

  it.each(['default', 'compact', 'detailed'])(
    'a session of the variant %s never sees another',
    async (name) => {
      const sessionId = sessionOf(LAYOUT, name)
      const page = await newTab(sessionId)
      // What fonts move when they come is another test's subject.
      await page.route('**/*.woff2', (route) => route.abort())
      await page.goto(`${product.site}${REVIEW}`)
      await ranking(page).scrollIntoViewIfNeeded()
      expect(await ranking(page).count()).toBe(1)
      expect(await ranking(page).getByRole('heading', { level: 3 }).count()).toBe(6)
      expect(await ranking(page).getByText('Winner', { exact: true }).count()).toBe(1)
      const label = variantOf('cta_button_text', sessionId)
      expect(
        await ranking(page)
          .getByRole('link', { name: `Ad ${label} (Quarter Bell Pale)`, exact: true })
          .count(),
      ).toBe(1)
      await expect.poll(() => watched(page)).toEqual({ layouts: [name], shift: 0 })
      expect(await axeProblems(page)).toEqual([])
    },
  )

  it('a variant is looked up and saved once it has been seen, and not before', async () => {
    const sessionId = sessionOf(LAYOUT, 'compact')
    const page = await newTab(sessionId)
    await page.goto(`${product.site}${REVIEW}`)
    await expect.poll(() => log.events().length).toBeGreaterThan(0)
    const calls = () => log.calls().filter((call) => call.endsWith('/api/assignments'))
    expect(calls()).toEqual([])

    await ranking(page).scrollIntoViewIfNeeded()
    await expect.poll(calls).toContain('POST /api/assignments')
    expect(calls()[0]).toBe('GET /api/assignments')
    await expect.poll(() => keptOf(sessionId)).toMatchObject({ test_name: LAYOUT, variant: 'compact' })
  })

  it('a different variant from the server applies from the next page view', async () => {
    const page = await newTab(sessionOf(LAYOUT, 'compact'))
    await page.route('**/api/assignments?*', (route) =>
      route.fulfill({ json: { test_name: LAYOUT, variant: 'detailed', assigned_at: null } }),
    )
    await page.goto(`${product.site}${REVIEW}`)
    await ranking(page).scrollIntoViewIfNeeded()
    await expect
      .poll(() => page.evaluate((key) => sessionStorage.getItem(key), variantKey(LAYOUT)))
      .toBe('detailed')
    expect(await ranking(page).getAttribute('data-layout')).toBe('compact')
    // So many sessions that saw two variants spoil a test: the server has to know.
    await expect
      .poll(() => keptEvents(page, SENT_KEY))
      .toContainEqual(
        expect.objectContaining({ type: 'ab_assignment', test_name: LAYOUT, variant: 'compact' }),
      )
    await page.reload()
    expect(await ranking(page).getAttribute('data-layout')).toBe('detailed')
    await expect.poll(async () => (await watched(page)).layouts).toEqual(['detailed'])
  })

  it.each([
    ['that the hash gives', () => ({}), 'detailed'],
    ['that another of its tabs fell back to', (id: string) => fallbackOf(id), 'compact'],
    ['of its own, not of another session', (id: string) => fallbackOf(id, 1), 'detailed'],
  ])('where saving fails the whole session keeps the variant %s', async (_, fallback, shown) => {
    const sessionId = sessionOf(LAYOUT, 'detailed')
    const page = await newTab(sessionId, fallback(sessionId))
    await page.route('**/api/assignments*', (route) => route.fulfill({ status: 503 }))
    await page.goto(`${product.site}${REVIEW}`)
    await ranking(page).scrollIntoViewIfNeeded()
    await expect
      .poll(() => keptEvents(page, SENT_KEY))
      .toContainEqual(expect.objectContaining({ type: 'ab_assignment', test_name: LAYOUT, variant: shown }))
    await expect
      .poll(() => page.evaluate((key) => localStorage.getItem(key), variantKey(LAYOUT)))
      .toContain(shown)
    await page.reload()
    expect(await ranking(page).getAttribute('data-layout')).toBe(shown)
    await expect.poll(async () => (await watched(page)).layouts).toEqual([shown])
  })

  it('the server stores a fallback that was shown, and then it is no longer needed', async () => {
    const sessionId = sessionOf(LAYOUT, 'detailed')
    const page = await newTab(sessionId, fallbackOf(sessionId))
    await page.goto(`${product.site}${REVIEW}`)
    await ranking(page).scrollIntoViewIfNeeded()
    await expect.poll(() => keptOf(sessionId)).toMatchObject({ variant: 'compact' })
    await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), variantKey(LAYOUT))).toBeNull()
  })

  it('a reader who accepts on this page sees the session’s variant, and it is recorded', async () => {
    const page = await openUndecided()
    await page.getByRole('button', { name: 'Accept Cookies' }).click()
    await expect.poll(() => ranking(page).getAttribute('data-layout')).toBe('detailed')
    await ranking(page).scrollIntoViewIfNeeded()
    await expect.poll(() => log.calls()).toContain('POST /api/assignments')
  })

  it('a reader who accepts after seeing the ranking keeps what is on the page', async () => {
    const page = await openUndecided()
    await ranking(page).scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Accept Cookies' }).click()
    await expect.poll(() => log.events().length).toBeGreaterThan(0)
    expect(await ranking(page).getAttribute('data-layout')).toBe('default')
    expect(log.calls()).not.toContain('POST /api/assignments')
  })

  it('a reader who has seen the ranking and scrolled back keeps it on Accept', async () => {
    const page = await openUndecided()
    await ranking(page).scrollIntoViewIfNeeded()
    // On the screen for a moment.
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await page.evaluate(() => scrollTo(0, 0))
    await page.getByRole('button', { name: 'Accept Cookies' }).click()
    await expect.poll(() => log.events().length).toBeGreaterThan(0)
    await ranking(page).scrollIntoViewIfNeeded()
    expect(await ranking(page).getAttribute('data-layout')).toBe('default')
    await sleep(1_000)
    expect(log.calls()).not.toContain('POST /api/assignments')
  })

  it('a reader who withdraws and accepts again stays with the variant on the page, which is not recorded', async () => {
    const page = await newTab(sessionOf(LAYOUT, 'compact'))
    await page.goto(`${product.site}${REVIEW}`)
    // Without scrolling to it: the ranking has not been on the screen.
    await page.getByRole('button', { name: 'Cookie settings' }).dispatchEvent('click')
    await page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [
      SESSION_KEY,
      sessionOf(LAYOUT, 'detailed'),
    ] as const)
    await page.getByRole('button', { name: 'Accept Cookies' }).click()
    await expect.poll(() => log.events().length).toBeGreaterThan(0)
    await ranking(page).scrollIntoViewIfNeeded()
    expect(await ranking(page).getAttribute('data-layout')).toBe('compact')
    await sleep(1_000)
    expect(log.calls()).not.toContain('POST /api/assignments')
  })

  it('the cookie page lists the variants that were recorded', async () => {
    const page = await newTab(sessionOf(LAYOUT, 'compact'))
    await page.goto(`${product.site}${REVIEW}`)
    await ranking(page).scrollIntoViewIfNeeded()
    await expect
      .poll(() => page.evaluate((key) => sessionStorage.getItem(key), variantKey(LAYOUT)))
      .toBe('compact')
    await page.goto(`${product.site}/cookie-policy`)
    await page.getByText(`ab assignment (test_name: ${LAYOUT}, variant: compact)`).waitFor()
  })

  it('without consent the control is shown, and nothing is sent', async () => {
    const page = await newTab(undefined)
    await page.goto(`${product.site}${REVIEW}`)
    await ranking(page).scrollIntoViewIfNeeded()
    expect(await ranking(page).getAttribute('data-layout')).toBe('default')
    expect(await page.getByRole('link', { name: /^Ad Learn More \(/ }).count()).toBe(6)
    expect(log.calls()).toEqual([])
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
  })

  describe('that an administrator has ended', () => {
    let dashboard: Page
    const card = () => dashboard.getByRole('region', { name: LAYOUT, exact: true })

    beforeAll(async () => {
      dashboard = await openAsAdmin(product, '/admin/experiments', 'Experiments')
    })

    it('ends with a choice of what every reader is to see', async () => {
      await card()
        .getByRole('button', { name: `End test: ${LAYOUT}` })
        .click()
      const dialog = dashboard.getByRole('dialog', { name: `End ${LAYOUT}` })
      await dialog.waitFor()
      expect(await axeProblems(dashboard)).toEqual([])
      await dialog.getByLabel('compact').check()
      await dialog.getByLabel('Why').fill('Readers find their beer sooner')
      await dialog.getByRole('button', { name: 'End test' }).click()
      await card()
        .getByText(/^Ended .* Every reader now sees “compact”\.$/)
        .waitFor()
      await dashboard.getByText(`${LAYOUT} has ended.`).waitFor()
    })

    it.each([
      ['without consent', undefined],
      ['whose session had another variant', sessionOf(LAYOUT, 'detailed')],
    ])('a reader %s sees what was chosen, and nothing else before it', async (_, sessionId) => {
      const page = await newTab(sessionId)
      await page.route('**/*.woff2', (route) => route.abort())
      await page.goto(`${product.site}${REVIEW}`)
      await ranking(page).scrollIntoViewIfNeeded()
      await expect.poll(() => watched(page)).toEqual({ layouts: ['compact'], shift: 0 })
    })

    it('counts nobody any more, and the other test goes on', async () => {
      const sessionId = sessionOf(LAYOUT, 'detailed')
      const page = await newTab(sessionId)
      await page.goto(`${product.site}${REVIEW}`)
      await ranking(page).scrollIntoViewIfNeeded()
      await ranking(page).getByRole('link').first().scrollIntoViewIfNeeded()
      await expect.poll(() => log.calls()).toContain('POST /api/assignments')
      expect(await keptOf(sessionId)).toMatchObject({ variant: null })
      // The tab stores it when the response arrives, a moment after the request.
      await expect
        .poll(() => page.evaluate((key) => sessionStorage.getItem(key), variantKey('cta_button_text')))
        .toBe(variantOf('cta_button_text', sessionId))
    })

    it('a reader who accepts on the page keeps what was chosen', async () => {
      const page = await openUndecided()
      await page.getByRole('button', { name: 'Accept Cookies' }).click()
      await expect.poll(() => log.events().length).toBeGreaterThan(0)
      expect(await ranking(page).getAttribute('data-layout')).toBe('compact')
    })

    it('has a panel that says why, and goes into the archive and back', async () => {
      await card().getByText('Readers find their beer sooner').waitFor()
      await card()
        .getByRole('button', { name: `Archive: ${LAYOUT}` })
        .click()
      await card().waitFor({ state: 'detached' })
      await dashboard.getByText('Archived tests (1)').click()
      expect(await axeProblems(dashboard)).toEqual([])
      await card()
        .getByRole('button', { name: `Restore: ${LAYOUT}` })
        .click()
      await card()
        .getByRole('button', { name: `Archive: ${LAYOUT}` })
        .waitFor()
      expect(await dashboard.getByText(/^Archived tests/).count()).toBe(0)
      const goal = dashboard.getByLabel('Goal')
      await goal.focus()
      await goal.selectOption('value')
      await expect.poll(() => dashboard.url()).toContain('goal=value')
      expect(await goal.evaluate((select) => select === document.activeElement)).toBe(true)
      await goal.selectOption('own')
    })

    it('shows every reader another variant once an administrator changes it', async () => {
      await card().getByLabel('Every reader sees').selectOption('detailed')
      await card()
        .getByRole('button', { name: `Change variant: ${LAYOUT}` })
        .click()
      await card()
        .getByText(/Every reader now sees “detailed”\.$/)
        .waitFor()
      const page = await newTab(undefined)
      await page.goto(`${product.site}${REVIEW}`)
      await ranking(page).scrollIntoViewIfNeeded()
      await expect.poll(async () => (await watched(page)).layouts).toEqual(['detailed'])
    })
  })
})

/** In a page: writes down which layouts of the ranking were shown, and how far it moved once it was on the screen. */
function watchRanking(): void {
  const watch = { layouts: [] as string[], shift: 0 }
  Object.assign(window, { watch })
  const look = () => {
    const shown = document.querySelector<HTMLElement>('section[data-layout]')?.dataset['layout']
    if (shown && watch.layouts.at(-1) !== shown) watch.layouts.push(shown)
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as Shift[]) {
      const moved = entry.sources.some(({ node }) => node?.parentElement?.closest('[data-layout]'))
      if (moved) watch.shift += entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
