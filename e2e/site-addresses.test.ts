import { describe, expect, it } from 'vitest'
import { openPage } from './harness/open-page.ts'
import { countArticles, get, listedPaths } from './harness/site-pages.ts'
import { useSharedProduct } from './harness/use-product.ts'

const REVIEW = '/reviews/top-5-non-alcoholic-beers-uk'

describe('where addresses lead', () => {
  const product = useSharedProduct()

  it.each(['/auth', '/admin/analytics', '/admin/anything/else'])(
    '%s leads to the dashboard',
    async (path) => {
      const response = await get(product, path)
      expect(response.status).toBe(302)
      expect(response.headers.get('location')).toBe(`${product.stack.dashboard}${path}`)
    },
  )

  it.each(['/no-such-page', '/articles/no-such-article', '/stories/2'])(
    '%s responds with 404 and a page that links home',
    async (path) => {
      const page = await openPage(product.browser)
      const logged: string[] = []
      page.on('console', (message) => logged.push(message.text()))
      const response = await page.goto(`${product.site}${path}`)
      expect(response?.status()).toBe(404)
      await page.getByRole('heading', { level: 1, name: '404' }).waitFor()
      expect(await page.getByRole('main').innerText()).toContain('Oops! Page not found')
      expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex')
      await expect.poll(() => logged.filter((text) => text.includes(path))).not.toEqual([])

      await page.getByRole('link', { name: 'Return to Home' }).click()
      await page.waitForURL(`${product.site}/`)
      await page.context().close()
    },
  )

  it('paid links are labelled, go through a redirect, and stay out of search engines', async () => {
    const page = await openPage(product.browser)
    await page.goto(`${product.site}${REVIEW}`)
    const links = await page.locator('a[href^="/go/"]').evaluateAll((elements) =>
      elements.map((element) => ({
        path: element.getAttribute('href') ?? '',
        rel: element.getAttribute('rel'),
        text: element.textContent,
      })),
    )
    // Six products and a T-shirt.
    expect(new Set(links.map(({ path }) => path)).size).toBe(7)
    for (const { path, rel, text } of links) {
      expect(rel, path).toBe('sponsored noopener')
      expect(text, path).toMatch(/\bAd\b/)
      const response = await get(product, path)
      expect(response.status, path).toBe(302)
      expect(response.headers.get('x-robots-tag'), path).toBe('noindex')

      const end = await page.goto(`${product.site}${path}`)
      expect(end?.status(), path).toBe(200)
      expect(await page.locator('meta[name="robots"]').getAttribute('content'), path).toBe('noindex')
    }
    expect((await get(product, '/go/nowhere')).status).toBe(404)
    await page.context().close()
  })

  it('every card and link that leads to the advertorial says Ad', async () => {
    const page = await openPage(product.browser)
    const paths = await listedPaths(product)
    const unlabelled: string[] = []
    let seen = 0
    for (const path of [...paths, '/partners/free-t-shirt']) {
      await page.goto(`${product.site}${path}`)
      const links = await page
        .locator(`a[href="${REVIEW}"], a[href="${product.site}${REVIEW}"]`)
        .evaluateAll((elements) =>
          elements.map((link) => ({
            text: link.textContent,
            onCard: [...(link.closest('article')?.querySelectorAll('*') ?? [])].map(
              (part) => part.textContent,
            ),
          })),
        )
      seen += links.length
      const isLabelled = ({ text, onCard }: (typeof links)[number]) =>
        /\bAd\b/.test(text) || onCard.includes('Ad')
      unlabelled.push(...links.filter((link) => !isLabelled(link)).map(({ text }) => `${path}: ${text}`))
    }
    await page.context().close()
    expect(seen).toBeGreaterThan(1)
    expect(unlabelled).toEqual([])
  })

  it('the feed labels it as well', async () => {
    const xml = await (await get(product, '/rss.xml')).text()
    const items = xml.split('<item>').slice(1)
    expect(items.length).toBeGreaterThanOrEqual(countArticles())
    for (const item of items.filter((text) => text.includes(`${REVIEW}</link>`))) {
      expect(item).toMatch(/<title>(?:<!\[CDATA\[)?Ad\b/)
    }
  })

  it('the guide is not public', async () => {
    for (const path of [
      '/the-guide.pdf',
      '/dist-private/the-guide.pdf',
      '/..%2fdist-private/the-guide.pdf',
    ]) {
      expect((await get(product, path)).status, path).toBe(404)
    }
  })
})
