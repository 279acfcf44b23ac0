import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { openAsAdmin, openDashboard } from './harness/dashboard-page.ts'
import { dayOf, knownSessions, type KnownSession, sendSession } from './harness/known-sessions.ts'
import { untilStored } from './harness/until.ts'
import { useSharedProduct } from './harness/use-product.ts'

const [yesterday, dayBefore] = knownSessions(2) as [KnownSession, KnownSession]
const FROM = dayOf(dayBefore)
const TO = dayOf(yesterday)

/** As the calendar names the day: `18 November 2026`. */
const named = (day: string) =>
  new RegExp(`\\b${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(new Date(day))}`)

describe('the date range of the figures', () => {
  const product = useSharedProduct()
  let page: Page

  beforeAll(async () => {
    page = await openAsAdmin(product, '/admin/analytics', 'Analytics Dashboard')
  })

  const button = () => page.getByRole('button', { name: /^Period:/ })
  const picker = () => page.getByRole('dialog', { name: 'Choose a period' })
  const press = (day: string) =>
    picker()
      .getByRole('button', { name: named(day) })
      .click()

  /** What is cut off cannot be pressed, and the page would scroll to the day in focus. */
  async function expectToFit() {
    const { y, height } = (await picker().boundingBox()) ?? { y: NaN, height: NaN }
    expect(y + height).toBeLessThanOrEqual(await page.evaluate(() => innerHeight))
    expect(await page.evaluate(() => scrollY)).toBe(0)
  }

  it('is chosen by two clicks, in either order, on a calendar of two months', async () => {
    await button().click()
    await expect.poll(() => picker().getByRole('grid').count()).toBe(2)
    await expectToFit()
    await press(TO)
    await picker().getByText('Now choose the last day.').waitFor()
    await press(FROM)
    await picker().waitFor({ state: 'hidden' })
    await expect.poll(() => new URL(page.url()).search).toBe(`?from=${FROM}&to=${TO}`)
  })

  it('is marked on the calendar', async () => {
    await button().click()
    const colour = (day: string) =>
      picker()
        .getByRole('button', { name: named(day) })
        .evaluate((element) => getComputedStyle(element).backgroundColor)
    const hop = await picker()
      .getByRole('button', { name: 'Apply' })
      .evaluate((element) => getComputedStyle(element).backgroundColor)
    expect([await colour(FROM), await colour(TO)]).toEqual([hop, hop])
    await page.keyboard.press('Escape')
    await picker().waitFor({ state: 'hidden' })
  })

  it('does not change until both days are chosen, and says which is missing', async () => {
    const before = page.url()
    await button().click()
    await press(FROM)
    await picker().getByText('Now choose the last day.').waitFor()
    expect(await button().textContent()).toContain('Pick a date range')
    await page.keyboard.press('Escape')
    await picker().waitFor({ state: 'hidden' })
    // The page hears of it a moment after the dialog is gone.
    await expect.poll(() => button().textContent()).not.toContain('Pick a date range')
    expect(page.url()).toBe(before)
  })

  it.each([600, 400])('is chosen in a window of %i px in height', async (height) => {
    await page.setViewportSize({ width: 1280, height })
    await button().click()
    await expect.poll(() => picker().getByRole('grid').count()).toBe(2)
    await expectToFit()
    await page.keyboard.press('Escape')
    await picker().waitFor({ state: 'hidden' })
  })

  it('is chosen on a phone from a full-width sheet that can be closed', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await button().click()
    expect((await picker().boundingBox())?.width).toBe(390)
    await picker().getByRole('button', { name: 'Close' }).click()
    await picker().waitFor({ state: 'hidden' })
  })

  it('resets to the last seven days with one click', async () => {
    await button().click()
    await picker().getByRole('button', { name: '7 days up to now' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('')
  })
})

describe('the list of sessions up to now', () => {
  const product = useSharedProduct()
  const PATH = '/where-only-these-sessions-were'
  const SCOPE = `period=rolling&compare=off&f=is,page,${PATH}`
  const sessions = knownSessions(52).map((session) => ({ ...session, pages: [PATH], daysAgo: 1 }))
  const last = { ...(sessions.pop() as KnownSession), daysAgo: 0 }
  let page: Page

  beforeAll(async () => {
    for (const session of sessions) await sendSession(product.site, session)
    await untilStored(product.site)
    page = await openDashboard(product)
    await page.clock.install()
    await openAsAdmin(product, `/admin/sessions?${SCOPE}`, 'Sessions', page)
  })

  const listed = async () =>
    (await page.getByRole('table', { name: 'Sessions' }).getByRole('row').count()) - 1
  const counted = () => page.getByRole('region', { name: 'Summary' }).getByText('52', { exact: true })

  it('gains the sessions that the figures above it count', async () => {
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(listed).toBe(51)
    await sendSession(product.site, last)
    await untilStored(product.site)
    const afterNextPoll = async () => {
      await page.clock.fastForward(31_000)
      return [await counted().count(), await listed()]
    }
    // The first poll may come a moment before the session is in the figures.
    await expect.poll(afterNextPoll, { interval: 2_000 }).toEqual([1, 52])
  })

  it('keeps what “Show more” added while minutes pass', async () => {
    const requested = page.waitForRequest((request) => request.url().includes('cursor='))
    await page.clock.fastForward(61_000)
    await requested
    await counted().waitFor()
    expect(await listed()).toBe(52)
  })

  it('is what a session’s page leads back to, and its events lead to the same period', async () => {
    await page.getByRole('table', { name: 'Sessions' }).getByRole('link').first().click()
    const view = page.locator('.session-path').getByRole('link').first()
    expect(await view.getAttribute('href')).toContain(SCOPE)
    await page.getByRole('link', { name: 'All sessions' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe(`?${SCOPE}`)
    await expect.poll(listed).toBe(52)
    await page.context().close()
  })
})
