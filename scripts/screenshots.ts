/**
 * `npm run screenshots`: starts the product on a data directory of its own with synthetic traffic, and takes pictures of
 * every kind of page into .cache/screenshots, and those of the documents into docs/pictures; with `--documents` the
 * latter only.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { paths, sections } from '../dashboard/src/paths.ts'
import { callRunningStack } from '../collector/src/operations/call-running-stack.ts'
import { launchBrowser } from '../e2e/harness/browser.ts'
import { openPage } from '../e2e/harness/open-page.ts'
import { PAGE_KINDS } from '../e2e/harness/site-pages.ts'
import { removeData, type Stack, startStack } from '../e2e/harness/stack.ts'
import { untilInWebFonts } from '../e2e/harness/web-fonts.ts'
import { ROOT } from './process.ts'

/** The traffic of `npm run demo`, so that docs/tour.md shows the same. */
const TRAFFIC = { days: '90', sessions: '40000', seed: '1' }

/** Maximum bytes of a picture in git. */
const MAX_BYTES = 80_000

/** The pages of the dashboard that docs/tour.md shows. */
const TOUR = ['explore', 'articles', 'experiments', 'newsletter', 'sharing'] as const

const WIDTHS = [390, 1280] as const
const SCHEMES = ['light', 'dark'] as const

/** WebP qualities, best first; below the last, text gets hard to read. */
const QUALITIES = [80, 70, 60, 50, 40] as const

const folder = join(ROOT, '.cache/screenshots')
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })

console.log('Starting the product on a temporary data directory …')
const stack = await startStack()
try {
  await callRunningStack(stack.dataDir, 'seed', TRAFFIC, console.log)
  console.log('Taking pictures …')
  const browser = await launchBrowser()
  try {
    if (!process.argv.includes('--documents')) {
      const files = await takePictures(browser, stack, folder)
      console.log(`${files.length} pictures in .cache/screenshots`)
    }
    const pictures = join(ROOT, 'docs/pictures')
    await mkdir(pictures, { recursive: true })
    for (const [name, bytes] of await takeDocumentPictures(browser, stack)) {
      await writeFile(join(pictures, name), bytes)
      console.log(`docs/pictures/${name}: ${Math.round(bytes.length / 1000)} KB`)
    }
  } finally {
    await browser.close()
  }
} finally {
  await stack.stop()
  await removeData(stack)
}

/**
 * The pictures of every kind of page of the magazine, of the sign-in and of every page of the dashboard, in both widths
 * and both colour schemes: `<screen>-<width>-<scheme>.png`.
 */
async function takePictures(browser: Browser, stack: Stack, folder: string): Promise<string[]> {
  const files: string[] = []
  for (const width of WIDTHS) {
    for (const colorScheme of SCHEMES) {
      const shoot = async (page: Page, screen: string) => {
        await untilStill(page)
        const file = `${screen}-${width}-${colorScheme}.png`
        await page.screenshot({ path: join(folder, file), fullPage: true })
        files.push(file)
      }
      const page = await openPage(browser, {
        viewport: { width, height: width < 600 ? 844 : 800 },
        colorScheme,
      })
      for (const [kind, path] of Object.entries(PAGE_KINDS)) {
        await openSitePage(page, `${stack.site}${path}`)
        await shoot(page, kind.replaceAll(' ', '-'))
      }
      await openSignIn(page, stack)
      await shoot(page, 'sign-in')
      await signIn(page)
      for (const { path } of sections.flatMap(({ pages }) => pages)) {
        await page.goto(`${stack.dashboard}${path}`)
        await untilLoaded(page)
        await shoot(page, path.slice(1).replace('/', '-'))
      }
      await page.context().close()
    }
  }
  return files
}

/** The pictures in README.md and docs/tour.md, by file name. */
async function takeDocumentPictures(browser: Browser, stack: Stack): Promise<Map<string, Buffer>> {
  const pictures = new Map<string, Buffer>()
  const page = await openPage(browser, { viewport: { width: 1280, height: 800 }, colorScheme: 'light' })
  const shoot = async (name: string) => pictures.set(`${name}.webp`, await webp(page, MAX_BYTES))
  await openSitePage(page, stack.site)
  await shoot('site')
  await openSitePage(page, `${stack.site}${PAGE_KINDS.review}`)
  await page
    .locator('.product')
    .first()
    .evaluate((card) => card.scrollIntoView())
  await shoot('review')
  await page.emulateMedia({ colorScheme: 'dark' })
  await openSitePage(page, `${stack.site}${PAGE_KINDS['article with tables and notes']}`)
  await page
    .locator('.hero-figure figcaption')
    .evaluate((caption) => caption.scrollIntoView({ block: 'center' }))
  await shoot('article')
  await page.emulateMedia({ colorScheme: 'light' })
  await openSignIn(page, stack)
  await signIn(page)
  await shoot('dashboard')
  for (const name of TOUR) {
    await page.goto(`${stack.dashboard}${paths[name]}`)
    await untilLoaded(page)
    if (name === 'experiments') await scrollToWinner(page)
    await shoot(name)
  }
  await page.context().close()
  return pictures
}

/** The test that has a variant to keep, at the top of the screen. */
async function scrollToWinner(page: Page): Promise<void> {
  const test = page.locator('section').filter({ has: page.getByText('Keep', { exact: true }) })
  await test.first().evaluate((section) => section.scrollIntoView())
}

async function openSignIn(page: Page, { dashboard }: Stack): Promise<void> {
  await page.goto(dashboard)
  await page.getByRole('button', { name: 'Sign In' }).waitFor()
}

async function signIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('heading', { name: 'Analytics Dashboard' }).waitFor()
  // Away from the chart, which would show a tooltip.
  await page.mouse.move(0, 0)
  await page.locator('.plot-line').first().waitFor()
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
}

/** The page has its figures, and charts their lines: they come with a script of their own. */
async function untilLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  const waiting = page.locator('.chart-box:not(:has(.plot-line))').first()
  // A chart without figures has no line.
  await waiting.waitFor({ state: 'detached', timeout: 5_000 }).catch(() => {})
}

async function openSitePage(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await untilInWebFonts(page)
}

/** Faces and pictures are there, those further down included. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode()))
    await document.fonts.ready
  })
}

/**
 * The screen, in the best quality that `maxBytes` allows. Chromium compresses it, so that no other encoder is needed.
 *
 * @throws where even the lowest quality takes more.
 */
async function webp(page: Page, maxBytes: number): Promise<Buffer> {
  await untilStill(page)
  const devtools = await page.context().newCDPSession(page)
  for (const quality of QUALITIES) {
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality })
    const bytes = Buffer.from(data, 'base64')
    if (bytes.length <= maxBytes) return bytes
  }
  throw new Error(`a picture of ${page.url()} does not fit into ${maxBytes} bytes`)
}
