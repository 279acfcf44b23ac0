import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { newReader } from './harness/browser.ts'
import { openAsAdmin } from './harness/dashboard-page.ts'
import { ExplorePage } from './harness/explore-page.ts'
import { exploreSessions, SESSIONS, WEEK } from './harness/explored-sessions.ts'
import { dayOf, type KnownSession } from './harness/known-sessions.ts'
import { rowsOf } from './harness/rows-of.ts'
import { useProduct } from './harness/use-product.ts'
import { count, on } from './harness/session-figures.ts'

describe('the chart of a figure', () => {
  const product = useProduct()
  let page: Page
  let explore: ExplorePage

  beforeAll(async () => {
    ;({ page, explore } = await exploreSessions(product))
  })

  it('a card chooses what the chart shows, and the chart can be read as a table', async () => {
    await explore.show(WEEK)
    await explore
      .card('Clicks')
      .getByRole('button', { name: /^Clicks/ })
      .click()
    await expect.poll(() => page.url()).toContain('metric=clicks')
    await page.getByRole('region', { name: 'Clicks', exact: true }).waitFor()
    await page.getByText('View as table').click()
    const perDay = await rowsOf(page.getByRole('table', { name: 'Clicks over time' }))
    const days = new Set(SESSIONS.map((session) => dayOf(session)))
    for (const day of days) {
      const clicks = SESSIONS.filter((session) => dayOf(session) === day).flatMap(({ clicks }) => clicks)
      const label = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
      expect(perDay.find(([time]) => time?.includes(label.format(new Date(day))))?.[1]).toBe(
        String(clicks.length),
      )
    }
    expect(perDay).toHaveLength(7)
  })

  it('a bucket links to its own hours', async () => {
    await explore.show(WEEK)
    const day = dayOf(SESSIONS[0] as KnownSession)
    await page.getByText('View as table').click()
    const label = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' }).format(new Date(day))
    await page.getByRole('table', { name: 'Sessions over time' }).getByRole('link', { name: label }).click()
    await expect.poll(async () => page.url()).toContain(`from=${day}&to=${day}`)
    await expect.poll(() => page.getByLabel('Interval').inputValue()).toBe('hour')
    await expect.poll(() => explore.figure('Sessions')).toBe(count(SESSIONS.filter(on(1))))
    await page.goBack()
    await expect.poll(() => explore.figure('Sessions')).toBe(count(SESSIONS))
  })

  it('is read bucket by bucket by keyboard, and opened with Enter', async () => {
    await explore.show(WEEK)
    const chart = page.getByRole('slider', { name: 'Sessions over time' })
    await chart.waitFor()
    await page.getByLabel('Interval').focus()
    await page.keyboard.press('Tab')
    await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/, so far: 0\.$/)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => chart.getAttribute('aria-valuetext')).toContain(wordsOf(1))
    expect(await chart.getAttribute('aria-valuenow')).toBe('6')
    await page.getByText('Enter Show this day').waitFor()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => chart.getAttribute('aria-valuenow')).toBe('1')
    // Nothing was counted yet, which is not zero.
    expect(await chart.getAttribute('aria-valuetext')).toMatch(/: –\./)

    // It takes the mark away, not the filters.
    await explore.show(`${WEEK}&f=is_not,page,/nowhere`)
    await chart.focus()
    await page.keyboard.press('End')
    await page.locator('.plot-tip').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.plot-tip').waitFor({ state: 'detached' })
    expect(page.url()).toContain('f=is_not')
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    const yesterday = dayOf(SESSIONS[0] as KnownSession)
    await expect.poll(() => page.url()).toContain(`from=${yesterday}&to=${yesterday}`)
    await expect.poll(() => page.getByLabel('Interval').inputValue()).toBe('hour')
    expect(await chart.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('is read by touch, and opened by a second tap or its button', async () => {
    const phone = await newReader(product.browser, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
    })
    const touched = await openAsAdmin(product, '/admin/explore', 'Explore', await phone.newPage())
    const held = new ExplorePage(touched, product.stack.dashboard)
    await held.show(WEEK)
    const chart = touched.getByRole('slider', { name: 'Sessions over time' })
    const tip = touched.locator('.plot-tip')
    const press = async (part: number) => {
      await chart.scrollIntoViewIfNeeded()
      const plot = await chart.locator('.recharts-cartesian-grid').boundingBox()
      if (!plot) throw new Error('nothing is drawn')
      await touched.touchscreen.tap(plot.x + plot.width * part, plot.y + plot.height - 20)
    }
    await press(5 / 6)
    await expect.poll(() => tip.innerText()).toContain(count(SESSIONS.filter(on(1))))
    expect(touched.url()).toContain('period=7d')
    await press(4 / 6)
    await expect.poll(() => tip.innerText()).toContain(count(SESSIONS.filter(on(2))))
    await press(4 / 6)
    const day = dayOf(SESSIONS[1] as KnownSession)
    await expect.poll(() => touched.url()).toContain(`from=${day}&to=${day}`)

    await held.show(WEEK)
    await press(5 / 6)
    await tip.getByRole('button', { name: 'Show this day' }).tap()
    const yesterday = dayOf(SESSIONS[0] as KnownSession)
    await expect.poll(() => touched.url()).toContain(`from=${yesterday}&to=${yesterday}`)
    await phone.close()
  })

  it('draws no future hours', async () => {
    await explore.show('period=today&compare=off')
    await page.getByText('View as table').click()
    const hours = await rowsOf(page.getByRole('table', { name: 'Sessions over time' }))
    const running = hours.findIndex(([hour]) => hour?.endsWith('(so far)'))
    expect(hours.slice(0, running + 1).map(([, sessions]) => sessions)).not.toContain('–')
    expect(new Set(hours.slice(running + 1).map(([, sessions]) => sessions))).toEqual(
      new Set(running === 23 ? [] : ['–']),
    )
  })
})

/** `Thursday 19 November 2026: 12.` */
function wordsOf(daysAgo: number): string {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' })
    .format(new Date(dayOf({ ...(SESSIONS[0] as KnownSession), daysAgo })))
    .replace(',', '')
  return `${day}: ${count(SESSIONS.filter(on(daysAgo)))}.`
}
