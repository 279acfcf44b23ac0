import { HOUR_MS } from '@half-measure/shared/durations.ts'
import { LinkHealth, type SiteLinks } from '@half-measure/shared/stats/link-health.ts'
import { CreatedApiToken } from '@half-measure/shared/sharing/api-token.ts'
import { aBeacon, aClick } from '@half-measure/shared/testing/events.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestStack } from './test-stack.ts'

const links: SiteLinks = [
  '/go/pale',
  'https://shop.test',
  'https://shop.test/offers?a=1',
  'https://quiet.test/',
].map((href) => ({ href, pages: ['/articles/pine-beer'] }))

describe('clicks on links that leave the magazine', () => {
  let stack: TestStack
  const outbound = (href: string) =>
    aClick({ element_type: 'outbound', element_id: new URL(href).host, click_data: { href } })

  beforeAll(async () => {
    stack = await TestStack.open({}, { links })
    const send = async (
      name: string,
      events: ReturnType<typeof aClick>[],
      userAgent = 'Mozilla/5.0 Firefox/140.0',
    ) => {
      // Tokens see whole hours.
      const at = new Date(Date.now() - 2 * HOUR_MS).toISOString()
      const beacon = aBeacon({
        session_id: `session_1763632800000_${name}`,
        consent: { analytics: true, version: '2026-11', at },
        events: events.map((event) => ({ ...event, occurred_at: at })),
      })
      const { status } = await stack.post('/api/events', beacon, { headers: { 'User-Agent': userAgent } })
      expect(status).toBe(202)
    }
    const affiliate = () =>
      aClick({
        element_type: 'affiliate',
        element_id: 'pale',
        click_data: { href: 'http://localhost/go/pale' },
      })
    await send('reader1', [
      ...Array.from({ length: 5 }, affiliate),
      outbound('https://shop.test/'),
      outbound('https://shop.test/offers?a=1#top'),
      outbound('https://shop.test/offers?a=1'),
      outbound('https://shop.test/elsewhere'),
      // A declared link that happens to lead out is not one of the magazine's text.
      aClick({ element_type: 'link', element_id: 'x', click_data: { href: 'https://quiet.test/' } }),
    ])
    await send('crawler', [affiliate()], 'Googlebot/2.1')
    await stack.untilStored()
  })
  afterAll(() => stack[Symbol.asyncDispose]())

  const clicksOf = ({ links }: LinkHealth) =>
    Object.fromEntries(links.map(({ href, clicks }) => [href, clicks]))

  it('are counted for readers, by the magazine’s link', async () => {
    expect(clicksOf(LinkHealth.parse((await stack.stats('links')).json))).toEqual({
      '/go/pale': 5,
      'https://shop.test': 1,
      'https://shop.test/offers?a=1': 2,
      'https://quiet.test/': 0,
    })
  })

  it('are withheld from API tokens where they are few', async () => {
    const admin = await stack.signIn(stack.context.config.admin)
    const made = await stack.post(
      '/api/tokens',
      { kind: 'token', name: 'A program', scopes: ['figures'] },
      { headers: { Authorization: `Bearer ${admin}` } },
    )
    const { secret } = CreatedApiToken.parse(made.json)
    const { json } = await stack.request('GET', '/api/stats/links', {
      headers: { Authorization: `Bearer ${secret}` },
    })
    expect(clicksOf(LinkHealth.parse(json))).toEqual({
      '/go/pale': 5,
      'https://shop.test': null,
      'https://shop.test/offers?a=1': null,
      'https://quiet.test/': 0,
    })
  })
})
