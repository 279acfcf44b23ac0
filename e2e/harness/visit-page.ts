import type { Page } from 'playwright-core'
import { untilInWebFonts } from './web-fonts.ts'

export interface Visit {
  readonly path: string
  readonly status: number
  readonly html: string
  /** The policy that the page came with. */
  readonly policy: string
  readonly headings: number
  readonly canonical: string | null
  /** Texts of all JSON-LD. */
  readonly data: readonly string[]
  /** `og:image` and its stated size, as in `https://… 1200×630`. */
  readonly card: string
  /** Addresses of all links, pictures, scripts and styles as the browser resolves them. */
  readonly links: readonly string[]
  /** Those of them that lead a reader to another host. */
  readonly outbound: readonly string[]
  /** What the browser complained of: errors on the console, violations of the policy, error responses. */
  readonly complaints: readonly string[]
}

/** Reads a page to its end, as a person who scrolls would, and says what is there. */
export async function visitPage(page: Page, address: string): Promise<Visit> {
  const complaints: string[] = []
  const hear = {
    console: (message: { type(): string; text(): string }) =>
      message.type() === 'error' && complaints.push(message.text()),
    pageerror: (error: Error) => complaints.push(error.message),
    response: (response: { status(): number; url(): string }) =>
      response.status() >= 400 && complaints.push(`${response.status()} ${response.url()}`),
  }
  page.on('console', hear.console).on('pageerror', hear.pageerror).on('response', hear.response)
  const pageResponse = await page.goto(address)
  if (!pageResponse) throw new Error(`no response from ${address}`)
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode()))
  })
  await untilInWebFonts(page)
  const found = await page.evaluate(() => {
    const meta = (name: string) =>
      document.querySelector<HTMLMetaElement>(`meta[property="${name}"]`)?.content ?? ''
    const addresses = (selector: string, attribute: 'href' | 'src') =>
      [...document.querySelectorAll(selector)].map(
        (element) => new URL(element.getAttribute(attribute) ?? '', document.baseURI).href,
      )
    return {
      headings: document.querySelectorAll('h1').length,
      canonical: document.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? null,
      data: [...document.querySelectorAll('script[type="application/ld+json"]')].map(
        ({ textContent }) => textContent,
      ),
      card: `${meta('og:image')} ${meta('og:image:width')}×${meta('og:image:height')}`,
      links: [...addresses('a[href], link[href]', 'href'), ...addresses('img[src], script[src]', 'src')],
      outbound: addresses('a[href^="http"]', 'href').filter(
        (address) => new URL(address).host !== location.host,
      ),
    }
  })
  page.off('console', hear.console).off('pageerror', hear.pageerror).off('response', hear.response)
  return {
    path: new URL(address).pathname,
    status: pageResponse.status(),
    html: await pageResponse.text(),
    policy: pageResponse.headers()['content-security-policy'] ?? '',
    complaints,
    ...found,
  }
}

/** The size of a picture, as the browser decodes it: `1200×630`. */
export function pictureSize(page: Page, address: string): Promise<string> {
  return page.evaluate(async (src) => {
    const image = new Image()
    image.src = src
    await image.decode()
    return `${image.naturalWidth}×${image.naturalHeight}`
  }, address)
}
