import { setTimeout as sleep } from 'node:timers/promises'
import type { ConversionType } from '@half-measure/shared/domain/conversion-types.ts'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { type FakePixel, startFakePixel } from './harness/fake-pixel.ts'
import { mailedLink } from './harness/mailed-link.ts'
import { useProduct } from './harness/use-product.ts'
import { accepted, POPUP_SEEN, useReader } from './harness/use-reader.ts'

const REVIEW = '/reviews/top-5-non-alcoholic-beers-uk'

describe('conversions of a reader who has accepted', () => {
  let pixel: FakePixel
  const product = useProduct(async () => {
    pixel = await startFakePixel()
    return { env: { PIXEL_ID: '123456789012345', PIXEL_SRC: pixel.src } }
  })
  const reader = useReader()
  const { log } = reader

  afterAll(() => pixel.close())

  async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await reader.enter(product.browser, { local: POPUP_SEEN }, options)
    await context.addInitScript(() => {
      // What the pixel heard, kept from page to page.
      addEventListener('pagehide', () => {
        const { pixelCommands = [] } = window as unknown as { pixelCommands?: unknown[] }
        const before = JSON.parse(sessionStorage.getItem('test-heard') ?? '[]') as unknown[]
        sessionStorage.setItem('test-heard', JSON.stringify([...before, ...pixelCommands]))
      })
    })
    const page = await context.newPage()
    await page.goto(new URL(path, product.site).href)
    return page
  }

  async function openAndAccept(path: string): Promise<Page> {
    const page = await open(path)
    await page.getByRole('button', { name: 'Accept Cookies' }).click()
    await page.waitForFunction(() => 'pixelCommands' in window)
    return page
  }

  /** A page behind a mailed link, which loads no pixel. */
  async function openMailedAndAccept(link: string): Promise<Page> {
    const page = await open(link)
    await page.getByRole('button', { name: 'Accept Cookies' }).click()
    return page
  }

  const pixelHeard = (page: Page) =>
    page.evaluate(() => {
      const { pixelCommands = [] } = window as unknown as { pixelCommands?: unknown[] }
      return [
        ...(JSON.parse(sessionStorage.getItem('test-heard') ?? '[]') as unknown[]),
        ...pixelCommands,
      ] as [string, string, Record<string, unknown>?][]
    })

  const conversions = () => log.events().flatMap((event) => (event.type === 'conversion' ? [event] : []))

  /** The server hears of it once, and the pixel once, under an id and with the page's path. */
  async function expectConversion(page: Page, event_type: ConversionType, page_path: string): Promise<void> {
    const counted = () => conversions().filter((event) => event.event_type === event_type)
    await expect.poll(counted).toMatchObject([{ page_path }])
    const heard = async () =>
      (await pixelHeard(page)).filter(
        ([, name, payload]) => name === 'Conversion' && payload?.['event_type'] === event_type,
      )
    await expect
      .poll(heard)
      .toEqual([
        [
          'trackCustom',
          'Conversion',
          { event_type, page_path, event_id: expect.stringMatching(/^Conversion_\d{13}_\w+$/) },
          expect.anything(),
        ],
      ])
  }

  /** The server hears of the guide once, and of nothing else; the pixel is not even loaded. */
  async function expectPrivateDownload(page: Page): Promise<void> {
    await expect
      .poll(() => conversions().map(({ event_type, page_path }) => [event_type, page_path]))
      .toEqual([['ebook_download', '/newsletter/guide']])
    expect(log.events().map(({ type }) => type)).not.toContain('page_view')
    expect(await page.evaluate(() => 'fbq' in window)).toBe(false)
    expect(log.urls.filter((url) => url.startsWith(pixel.src))).toEqual([])
  }

  it('a message that was sent', async () => {
    const page = await openAndAccept('/contact')
    await page.getByLabel('Name', { exact: true }).focus()
    await page.locator('main [data-hydrated]').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Ada')
    await page.getByLabel('Email', { exact: true }).fill('ada@example.test')
    await page.getByLabel('Subject').fill('Mild')
    await page.getByLabel('Message').fill('More about mild, please.')
    await page.getByRole('button', { name: 'Send Message' }).click()
    await page.getByRole('heading', { name: 'Thank You' }).waitFor()
    await expectConversion(page, 'contact_sent', '/contact')
  })

  it('a click on the free gift', async () => {
    const page = await openAndAccept(REVIEW)
    await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()))
    await page.locator('.free-gift a').click()
    await expectConversion(page, 'free_gift_click', REVIEW)
  })

  it('the guide, downloaded from the page linked in the welcome email', async () => {
    await confirmInAnotherBrowser('ada@example.test')
    const page = await openMailedAndAccept(await mailedLink(product, '/newsletter/guide', 'ada@example.test'))
    expect(page.url()).toBe(`${product.site}/newsletter/guide`)
    await page.reload()
    // Its other form brings no guide.
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL('**/newsletter/preferences#done')
    await page.goBack()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the guide' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('the-guide.pdf')
    await expectPrivateDownload(page)
  })

  it('the guide, downloaded right after the address was confirmed', async () => {
    await signUp('bob@example.test')
    const page = await open(await mailedLink(product, '/newsletter/confirm', 'bob@example.test'))
    // Scanners of mail open links and run scripts: opening the page subscribes nobody.
    expect(log.calls().filter((call) => call.includes('/api/newsletter'))).toEqual([])
    await page.getByRole('button', { name: 'Confirm my address' }).click()
    await page.getByRole('heading', { name: 'You are on the list' }).waitFor()
    await page.getByRole('button', { name: 'Accept Cookies' }).click()
    await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the guide' }).click(),
    ])
    await expectPrivateDownload(page)
  })

  it.each([
    ['without the token of a mailed link', '/newsletter/guide'],
    ['whose link is not valid', '/newsletter/guide?token=0123456789abcdef'],
  ])('no guide, asked for on a page %s', async (_, path) => {
    const page = await openMailedAndAccept(path)
    if (path.includes('token')) await page.locator('[data-guide="refused"]').waitFor()
    const refused = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().includes('/newsletter/guide'),
    )
    await page.getByRole('button', { name: 'Download the guide' }).click()
    expect((await refused).status()).toBeGreaterThanOrEqual(400)
    await page.goto(`${product.site}/about`)
    await expect.poll(() => log.events()).toContainEqual(expect.objectContaining({ type: 'page_view' }))
    expect(conversions()).toEqual([])
  })

  it('a reader who has rejected gets the guide, and is not counted', async () => {
    await confirmInAnotherBrowser('eve@example.test')
    const page = await open(await mailedLink(product, '/newsletter/guide', 'eve@example.test'))
    await page.getByRole('button', { name: 'Reject' }).click()
    await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the guide' }).click(),
    ])
    await sleep(1_000)
    expect(log.calls().filter((call) => call.includes('/api/events'))).toEqual([])
  })

  it('the token of a mailed link leaves the address before the page is ready, and reaches no other page', async () => {
    await confirmInAnotherBrowser('pat@example.test')
    const link = await mailedLink(product, '/newsletter/unsubscribe', 'pat@example.test')
    const context = await reader.enter(product.browser, { local: accepted() })
    await context.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => Object.assign(window, { addressWhenReady: location.href }))
    })
    const page = await context.newPage()
    await page.goto(link)
    expect(await page.evaluate(() => 'addressWhenReady' in window && window.addressWhenReady)).toBe(
      `${product.site}/newsletter/unsubscribe`,
    )

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Stories' }).click()
    await page.waitForFunction(() => 'pixelCommands' in window)
    expect(await page.evaluate(() => document.referrer)).toBe(`${product.site}/`)
    const token = new URL(link).searchParams.get('token') ?? ''
    expect(JSON.stringify(await pixelHeard(page))).not.toContain(token)
    const viewed = () => log.events().flatMap((event) => (event.type === 'page_view' ? event.page_path : []))
    await expect.poll(viewed).toEqual(['/stories'])
    expect(JSON.stringify(log.events())).not.toContain(token)

    await page.goBack()
    await page.reload()
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await page.getByRole('heading', { name: 'You have left' }).waitFor()
  })

  it('the guide downloads without JavaScript', async () => {
    await signUp('may@example.test')
    const page = await open(await mailedLink(product, '/newsletter/confirm', 'may@example.test'), {
      javaScriptEnabled: false,
    })
    await page.getByRole('button', { name: 'Confirm my address' }).click()
    await page.getByRole('heading', { name: 'You are on the list' }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the guide' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('the-guide.pdf')
  })

  async function signUp(email: string): Promise<void> {
    const response = await fetch(`${product.site}/api/newsletter`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, source: 'page' }),
    })
    expect(response.status).toBe(202)
  }

  async function confirmInAnotherBrowser(email: string): Promise<void> {
    await signUp(email)
    const link = await mailedLink(product, '/newsletter/confirm', email)
    const response = await fetch(`${product.site}/api/newsletter/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: new URL(link).searchParams.get('token') }),
    })
    expect(await response.json()).toEqual({
      status: 'confirmed',
      guide_url: expect.stringMatching(/^\/api\/newsletter\/guide\?token=/),
    })
  }
})
