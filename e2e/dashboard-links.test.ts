import type { LinkHealth } from '@half-measure/shared/stats/link-health.ts'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { axeProblems } from './harness/axe-problems.ts'
import { openAsAdmin } from './harness/dashboard-page.ts'
import { rowsOf } from './harness/rows-of.ts'
import { useSharedProduct } from './harness/use-product.ts'

const AT = '2026-11-20T03:00:00.000Z'
const checkResult = { at: AT, status: 200, problem: null, redirects: 0, ms: 120 } as const
const page = ['/articles/pine-beer']

/** After some nights, which a test has not. */
const CHECKED: LinkHealth = {
  is_checking: true,
  checked_at: AT,
  links: [
    {
      href: 'https://gone.test/beer',
      pages: [...page, '/articles/alcohol-free-boom'],
      state: 'dead',
      failing_since: '2026-11-18T03:00:00.000Z',
      check: { ...checkResult, status: 404, url: 'https://gone.test/beer' },
      clicks: 12,
    },
    {
      href: 'https://shy.test/',
      pages: page,
      state: 'refused',
      failing_since: null,
      check: { ...checkResult, status: 403, url: 'https://shy.test/' },
      clicks: 3,
    },
    {
      href: '/go/nightjar-lager',
      pages: ['/reviews/top-5-non-alcoholic-beers-uk'],
      state: 'working',
      failing_since: null,
      check: { ...checkResult, redirects: 1, url: 'https://magazine.test/partners/nightjar-lager' },
      clicks: 40,
    },
    {
      href: 'https://moved.test/old',
      pages: page,
      state: 'working',
      failing_since: null,
      check: { ...checkResult, redirects: 1, url: 'https://moved.test/new' },
      clicks: 0,
    },
  ],
}

describe('link health', () => {
  const product = useSharedProduct()
  let dashboard: Page

  beforeAll(async () => {
    dashboard = await openAsAdmin(product, '/admin/links', 'Link health')
  })
  const table = () => dashboard.getByRole('table', { name: 'Outbound links' })
  const links = async () => (await rowsOf(table())).map(([link, state]) => [link, state])

  it('lists the links of the magazine, and says that this installation does not check them', async () => {
    await dashboard.getByText('Checks are off on this installation (CHECK_LINKS)').waitFor()
    await dashboard.getByRole('link', { name: 'Partner links' }).click()
    await expect.poll(links).toContainEqual(['/go/nightjar-lager', '· Not checked'])
    const partner = table().getByRole('link', { name: '/go/nightjar-lager' })
    expect(await partner.getAttribute('href')).toBe(`${product.site}/go/nightjar-lager`)
    await dashboard.getByRole('link', { name: 'Other sites' }).click()
    await expect.poll(async () => (await links()).length).toBe(50)
    expect((await links()).some(([link]) => link?.startsWith('/go/'))).toBe(false)
    await dashboard.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(async () => (await links()).length).toBe(100)
  })

  it('finds links by their address and by the page that they are on', async () => {
    const find = async (text: string) => {
      const field = dashboard.getByRole('searchbox', { name: 'Search links and pages' })
      await field.fill(text)
      await field.press('Enter')
    }
    await find('GOV.uk')
    await expect.poll(async () => (await links()).every(([link]) => link?.includes('gov.uk'))).toBe(true)
    await find('drinking a christmas tree')
    await table().getByRole('link', { name: 'The Trouble with Drinking a Christmas Tree' }).first().waitFor()
    await find('no such thing')
    await dashboard.getByText('No link, and no page with one, contains this text.').waitFor()
    expect(await axeProblems(dashboard)).toEqual([])
  })

  it('shows dead links first, with what was found, since when and where', async () => {
    await dashboard.route('**/api/stats/links', (route) => route.fulfill({ json: CHECKED }))
    await dashboard.goto(`${product.stack.dashboard}/admin/links`)
    expect(await links()).toEqual([
      ['gone.test/beer', '▲ Dead'],
      ['shy.test', '○ Blocks bots'],
      ['/go/nightjar-lager', '● Works'],
      ['moved.test/old', '● Works'],
    ])
    const dead = table().getByRole('row').nth(1)
    await dead.getByRole('cell', { name: '404', exact: true }).waitFor()
    await dead.getByRole('cell', { name: 'Wed 18 Nov 2026, 03:00' }).waitFor()
    await dead.getByRole('link', { name: 'The Trouble with Drinking a Christmas Tree' }).waitFor()
    const moved = table().getByRole('row').nth(4)
    expect(await moved.getByRole('link', { name: 'moved.test/new' }).getAttribute('href')).toBe(
      'https://moved.test/new',
    )
    await dashboard.getByText('Last checked on Fri 20 Nov 2026, 03:00').waitFor()
    expect(await axeProblems(dashboard)).toEqual([])
  })

  it('sorts by clicks', async () => {
    await table().getByRole('button', { name: 'Clicks in 28 days' }).click()
    await expect
      .poll(async () => (await links()).map(([link]) => link))
      .toEqual(['/go/nightjar-lager', 'gone.test/beer', 'shy.test', 'moved.test/old'])
    await dashboard.context().close()
  })
})
