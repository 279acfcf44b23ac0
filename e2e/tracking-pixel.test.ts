import { setTimeout as sleep } from 'node:timers/promises'
import { SENT_KEY } from '@half-measure/shared/domain/consent.ts'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { type FakePixel, startFakePixel } from './harness/fake-pixel.ts'
import { keptEvents } from './harness/kept-events.ts'
import { useProduct } from './harness/use-product.ts'
import { POPUP_SEEN, useReader } from './harness/use-reader.ts'

const PIXEL_ID = '123456789012345'
const REVIEW = '/reviews/top-5-non-alcoholic-beers-uk'

type Command = readonly [kind: string, name: string, payload?: Record<string, unknown>, options?: object]

describe('the marketing pixel', () => {
  let pixel: FakePixel
  const product = useProduct(async () => {
    pixel = await startFakePixel()
    return { env: { PIXEL_ID, PIXEL_SRC: pixel.src } }
  })
  const reader = useReader()
  const { log } = reader

  afterAll(() => pixel.close())

  async function open(path: string): Promise<Page> {
    const page = await (await reader.enter(product.browser, { local: POPUP_SEEN })).newPage()
    await page.goto(`${product.site}${path}`)
    return page
  }

  const commands = (page: Page): Promise<Command[]> =>
    page.evaluate(() => (window as unknown as { pixelCommands?: Command[] }).pixelCommands ?? [])
  const names = async (page: Page) => (await commands(page)).map(([, name]) => name)
  const accept = (page: Page) => page.getByRole('button', { name: 'Accept Cookies' }).click()

  it('is not loaded before a choice, nor after Reject', async () => {
    const before = pixel.requests()
    const page = await open('/about')
    await sleep(1_000)
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.goto(`${product.site}/stories`)
    await sleep(1_000)
    expect(pixel.requests()).toBe(before)
    expect(log.urls.filter((url) => url.startsWith(pixel.src))).toEqual([])
    expect(await page.evaluate(() => 'fbq' in window)).toBe(false)
  })

  it('is loaded on Accept, with its id, and receives each page by path and title', async () => {
    const page = await open('/about')
    await accept(page)
    await expect.poll(() => names(page)).toEqual([PIXEL_ID, 'PageView'])
    const [init, view] = await commands(page)
    expect(init).toEqual(['init', PIXEL_ID])
    expect(view?.[0]).toBe('track')
    expect(view?.[2]).toEqual({
      page_path: '/about',
      page_title: await page.title(),
      event_id: expect.stringMatching(/^PageView_\d{13}_\w+$/),
    })
    expect(view?.[3]).toEqual({ eventID: view?.[2]?.['event_id'] })
    await expect.poll(() => [...pixel.reports()].toSorted()).toEqual(['/picture', '/request'])

    await page.goto(`${product.site}/stories`)
    await expect.poll(async () => (await commands(page))[1]?.[2]).toMatchObject({ page_path: '/stories' })
  })

  it('receives the review: ViewContent at 5 GBP, ReviewPageView, clicks and the affiliate click', async () => {
    const page = await open(REVIEW)
    await accept(page)
    await expect.poll(() => names(page)).toEqual([PIXEL_ID, 'PageView', 'ViewContent', 'ReviewPageView'])
    const content = (await commands(page)).find(([, name]) => name === 'ViewContent')
    expect(content?.[2]).toMatchObject({ value: 5, currency: 'GBP', page_path: REVIEW })

    await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()))
    await page.getByRole('link', { name: /\(Quarter Bell Pale\)/ }).click()
    await expect.poll(async () => (await names(page)).slice(4)).toEqual(['ClickEvent', 'AffiliateClick'])
    const click = (await commands(page)).find(([, name]) => name === 'AffiliateClick')
    expect(click?.[2]).toMatchObject({
      product_name: 'Quarter Bell Pale',
      product_rank: 1,
      page_path: REVIEW,
    })
    const ids = (await commands(page)).flatMap(([, , payload]) => payload?.['event_id'] ?? [])
    expect(new Set(ids).size).toBe(5)
  })

  it('is not loaded on the search page, whose address holds what is typed; our own counting is', async () => {
    const page = await open('/search')
    await accept(page)
    await expect.poll(() => log.events().map(({ type }) => type)).toEqual(['page_view'])
    await sleep(1_000)
    expect(log.urls.filter((url) => url.startsWith(pixel.src))).toEqual([])
    expect(await page.evaluate(() => 'fbq' in window)).toBe(false)
  })

  it('is removed after withdrawal', async () => {
    const page = await open('/about')
    await accept(page)
    await expect.poll(() => names(page)).toContain('PageView')
    await page.getByRole('button', { name: 'Cookie settings' }).click()
    await expect.poll(() => page.evaluate(() => 'fbq' in window)).toBe(false)
    expect((await commands(page)).at(-1)).toEqual(['consent', 'revoke'])
    expect(await page.locator(`script[src="${pixel.src}"]`).count()).toBe(0)
    const before = pixel.requests()
    await page.goto(`${product.site}/stories`)
    await sleep(1_000)
    expect(pixel.requests()).toBe(before)
  })

  it('may be blocked: the page works, and our own counting continues', async () => {
    const page = await open('/about')
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.route(pixel.src, (route) => route.abort())
    await accept(page)
    const sent = () => keptEvents(page, SENT_KEY)
    await expect.poll(sent).toMatchObject([{ type: 'page_view' }])
    expect(errors).toEqual([])
  })
})
