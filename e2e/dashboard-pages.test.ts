import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { callRunningStack } from '../collector/src/operations/call-running-stack.ts'
import { paths, sections } from '../dashboard/src/paths.ts'
import { axeProblems } from './harness/axe-problems.ts'
import { openAsAdmin } from './harness/dashboard-page.ts'
import { excessOf } from './harness/looks.ts'
import { untilLoaded, untilStored } from './harness/until.ts'
import { useProduct } from './harness/use-product.ts'

const WIDTHS = [1920, 1280, 800, 390]

/** Every page without a figure and with those of a few weeks, light and dark, as wide as its window. */
describe('every page', () => {
  const product = useProduct()
  const addresses = sections.flatMap(({ pages }) => pages.map(({ path }): string => path))
  let page: Page
  const errors: string[] = []

  beforeAll(async () => {
    page = await openAsAdmin(product, paths.newsletter, 'Newsletter')
    await page.getByRole('button', { name: 'New issue' }).click()
    await page.getByText('It has no subject.').waitFor()
    addresses.push(paths.article('pine-beer'), new URL(page.url()).pathname)

    await page.goto(`${product.stack.dashboard}${paths.sharing}`)
    await page.getByLabel('Name').fill('For the printer')
    await page.getByRole('button', { name: 'Create link' }).click()
    addresses.push((await page.locator('code.secret').innerText()).slice(product.stack.dashboard.length))
    page.on('pageerror', ({ message }) => errors.push(message))
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${page.url()}: ${message.text()}`)
    })
  })

  afterAll(() => page.context().close())

  async function open(path: string): Promise<void> {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`${product.stack.dashboard}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    // The page of a share link has a heading before it has figures.
    await page.getByText('Opening the link…').waitFor({ state: 'detached' })
    await untilLoaded(page)
  }

  /** By how many pixels it is too wide, at each width, and on a phone with letters twice as large. */
  async function excesses(): Promise<string[]> {
    const found: string[] = []
    const measure = async (what: string) => {
      const excess = await excessOf(page)
      const { pathname } = new URL(page.url())
      if (excess > 0) found.push(`${pathname} at ${what}: ${excess} px too wide`)
      const outside = await page.evaluate(() =>
        [...document.querySelectorAll('td > .delta')]
          .filter((change) => {
            const cell = change.parentElement?.getBoundingClientRect()
            return cell && change.getBoundingClientRect().right > cell.right + 1
          })
          .map((change) => change.textContent),
      )
      found.push(...outside.map((text) => `${pathname} at ${what}: "${text}" leaves its cell`))
    }
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      await measure(`${width} px`)
    }
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    await measure('390 px with large letters')
    const overlap = await page.evaluate(() => {
      const [brand, nav] = ['.wordmark', '.nav'].map((name) =>
        document.querySelector(name)?.getBoundingClientRect(),
      )
      return (
        brand && nav && brand.right > nav.left && brand.bottom > nav.top + 1 && brand.top < nav.bottom - 1
      )
    })
    if (overlap) found.push(`${page.url()}: the brand overlaps the navigation`)
    return found
  }

  for (const data of ['no', 'some'] as const) {
    it(`with ${data} figures: nothing overflows, fails or violates an axe rule`, async () => {
      if (data === 'some') {
        // Twice the period that pages open with, which they compare with the one before.
        const traffic = { days: '56', sessions: '1200', seed: '1' }
        await callRunningStack(product.stack.dataDir, 'seed', traffic, () => {})
        await untilStored(product.site)
        await open(paths.sessions)
        const session = page.getByRole('row').nth(1).getByRole('link').first()
        addresses.push(z.string().parse(await session.getAttribute('href')))
      }
      const problems: string[] = []
      for (const path of addresses) {
        await open(path)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          const found = await axeProblems(page)
          problems.push(...found.map((problem) => `${colorScheme}: ${problem}`))
        }
        problems.push(...(await excesses()))
      }
      expect(problems).toEqual([])
      expect(errors).toEqual([])
    })
  }

  it('has the same name in its title and its heading', async () => {
    await open(paths.article('pine-beer'))
    const heading = page.getByRole('heading', { level: 1 })
    await heading.filter({ hasText: 'The Trouble with Drinking a Christmas Tree' }).waitFor()
    await expect.poll(() => page.title()).toBe('The Trouble with Drinking a Christmas Tree · Half Measure')
    await open(paths.sessions)
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    await heading.filter({ hasText: /^Session of / }).waitFor()
    await page
      .getByRole('region', { name: 'Summary' })
      .getByText(/engaged$/)
      .waitFor()
    await expect.poll(() => page.title()).toMatch(/^Session of .* · Half Measure$/)
  })
})
