import { publication } from '@half-measure/shared/publication.ts'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { axeProblems } from './harness/axe-problems.ts'
import { openPage } from './harness/open-page.ts'
import { countArticles, get, listedPaths } from './harness/site-pages.ts'
import { useSharedProduct } from './harness/use-product.ts'
import { pictureSize, type Visit, visitPage } from './harness/visit-page.ts'

const Graph = z.object({
  '@context': z.literal('https://schema.org'),
  '@graph': z.array(z.looseObject({ '@type': z.string() })).min(1),
})

/** Pages of events differ in their words alone: axe looks at one of them. */
const LIKE_ANOTHER = /^\/events\/(?!thaw-2027$)/

describe('every page of the sitemap', () => {
  const product = useSharedProduct()
  let page: Page
  let visits: Visit[]

  beforeAll(async () => {
    page = await openPage(product.browser, { viewport: { width: 1280, height: 800 }, colorScheme: 'light' })
    visits = []
    for (const path of await listedPaths(product))
      visits.push(await visitPage(page, `${product.site}${path}`))
  })

  it('exists, including the specified ones', () => {
    expect(visits.filter(({ status }) => status !== 200)).toEqual([])
    expect(visits.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        '/',
        '/stories',
        '/about',
        '/philosophy',
        '/newsletter',
        '/contact',
        '/privacy',
        '/terms',
        '/disclaimer',
        '/cookie-policy',
        '/affiliate-disclosure',
        '/reviews',
        '/reviews/top-5-non-alcoholic-beers-uk',
      ]),
    )
    expect(visits.filter(({ path }) => path.startsWith('/articles/'))).toHaveLength(countArticles())
  })

  it('has one title', () => {
    expect(visits.filter(({ headings }) => headings !== 1).map(({ path }) => path)).toEqual([])
  })

  it('has a title that no other page has', () => {
    const titles = visits.map(({ html }) => /<title>([^<]*)/.exec(html)?.[1])
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
  })

  it('has its own address as canonical URL', () => {
    expect(visits.map(({ canonical }) => canonical)).toEqual(
      visits.map(({ path }) => `${product.site}${path}`),
    )
  })

  it('leads to all three mailboxes', () => {
    const mailboxes = Object.values(publication.mailboxes).map((address) => `mailto:${address}`)
    for (const { path, links } of visits) expect(links, path).toEqual(expect.arrayContaining(mailboxes))
  })

  it('has no placeholder URL left', () => {
    expect(visits.filter(({ html }) => html.includes('.invalid')).map(({ path }) => path)).toEqual([])
  })

  it('has JSON-LD that parses', () => {
    for (const { path, data } of visits) {
      expect(data, path).toHaveLength(1)
      expect(() => graph(data), path).not.toThrow()
    }
  })

  it('describes everything that its JSON-LD refers to, at URLs that exist', async () => {
    const addresses = new Set<string>()
    for (const { path, data } of visits) {
      const values = everyValue(graph(data))
      const ids = (isDescription: boolean) =>
        values.flatMap((value) => {
          const node = Node.safeParse(value)
          return node.success && isDescription === '@type' in node.data ? [node.data['@id']] : []
        })
      expect(
        ids(false).filter((id) => !ids(true).includes(id)),
        path,
      ).toEqual([])
      for (const value of values)
        if (typeof value === 'string' && value.startsWith(product.site))
          addresses.add(value.split('#')[0] ?? '')
    }
    const statuses = await Promise.all(
      [...addresses].map(async (address) => `${(await get(product, address)).status} ${address}`),
    )
    expect(statuses.filter((status) => !status.startsWith('200 '))).toEqual([])
    expect(addresses).toContain(`${product.site}/authors/ruth-achterberg`)
  })

  it('marks up no ratings: the only ranking is paid for', () => {
    const types = visits
      .flatMap(({ data }) => everyValue(graph(data)))
      .flatMap((value) => {
        const node = z.looseObject({ '@type': z.string() }).safeParse(value)
        return node.success ? [node.data['@type']] : []
      })
    expect(types).toContain('AdvertiserContentArticle')
    expect(types.filter((type) => /Product|Rating|Review|Offer/.test(type))).toEqual([])
  })

  it('has a social card of 1200 by 630', async () => {
    const cards = [...new Set(visits.map(({ card }) => card))]
    expect(cards.length).toBeGreaterThan(countArticles())
    for (const card of cards) {
      const [address = '', stated] = card.split(' ')
      expect(stated).toBe('1200×630')
      expect(await pictureSize(page, address), address).toBe('1200×630')
    }
  })

  it('says what is on the card of an article: its title, and the picture', () => {
    const named = visits.filter(({ path }) => path.startsWith('/articles/'))
    for (const { path, html } of named) {
      const meta = (name: string) => new RegExp(`property="${name}" content="([^"]*)"`).exec(html)?.[1] ?? ''
      expect(meta('og:image:alt').startsWith(`${meta('og:title')}. `), path).toBe(true)
    }
    expect(named).not.toEqual([])
  })

  it('offers each article’s picture in the three shapes of search results', async () => {
    for (const { path, data } of visits.filter(({ path }) => path.startsWith('/articles/'))) {
      const article = graph(data).find((node) => node['@type'] === 'Article')
      const pictures = z.array(z.url()).parse(article?.['image'])
      expect(await Promise.all(pictures.map((address) => pictureSize(page, address))), path).toEqual([
        '1200×675',
        '1200×900',
        '1200×1200',
      ])
    }
  })

  it('has no dead internal links', async () => {
    const addresses = new Set(
      visits.flatMap(({ links }) => links).filter((link) => link.startsWith(product.site)),
    )
    const dead: string[] = []
    for (const address of addresses) {
      const { status } = await get(product, address)
      const isThere = new URL(address).pathname.startsWith('/go/') ? status === 302 : status === 200
      if (!isThere) dead.push(`${status} ${address}`)
    }
    expect(addresses.size).toBeGreaterThan(visits.length)
    expect(dead).toEqual([])
  })

  it('requests nothing from other hosts', () => {
    const foreign = visits.flatMap(({ links, outbound }) =>
      links.filter(
        (link) =>
          !link.startsWith(`${product.site}/`) && !link.startsWith('mailto:') && !outbound.includes(link),
      ),
    )
    expect(foreign).toEqual([])
  })

  it('links to its sources over https only', () => {
    const outbound = visits.flatMap((visit) => visit.outbound)
    expect(outbound.filter((link) => !link.startsWith('https://'))).toEqual([])
    expect(outbound.length).toBeGreaterThan(50)
  })

  it('has a content security policy without inline code, and does not violate it', () => {
    for (const { path, policy, complaints } of visits) {
      expect(policy, path).toContain("default-src 'self'")
      expect(policy, path).not.toMatch(/unsafe|\*/)
      expect(complaints, path).toEqual([])
    }
  })

  it('has no axe violations', async () => {
    const violations: string[] = []
    for (const { path } of visits.filter((visit) => !LIKE_ANOTHER.test(visit.path))) {
      await page.goto(`${product.site}${path}`)
      violations.push(...(await axeProblems(page)))
    }
    expect(violations).toEqual([])
  })
})

/** A description of something, or a reference to one. */
const Node = z.looseObject({ '@id': z.string() })

/** `value` and all that it contains. */
function everyValue(value: unknown): unknown[] {
  const parts = typeof value === 'object' && value !== null ? Object.values(value) : []
  return [value, ...parts.flatMap(everyValue)]
}

function graph(data: readonly string[]) {
  return Graph.parse(JSON.parse(data[0] ?? ''))['@graph']
}
