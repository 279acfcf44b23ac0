import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage } from './harness/open-page.ts'
import { countArticles, get, listedPaths } from './harness/site-pages.ts'
import { useSharedProduct } from './harness/use-product.ts'

describe('finding things in the magazine', () => {
  const product = useSharedProduct()

  it('search fetches its index with the first letter, and is used without a mouse', async () => {
    const page = await openPage(product.browser)
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
    await page.goto(`${product.site}/search`)
    await page.getByLabel('A word, a writer, a place').focus()
    expect(fetched).not.toContain('/search.json')
    await page.keyboard.type('tokyo foam')
    await page.getByText('One result.').waitFor()
    expect(new URL(page.url()).search).toBe('')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${product.site}/articles/tokyo-drinking`)
    await page.context().close()
  })

  it('search keeps what was typed before its script loaded', async () => {
    const page = await openPage(product.browser)
    const typed = Promise.withResolvers<void>()
    await page.route(/start-search.*\.js$/, async (route) => {
      await typed.promise
      await route.continue()
    })
    await page.goto(`${product.site}/search`)
    const field = page.getByLabel('A word, a writer, a place')
    await field.fill('tokyo foam')
    typed.resolve()
    await page.getByText('One result.').waitFor()
    expect(await field.inputValue()).toBe('tokyo foam')
    await page.context().close()
  })

  it('search knows every page of the sitemap except the home page and its own', async () => {
    const entries = (await (await get(product, '/search.json')).json()) as { path: string }[]
    const known = new Set(entries.map(({ path }) => path))
    const listed = await listedPaths(product)
    expect(listed.filter((path) => !known.has(path))).toEqual(['/', '/search'])
  })

  it('search has loaded less than 20 KB of scripts when it fetches its index', async () => {
    const page = await openPage(product.browser)
    const scripts: Promise<number>[] = []
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script')
        scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
    })
    const index = page.waitForRequest('**/search.json')
    await page.goto(`${product.site}/search#q=tokyo`)
    await index
    const sizes = await Promise.all(scripts)
    expect(sizes.length).toBeGreaterThan(1)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(20 * 1024)
    await page.context().close()
  })

  it('search lists events that are past last, and says so', async () => {
    const page = await openPage(product.browser)
    await page.clock.setFixedTime('2026-11-22T09:00:00Z')
    await page.goto(`${product.site}/search#q=supper`)
    await page.getByText(/^\d+ results\.$/).waitFor()
    const results = await page.locator('[data-search-results] .label').allInnerTexts()
    const firstPast = results.findIndex((label) => /Past Event$/i.test(label))
    expect(firstPast).toBeGreaterThan(0)
    expect(results.slice(firstPast).filter((label) => !/Past Event$/i.test(label))).toEqual([])
    await page.context().close()
  })

  it('search without results suggests another spelling', async () => {
    const page = await openPage(product.browser)
    await page.goto(`${product.site}/search#q=brusels`)
    await page.getByText('Nothing for “brusels”.').waitFor()
    await page.getByRole('status').getByRole('link', { name: 'brussels' }).click()
    await page.getByRole('link', { name: 'The Brussels Revelation' }).waitFor()
    expect(await page.getByText('Or look through').isVisible()).toBe(false)
    const field = page.getByLabel('A word, a writer, a place')
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true)
    await page.context().close()
  })

  it('Enter leads to the first result, even if the index comes later', async () => {
    const page = await openPage(product.browser)
    const { promise: enterPressed, resolve: respond } = Promise.withResolvers<void>()
    await page.route('**/search.json', (route) => enterPressed.then(() => route.continue()))
    await page.goto(`${product.site}/search`)
    const field = page.getByLabel('A word, a writer, a place')
    await field.fill('tokyo')
    await page.getByText('Searching…').waitFor()
    await field.press('Enter')
    respond()
    const first = page.getByRole('link', { name: 'Notes on Drinking in Tokyo' })
    await expect.poll(() => first.evaluate((link) => link === document.activeElement)).toBe(true)
    await page.context().close()
  })

  it('the skip link leads to the results and leaves them', async () => {
    const page = await openPage(product.browser)
    await page.goto(`${product.site}/search#q=tokyo`)
    const result = page.getByRole('link', { name: 'Notes on Drinking in Tokyo' })
    await result.waitFor()
    await page.getByRole('link', { name: 'Skip to content' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/#(?!q=)/)
    expect(await page.getByLabel('A word, a writer, a place').inputValue()).toBe('tokyo')
    expect(await result.isVisible()).toBe(true)
    await page.context().close()
  })

  it('the 404 page leads to search', async () => {
    const page = await openPage(product.browser)
    await page.goto(`${product.site}/articles/tokio`)
    await page.getByLabel('A word, a writer, a place').fill('tokyo')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Notes on Drinking in Tokyo' }).waitFor()
    expect(new URL(page.url()).search).toBe('')
    await page.context().close()
  })

  it('a story is saved for later on this device, and removed again', async () => {
    const page = await openPage(product.browser)
    await page.goto(`${product.site}/articles/pine-beer`)
    await page.getByRole('button', { name: 'Save for later' }).click()
    expect(await saved(page)).toEqual(['The Trouble with Drinking a Christmas Tree'])
    await page.goto(`${product.site}/articles/pine-beer`)
    await page.getByRole('button', { name: 'Saved' }).click()
    expect(await saved(page)).toEqual([])
    expect(await page.getByText('Nothing is saved here yet.').isVisible()).toBe(true)
    await page.context().close()
  })

  it('a story is saved in one tab as in another', async () => {
    const page = await openPage(product.browser)
    const other = await page.context().newPage()
    await Promise.all([page, other].map((tab) => tab.goto(`${product.site}/articles/pine-beer`)))
    await page.getByRole('button', { name: 'Save for later' }).click()
    await other.getByRole('button', { name: 'Saved' }).waitFor()

    expect(await saved(page)).toEqual(['The Trouble with Drinking a Christmas Tree'])
    await other.getByRole('button', { name: 'Saved' }).click()
    await page.getByText('Nothing is saved here yet.').waitFor()
    await page.context().close()
  })

  it('the home page shows the five newest stories beside its cover', async () => {
    const page = await openPage(product.browser)
    const listed = (await (await get(product, '/articles.json')).json()) as { path: string }[]
    await page.goto(product.site)
    const cover = await page.locator('.cover-text a.button').getAttribute('href')
    const shown = await page
      .getByRole('region', { name: 'The latest' })
      .getByRole('heading', { level: 3 })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    const newest = listed
      .map(({ path }) => path)
      .filter((path) => path.startsWith('/articles/') && path !== cover)
    expect(shown).toEqual(newest.slice(0, 5))
    await page.context().close()
  })

  it('every story is in the archive, and a byline leads to the writer’s other stories', async () => {
    const page = await openPage(product.browser)
    await page.goto(`${product.site}/stories/archive`)
    expect(await page.getByRole('main').getByRole('heading', { level: 3 }).count()).toBe(countArticles())
    await page.getByRole('link', { name: 'Dev Ramanathan' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Dev Ramanathan' }).waitFor()
    expect(await page.getByRole('main').getByRole('heading', { level: 3 }).count()).toBe(
      countArticles('Dev Ramanathan'),
    )
    await page.context().close()
  })

  it('an event has a calendar file', async () => {
    const response = await get(product, '/events/thaw-2027.ics')
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(await response.text()).toContain(`URL:${product.site}/events/thaw-2027`)
  })

  /** Titles on the page of saved stories. */
  async function saved(page: Page): Promise<string[]> {
    await page.goto(`${product.site}/saved`)
    return await page.locator('.story-rows > li:visible h3').allInnerTexts()
  }
})
