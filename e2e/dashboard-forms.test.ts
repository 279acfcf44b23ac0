import type { LinkHealth } from '@half-measure/shared/stats/link-health.ts'
import type { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { openAsAdmin } from './harness/dashboard-page.ts'
import { focused } from './harness/focused.ts'
import { useSharedProduct } from './harness/use-product.ts'

describe('the form of a filter', () => {
  const product = useSharedProduct()

  /** The form with two sources to choose from; `hold` keeps the response with them until what it returns is called. */
  async function openForm() {
    const page = await openAsAdmin(product, '/admin/explore', 'Explore')
    const held = { until: Promise.resolve() }
    // The list of values, not Explore's own breakdown.
    await page.route(/\/api\/stats\/query\?.*by=source.*limit=100/, async (route) => {
      const search = new URL(route.request().url()).searchParams.get('search') ?? ''
      const response = await route.fetch()
      const json = (await response.json()) as StatsResult
      const rows = ['Google', 'Bing']
        .filter((key) => key.toLowerCase().includes(search))
        .map((key) => ({ key, figures: { sessions: 3 } }))
      await held.until
      // The page may have given up.
      await route.fulfill({ json: { ...json, rows } }).catch(() => {})
    })
    await page.getByRole('button', { name: 'Add a filter' }).click()
    const form = page.getByRole('dialog', { name: 'Add a filter' })
    await form.getByLabel('Filter by').selectOption('source')
    await form.getByRole('checkbox', { name: 'Bing' }).waitFor()
    const hold = () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held.until = promise
      return resolve
    }
    return { page, form, field: form.getByLabel('Search for a value, or type one'), hold }
  }

  const filtersOf = (page: Page) => new URL(page.url()).searchParams.getAll('f')

  it('adds a typed value to one that was ticked while it was looked up', async () => {
    const { page, form, field, hold } = await openForm()
    const release = hold()
    await field.fill('google')
    await field.press('Enter')
    await form.getByText('Looking up “google”…').waitFor()
    await form.getByRole('checkbox', { name: 'Bing' }).check()
    release()
    await form.getByRole('checkbox', { name: 'Google', checked: true }).waitFor()
    expect(await form.getByRole('checkbox', { name: 'Bing' }).isChecked()).toBe(true)
    await page.context().close()
  })

  it('applies nothing once it is closed', async () => {
    const { page, form, field, hold } = await openForm()
    const release = hold()
    await field.fill('google')
    await form.getByRole('button', { name: 'Apply' }).press('Enter')
    await form.getByText('Looking up “google”…').waitFor()
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'hidden' })
    release()
    await sleep(500)
    expect(filtersOf(page)).toEqual([])
    await page.context().close()
  })

  it('waits for nothing where the value is shown', async () => {
    const { page, form, field, hold } = await openForm()
    await field.fill('google')
    await form.getByRole('checkbox', { name: 'Bing' }).waitFor({ state: 'detached' })
    const release = hold()
    await form.getByRole('button', { name: 'Apply' }).press('Enter')
    await expect.poll(() => filtersOf(page)).toEqual(['is,source,Google'])
    release()
    await page.context().close()
  })
})

describe('the form of an alert', () => {
  const product = useSharedProduct()
  const words = 'Page views below 54,321 in the last hour, where Page is /nowhere'
  let page: Page
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const filter = () => button('Change the filter: Page is /nowhere')

  beforeAll(async () => {
    page = await openAsAdmin(product, '/admin/reports?f=is,page,/nowhere', 'Reports & alerts')
    await page.getByLabel('Threshold').fill('54321')
    await button('Add alert').click()
    await button(`Edit: ${words}`).click()
    await filter().waitFor()
  })

  it('is about the alert in the URL', async () => {
    await page.reload()
    await page.getByRole('heading', { name: `Edit: ${words}` }).waitFor()
    expect(await page.getByLabel('Threshold').inputValue()).toBe('54321')
    await filter().waitFor()
    await page.goBack()
    await button('Add alert').waitFor()
    expect(await filter().count()).toBe(0)
    await page.goForward()
    await button('Save alert').waitFor()
  })

  it('has the filters of the alert where the URL names it without them, until they are removed', async () => {
    const id = new URL(page.url()).searchParams.get('edit') ?? ''
    await page.goto(`${product.stack.dashboard}/admin/reports?edit=${id}`)
    await filter().waitFor()
    expect(new URL(page.url()).searchParams.getAll('f')).toEqual(['is,page,/nowhere'])
    await button('Remove the filter: Page is /nowhere').click()
    await filter().waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe(`?edit=${id}`)
    await button('Cancel').click()
    await button(`Edit: ${words}`).click()
    await filter().waitFor()
  })

  it.each([
    ['Save alert', 'PUT'],
    [`Delete for good: ${words}`, 'DELETE'],
  ])('does not call anybody back who has left: %s', async (name, method) => {
    const { promise: hasLeft, resolve } = Promise.withResolvers<void>()
    const alert = '**/api/reports/alerts/*'
    await page.route(alert, async (route) => {
      await hasLeft
      // The alert is still needed.
      await (method === 'DELETE' ? route.fulfill({ status: 204 }) : route.continue())
    })
    if (method === 'DELETE') await button(`Delete: ${words}`).click()
    await button(name).click()
    await page.getByRole('link', { name: 'Analytics', exact: true }).click()
    await page.waitForURL((url) => url.pathname !== '/admin/reports')
    const done = page.waitForResponse(alert)
    resolve()
    await done
    await sleep(500)
    expect(new URL(page.url()).pathname).not.toBe('/admin/reports')
    await page.unroute(alert)
    await page.goBack()
    await button('Save alert').waitFor()
  })

  it('a held Tab goes past the question before deleting', async () => {
    await button(`Delete: ${words}`).click()
    await button(`Edit: ${words}`).focus()
    for (const name of ['Delete for good', 'Cancel']) {
      await page.keyboard.down('Tab')
      expect(await focused(page)).toBe(name)
    }
    await page.keyboard.up('Tab')
  })

  it('is about a new alert once the one in the URL is deleted', async () => {
    await button(`Delete for good: ${words}`).click()
    await button('Add alert').waitFor()
    expect(new URL(page.url()).search).toBe('')
    await page.goBack()
    await page.getByText('The alert in the URL no longer exists; this form adds a new one.').waitFor()
    await page.context().close()
  })
})

describe('the search of links', () => {
  const product = useSharedProduct()

  it('begins with the first fifty, and says that a kind has none', async () => {
    const page = await openAsAdmin(product, '/admin/links', 'Link health')
    const links = Array.from({ length: 120 }, (_, n) => ({
      href: `https://site.test/${n}`,
      pages: ['/articles/pine-beer'],
      state: 'unchecked',
      failing_since: null,
      check: null,
      clicks: 0,
    }))
    await page.route('**/api/stats/links', (route) =>
      route.fulfill({ json: { is_checking: false, checked_at: null, links } as LinkHealth }),
    )
    await page.reload()
    const rows = page.getByRole('table', { name: 'Outbound links' }).getByRole('row')
    await page.getByText('120 links').waitFor()
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => rows.count()).toBe(101)
    const field = page.getByRole('searchbox', { name: 'Search links and pages' })
    await field.fill('site.test')
    await field.press('Enter')
    await expect.poll(() => rows.count()).toBe(51)
    await page.getByRole('link', { name: 'Partner links' }).click()
    await page.getByText('No link, and no page with one, contains this text.').waitFor()
    await field.fill('')
    await field.press('Enter')
    await page.getByText('The magazine has no partner links.').waitFor()
    await page.context().close()
  })
})
