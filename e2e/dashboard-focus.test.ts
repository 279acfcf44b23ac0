import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openAsAdmin, openDashboard } from './harness/dashboard-page.ts'
import { requestsUnderWay, untilLoaded } from './harness/until.ts'
import { useSharedProduct } from './harness/use-product.ts'

describe('the focus in the dashboard', () => {
  const product = useSharedProduct()

  it('stays with the filters when one is removed', async () => {
    const page = await openAsAdmin(product, '/admin/explore?f=is,page,/nowhere&f=is,device,phone', 'Explore')
    await page.getByRole('button', { name: 'Remove the filter: Page is /nowhere' }).press('Enter')
    await expect.poll(() => labelOfFocus(page)).toBe('Filters')
    await page.getByRole('button', { name: 'Clear all' }).press('Enter')
    await page.getByRole('button', { name: 'Clear all' }).waitFor({ state: 'hidden' })
    await expect.poll(() => labelOfFocus(page)).toBe('Filters')
    await page.context().close()
  })

  it('stays in a field whose form the response has renewed', async () => {
    const page = await openAsAdmin(product, '/admin/subscribers', 'Subscribers')
    const field = page.getByRole('searchbox', { name: 'Search addresses' })
    await field.fill('nobody@')
    await field.press('Enter')
    await page.waitForURL('**/subscribers?q=nobody*')
    await expect.poll(() => labelOfFocus(page)).toBe('Search addresses')
    await page.context().close()
  })

  it('goes with a step of a funnel that is moved', async () => {
    const page = await openAsAdmin(product, '/admin/funnels', 'Funnels')
    await page.getByRole('button', { name: 'Add a step' }).click()
    const kinds = page.getByLabel(/^Kind of step/)
    await page.getByLabel('Kind of step 3').selectOption({ label: 'Element' })
    await page.getByRole('button', { name: 'Move step 3 up' }).press('Enter')
    await page.keyboard.press('Enter')
    expect(await labelOfFocus(page)).toBe('Move step 1 up')
    const chosen = await kinds.evaluateAll((selects) =>
      selects.map((select) => (select as HTMLSelectElement).value),
    )
    expect(chosen[0]).toBe('element')
    await page.context().close()
  })

  it('a typed value that was not added is applied with the filter', async () => {
    const page = await openAsAdmin(product, '/admin/explore', 'Explore')
    await page.getByRole('button', { name: 'Add a filter' }).click()
    await page.getByLabel('Search for a value, or type one').fill('/nowhere')
    // By keyboard: suggestions that arrive move the button.
    await page.getByRole('button', { name: 'Apply' }).press('Enter')
    await page.waitForURL('**/explore?**')
    expect(new URL(page.url()).searchParams.getAll('f')).toEqual(['is,page,/nowhere'])
    await page.context().close()
  })

  it('a form is sent once, however often Enter is pressed', async () => {
    const page = await openAsAdmin(product, '/admin/funnels', 'Funnels')
    let sent = 0
    const { promise: pressedTwice, resolve: respond } = Promise.withResolvers<void>()
    await page.route('**/api/stats/funnels', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      sent++
      await pressedTwice
      return route.fulfill({ status: 400, json: { error: { code: 'invalid', message: 'Not today.' } } })
    })
    const name = page.getByLabel('Name of the current funnel')
    await name.fill('Twice')
    await name.press('Enter')
    await name.press('Enter')
    respond()
    await page.getByText('Not today.').waitFor()
    expect(sent).toBe(1)
    await page.context().close()
  })

  it('a session that has ended leads back to its page, one that was left does not', async () => {
    const page = await openAsAdmin(product, '/admin/explore?f=is,page,/', 'Explore')
    await page.evaluate(() => {
      const tabs = new BroadcastChannel('half-measure-session')
      // A channel has one origin only.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      tabs.postMessage({ event: 'SESSION_ENDED' })
    })
    await page.waitForURL('**/auth?**')
    expect(new URL(page.url()).searchParams.get('next')).toContain('/admin/explore?f=is')
    await page.context().close()
    const other = await openAsAdmin(product, '/admin/explore', 'Explore')
    await other.getByRole('button', { name: 'Sign Out' }).click()
    await other.waitForURL('**/auth?**')
    expect(new URL(other.url()).searchParams.get('next')).toBeNull()
    await other.context().close()
  })
})

describe('figures that refresh themselves', () => {
  const product = useSharedProduct()

  it('stay as they are while they are paused', async () => {
    const page = await openDashboard(product)
    const underWay = requestsUnderWay(page)
    await page.clock.install()
    await openAsAdmin(product, '/admin/analytics', 'Analytics Dashboard', page)
    await page.getByText('refreshed every 5').waitFor()
    await page.getByRole('button', { name: 'Pause refreshing' }).click()
    await page.getByText(', paused').waitFor()
    // Time that is skipped would end a request that is under way, which is sent again then.
    await untilLoaded(page)
    await expect.poll(underWay).toEqual([])
    let requests = 0
    page.on('request', (request) => (requests += request.url().includes('/api/stats/query') ? 1 : 0))
    await page.clock.runFor(20_000)
    expect(requests).toBe(0)
    await page.getByRole('button', { name: 'Resume refreshing' }).click()
    await page.clock.runFor(20_000)
    await expect.poll(() => requests).toBeGreaterThan(0)
    await page.context().close()
  })
})

/** The accessible name of what has the focus, or of the group that it is. */
function labelOfFocus(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
}
