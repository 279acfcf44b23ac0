import { Hono } from 'hono'
import { beforeEach, describe, expect, it } from 'vitest'
import { errorHandler } from '../platform/http/error-handler.ts'
import { createLogger } from '../platform/logger.ts'
import { bannerRoutes } from './banner-routes.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const SITE = 'https://halfmeasure.test'
const SHOWN = { page_path: '/stories', banner: 'shown' }

let counted: string[]
beforeEach(() => {
  counted = []
})

const app = new Hono().onError(errorHandler(createLogger('silent'))).route(
  '/api/consent/banner',
  bannerRoutes(
    { countBanner: (what, { page, country }) => counted.push(`${what} ${page} ${country}`) },
    { site: SITE, loopbackAliases: false },
    () => 'GB',
  ),
)

async function post(body: unknown, headers: Record<string, string> = {}): Promise<number> {
  const { status } = await app.request('/api/consent/banner', {
    method: 'POST',
    headers: { 'User-Agent': BROWSER, 'Content-Type': 'application/json', Origin: SITE, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return status
}

describe('a banner', () => {
  it.each(['shown', 'accepted', 'rejected'])('counts as %s by page and country', async (banner) => {
    expect(await post({ ...SHOWN, banner })).toBe(204)
    expect(counted).toEqual([`${banner} /stories GB`])
  })

  it('counts under the path that page loads have', async () => {
    await post({ ...SHOWN, page_path: '/caf%C3%A9' })
    await post({ ...SHOWN, page_path: '/index.html' })
    expect(counted).toEqual(['shown /café GB', 'shown / GB'])
  })

  it.each([
    ['of a self-declared bot', SHOWN, { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }],
    ['of a page that is rendered ahead of a click', SHOWN, { 'Sec-Purpose': 'prefetch;prerender' }],
    ['under an address that is none', { ...SHOWN, page_path: '/%E0%A4%A' }, {}],
  ])('is not counted %s, without an error for the reader', async (_, body, headers) => {
    expect(await post(body, headers)).toBe(204)
    expect(counted).toEqual([])
  })

  it.each([
    ['another site’s', SHOWN, { Origin: 'https://elsewhere.test' }, 403],
    ['no JSON', 'shown', {}, 400],
    ['another choice', { ...SHOWN, banner: 'ignored' }, {}, 400],
    ['no path', { ...SHOWN, page_path: 'stories' }, {}, 400],
    ['too long', JSON.stringify({ ...SHOWN, more: 'x'.repeat(5_000) }), {}, 413],
  ])('is refused: %s', async (_, body, headers, status) => {
    expect(await post(body, headers)).toBe(status)
    expect(counted).toEqual([])
  })
})
