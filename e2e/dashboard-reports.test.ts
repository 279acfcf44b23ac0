import { demoAdmin } from '@half-measure/shared/publication.ts'
import type { AlertRule } from '@half-measure/shared/reports/alert-rule.ts'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { alertNotice } from '../collector/src/workspace/alerts/alert-notice.ts'
import { USER_AGENT } from './harness/browser.ts'
import { axeProblems } from './harness/axe-problems.ts'
import { openAsAdmin } from './harness/dashboard-page.ts'
import { londonDay } from './harness/known-sessions.ts'
import { rowsOf } from './harness/rows-of.ts'
import { untilLoaded, untilStored } from './harness/until.ts'
import { useProduct } from './harness/use-product.ts'

const REVIEW = '/reviews/top-5-non-alcoholic-beers-uk'
const ARTICLE = '/articles/pine-beer'
const TITLE = 'The Trouble with Drinking a Christmas Tree'
const REVIEW_TITLE = 'The Top 5 “Mood-Enhancing” Drinks, Tested for Everything but the Mood'

/** Four sessions; every figure below can be counted here by hand. */
const SESSIONS = [
  [view('/'), view(ARTICLE), view('/newsletter'), conversion('newsletter_signup', '/newsletter')],
  [view(ARTICLE), view('/')],
  [view(ARTICLE), reading(ARTICLE, 60_000, 100)],
  [view('/'), view(REVIEW), affiliateClick(REVIEW)],
]

describe('the reports', () => {
  const product = useProduct()
  let page: Page
  let start: number
  let sentOn: string

  beforeAll(async () => {
    const aMinuteAgo = Date.now() - 60_000
    sentOn = londonDay(new Date(aMinuteAgo))
    // A day is compared with only if counting began early on it: with the first view that came in time, if there is one.
    start = Math.min(Date.parse(`${sentOn}T00:30:00Z`), aMinuteAgo)
    // A bot is in no figure.
    await send([view('/')], start, 'Mozilla/5.0 (compatible; Testbot/1.0)')
    for (const events of SESSIONS) await send(events, start)
    // A report is requested once a minute: the first request must come after all of this is stored.
    await untilStored(product.site)
    page = await openAsAdmin(product, '/admin/articles', 'Articles')
  })

  const articles = (table: string) => page.getByRole('table', { name: table, exact: true })
  const christmasTree = (table: string) =>
    articles(table).getByRole('row', { name: /The Trouble with Drinking a Christmas Tree/ })

  it('articles: views and sessions to the end, sorted by any of them', async () => {
    await expect
      .poll(() => cells(christmasTree('Articles')))
      .toEqual([
        '3',
        '3',
        '33.3%',
        '20s',
        '0s',
        '33.3%',
        // The one who read it to the end left there.
        '1',
        '–',
      ])
    const first = articles('Articles').getByRole('row').nth(1)
    await expect.poll(() => first.innerText()).toContain('Christmas Tree')
    await articles('Articles').getByRole('button', { name: 'Page views' }).click()
    await expect.poll(() => first.innerText()).not.toContain('Christmas Tree')
    expect(page.url()).toContain('sort=views')
    await page.goBack()
    await expect.poll(() => first.innerText()).toContain('Christmas Tree')
  })

  it('articles: what sessions did after reading, and of that on other pages', async () => {
    // Nobody reached a goal on its own page. The rates of three sessions would be chance.
    expect(await cells(christmasTree('What follows'))).toEqual([
      '3',
      '0.0%',
      '1',
      '–',
      '0',
      '–',
      '£0.00',
      '–',
    ])
    await articles('What follows')
      .getByRole('button', { name: /^Sign-ups(?!,)/ })
      .click()
    await articles('What follows').getByRole('row').nth(1).getByText('Christmas Tree').waitFor()
  })

  it('articles: saved as CSV, as they are shown', async () => {
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export as CSV: Articles' }).click()
    const file = await saving
    expect(file.suggestedFilename()).toMatch(/^half-measure-articles-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
    const lines = (await readFile(await file.path(), 'utf8')).split('\r\n')
    expect(lines[0]).toMatch(/^\uFEFF"Article","Page views: .*","Sessions: .*","Scrolled to the end \(%\): /)
    expect(lines[1]).toMatch(/^"The Trouble with Drinking a Christmas Tree","3","3","33\.33?",/)
  })

  it('an article: previous and next pages, and on from there', async () => {
    await christmasTree('Articles').getByRole('link').click()
    const next = page.getByRole('region', { name: 'Next page' })
    await expect
      .poll(() => linesOf(next))
      .toEqual(['Home 1 33.3%', 'The Friday Edition 1 33.3%', 'No page after 1 33.3%'])
    // It came out before anything was counted.
    await page
      .getByRole('region', { name: 'First week' })
      .getByText(/^Published before counting began/)
      .waitFor()
    expect(await axeProblems(page)).toEqual([])
    await next.getByRole('link', { name: 'The Friday Edition' }).click()
    await page.getByRole('heading', { name: 'Journeys', level: 1 }).waitFor()
    await page.getByText('1 session viewed The Friday Edition.').waitFor()
  })

  it('the Go to dialog opens any page by keyboard, at its title', async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: 'Go to' })
    await dialog.waitFor()
    await page.keyboard.type('christmas')
    await dialog.getByRole('link', { name: 'The Trouble with Drinking a Christmas Tree' }).waitFor()
    await page.keyboard.press('Enter')
    await page
      .getByRole('heading', { name: 'The Trouble with Drinking a Christmas Tree', level: 1 })
      .waitFor()
    await dialog.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/admin/articles/pine-beer')
    expect(await page.evaluate(() => [document.activeElement?.localName, scrollY])).toEqual(['h1', 0])
  })

  it('articles: compared with any days, which the URL and the file name contain', async () => {
    const dayBefore = londonDay(new Date(Date.parse(`${sentOn}T12:00:00Z`) - 86_400_000))
    await page.goto(`${product.stack.dashboard}/admin/articles?from=${sentOn}&to=${sentOn}`)
    await page.getByLabel('Compare with').selectOption('Other days')
    await expect
      .poll(() => new URL(page.url()).searchParams.get('compare'))
      .toBe(`${dayBefore}..${dayBefore}`)
    await page.getByRole('button', { name: /^Days compared with: / }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose the days to compare with' })
    await dialog.getByLabel('First day').fill(sentOn)
    await dialog.getByLabel('Last day').fill(sentOn)
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('compare')).toBe(`${sentOn}..${sentOn}`)
    await page
      .getByText(/^Compared with /)
      .first()
      .waitFor()
    // A day is like itself.
    await expect
      .poll(() => christmasTree('Articles').getByRole('cell').first().innerText())
      .toMatch(/^3\s[^]*0\.0%$/)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export as CSV: Articles' }).click()
    const [header] = (await readFile(await (await saving).path(), 'utf8')).split('\r\n')
    // A day that is not over is named up to now. The test may run past midnight.
    const until = londonDay(new Date()) === sentOn ? String.raw`T\d\d:\d\d\+0[01]:00` : ''
    expect(header).toMatch(new RegExp(`"Page views, ${sentOn} to ${sentOn}${until}"`))
    expect(await axeProblems(page)).toEqual([])
  })

  it('live: filters on what is known of a running session', async () => {
    await page.goto(`${product.stack.dashboard}/admin/live?f=is,page,/nowhere&f=is,category,The+Guide`)
    await page.getByText('No current session matches the filters.').first().waitFor()
    await page.getByRole('button', { name: 'Remove the filter: Page is /nowhere' }).click()
    await expect.poll(() => page.url()).not.toContain('nowhere')
    // The other one goes along to the next page.
    await page.getByRole('link', { name: 'Explore', exact: true }).click()
    await expect.poll(() => page.url()).toMatch(/\/admin\/explore\?.*f=is,category,The\+Guide/)
  })

  it('journeys: next pages and whole paths, onwards and backwards', async () => {
    await page.goto(`${product.stack.dashboard}/admin/journeys?page=/`)
    const step = page.getByRole('region', { name: 'Next page' })
    await expect
      .poll(() => linesOf(step))
      .toEqual([`${TITLE} 1 33.3%`, `${REVIEW_TITLE} 1 33.3%`, 'Exit 1 33.3%'])
    await page.getByLabel('Direction').selectOption('previous')
    const before = page.getByRole('region', { name: 'Previous page' })
    await expect.poll(() => linesOf(before)).toEqual([`${TITLE} 1 33.3%`, 'Entry 2 66.7%'])
  })

  it('funnels: shown, changed, saved under a name and opened again', async () => {
    await page.goto(`${product.stack.dashboard}/admin/funnels`)
    await page.getByText('3 sessions started; 1 completed all steps (33.3%).').waitFor()
    await page.getByRole('button', { name: 'Remove step 3' }).click()
    await page.getByRole('combobox', { name: 'Page of step 2' }).fill('newsletter')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText('Step 2 is not complete').waitFor()
    await page.getByRole('combobox', { name: 'Page of step 2' }).fill('/')
    await page.getByRole('button', { name: 'Show' }).click()
    // The funnel before had the same figures.
    await page.getByText('Views Home', { exact: true }).waitFor()
    await page.getByText('3 sessions started; 1 completed all steps (33.3%).').waitFor()
    expect(await page.getByText('no page view in this period').count()).toBe(0)

    await page.getByRole('combobox', { name: 'Page of step 2' }).fill('/newslettr')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText('Views /newslettr: no page view in this period. Check the path.').waitFor()
    await page.goBack()
    await expect.poll(() => page.getByRole('combobox', { name: 'Page of step 2' }).inputValue()).toBe('/')
    await page.getByRole('combobox', { name: 'Page of step 2' }).fill('/Articles/*')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText('Views a page under /Articles/: no page view in this period.').waitFor()
    await page.goBack()
    // Until the others arrive, the figures are those from before.
    await expect.poll(() => page.getByRole('combobox', { name: 'Page of step 2' }).inputValue()).toBe('/')
    await page.getByText('3 sessions started; 1 completed all steps (33.3%).').waitFor()

    await page.getByLabel('Name of the current funnel').fill('Back home')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('link', { name: 'Back home' }).waitFor()
    await page.goto(`${product.stack.dashboard}/admin/funnels`)
    await untilLoaded(page)
    await page.getByRole('link', { name: 'Back home' }).click()
    await page.getByText('Views Home', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByText('No saved funnels yet.').waitFor()
    expect(await page.getByRole('link', { name: 'Back home' }).count()).toBe(0)
  })

  it('funnels: split and filtered, and the filters carry over to journeys', async () => {
    await page.goto(`${product.stack.dashboard}/admin/funnels`)
    await page.getByLabel('Split by').selectOption('Entry page')
    const split = page.getByRole('table', { name: 'Steps by entry page' })
    await expect.poll(() => rowsOf(split)).toHaveLength(2)
    const rows = await rowsOf(split)
    expect(rows.map((row) => row.map((cell) => cell.replaceAll(/\s+/g, ' ')))).toEqual([
      [TITLE, '2', '0 0.0%', '0 0.0%'],
      ['Home', '1', '1 100.0%', '1 100.0%'],
    ])
    // Three sessions after none would be called new: four weeks ago nobody counted.
    await page.getByText(/^Nothing was counted from .*, so nothing is compared\.$/).waitFor()
    expect(await page.locator('.funnel .delta').count()).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    const funnelsOf = (compare: string) =>
      page.goto(`${product.stack.dashboard}/admin/funnels?from=${sentOn}&to=${sentOn}&compare=${compare}`)
    await funnelsOf('previous')
    await page.getByText(/^Nothing was counted from /).waitFor()
    await funnelsOf(`${sentOn}..${sentOn}`)
    await page.getByText(/^Compared with /).waitFor()
    await expect.poll(() => page.locator('.funnel .delta').first().innerText()).toContain('0.0%')

    await page.goto(`${product.stack.dashboard}/admin/funnels?f=is,entry,${ARTICLE}`)
    await page.getByText('2 sessions started; 0 completed all steps (0.0%).').waitFor()
    await page.getByRole('link', { name: 'Journeys' }).click()
    await page.getByText('1 session viewed Home.').waitFor()
    expect(page.url()).toContain('f=is')
    const step = page.getByRole('region', { name: 'Next page' })
    await expect.poll(() => linesOf(step)).toEqual(['Exit 1 100.0%'])
  })

  it('affiliate: clicks and value; a file of commissions is imported completely or not at all, and once', async () => {
    // A period that begins before counting has no EPC.
    await page.goto(`${product.stack.dashboard}/admin/affiliate?from=${sentOn}&to=${sentOn}`)
    // Nothing is said of earnings before a file is there.
    const products = page.getByRole('region', { name: 'Products' }).first()
    await expect.poll(() => linesOf(products)).toEqual(['Quarter Bell Pale 1 1 £5.00'])

    const at = new Date(start).toISOString()
    const good = `top-5-non-alcoholic-beers-uk.quarter-bell-pale.1`
    await upload(`a1,${good},${at},twelve,GBP`)
    await page.getByText(/^Line 2: /).waitFor()
    await expect.poll(() => linesOf(products)).toEqual(['Quarter Bell Pale 1 1 £5.00'])

    await upload(`a1,${good},${at},12.50,GBP`)
    await page.getByText('1 commission read: 1 new, 0 changed, 0 unchanged.').waitFor()
    await expect.poll(() => linesOf(products)).toEqual(['Quarter Bell Pale 1 1 £5.00 £12.50 £12.50'])

    // Under another name the same file counts again, until that network is deleted.
    await upload(`a1,${good},${at},12.50,GBP`, 'awn')
    await expect.poll(() => linesOf(products)).toEqual(['Quarter Bell Pale 1 1 £5.00 £25.00 £25.00'])
    await page.getByRole('button', { name: 'Delete: awn' }).click()
    expect(await axeProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Delete all its commissions: awn' }).click()
    await page.getByText('1 commission of awn deleted.').waitFor()
    await expect.poll(() => linesOf(products)).toEqual(['Quarter Bell Pale 1 1 £5.00 £12.50 £12.50'])
    const networks = page.getByRole('region', { name: 'Imported networks' })
    await expect.poll(() => linesOf(networks)).toEqual([expect.stringMatching(/^awin 1 /)])

    // Networks do not say which sessions bought.
    await page.goto(`${product.stack.dashboard}/admin/affiliate?f=is,page,${REVIEW}`)
    await page.getByText('Without commissions: networks do not say').waitFor()
    await expect.poll(() => linesOf(products)).toEqual(['Quarter Bell Pale 1 1 £5.00'])
    await page.goto(`${product.stack.dashboard}/admin/affiliate?f=is,page,${ARTICLE}`)
    await page.getByText('No affiliate clicks of these sessions in this period.').first().waitFor()
  })

  it('data import: a file is previewed, then imported; its figures stay apart and end where counting began', async () => {
    const names = 'date,visitors,pageviews,bounces,visits,visit_duration'
    const choose = (...lines: string[]) =>
      page.getByLabel('File', { exact: true }).setInputFiles({
        name: 'imported_visitors.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from([names, ...lines].join('\n')),
      })
    await page.goto(`${product.stack.dashboard}/admin/imports`)
    await choose('2025-02-30,1,1,1,1,1')
    await page.getByText('Line 2: date: “2025-02-30” is no day').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await choose('2025-03-01,5,11,1,6,60', '2025-03-02,5,1200,1,7,60')
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByText('1,211').waitFor()
    await preview.getByText('of Plausible, from 1 to 2 March 2025').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('imported_visitors.csv is imported.').waitFor()
    await page.getByRole('heading', { name: 'Imported from Plausible' }).waitFor()
    await choose('2025-03-02,5,1200,1,7,60')
    await page.getByText('were imported already, as imported_visitors.csv').waitFor()
    expect(await page.getByRole('button', { name: 'Import', exact: true }).count()).toBe(0)

    for (const path of ['/admin/analytics', '/admin/explore']) {
      await page.goto(`${product.stack.dashboard}${path}?from=2025-03-02&to=2025-03-03`)
      const imported = page.getByRole('region', { name: 'Imported from Plausible' })
      await imported.getByText(/until counting began here on .*They are in no other figure/).waitFor()
      await imported.getByText('View as table').click()
      await expect.poll(() => rowsOf(imported)).toEqual([['Sunday 2 March 2025', '1,200', '7']])
      expect(await axeProblems(page)).toEqual([])
      await page.goto(`${product.stack.dashboard}${path}?period=today`)
      await page.getByText('Yesterday').or(page.getByText('Reading now')).first().waitFor()
      await untilLoaded(page)
      expect(await imported.count()).toBe(0)
    }

    await page.goto(`${product.stack.dashboard}/admin/imports`)
    await untilLoaded(page)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete it and its figures' }).click()
    await page.getByText('None yet. Export a report').waitFor()
  })

  it('reports are chosen per account, and alerts for everybody', async () => {
    await page.goto(`${product.stack.dashboard}/admin/reports`)
    await page.getByText('No alerts yet.').waitFor()
    expect(await page.getByRole('checkbox', { name: 'Alerts' }).isChecked()).toBe(false)
    expect(await page.getByText('None of these alerts is emailed to you').count()).toBe(0)
    // The tick shows at once; a reload before the server has it would take it back.
    const stored = page.waitForResponse(
      (response) =>
        response.url().endsWith('/api/reports/settings') && response.request().method() === 'PATCH',
    )
    await page.getByLabel('Weekly report').check()
    await page.getByLabel('Alert when').selectOption('Dead letters')
    await page.getByLabel('Comparison').selectOption('above')
    await page.getByLabel('Threshold').fill('0')
    await page.getByRole('button', { name: 'Add alert' }).click()
    await page.getByText('Dead letters above 0').waitFor()
    await page.getByRole('button', { name: 'Edit: Dead letters above 0' }).click()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Edit: Dead letters above 0')
    expect(await page.getByLabel('Comparison').inputValue()).toBe('above')
    await page.getByLabel('Threshold').fill('7')
    await page.getByRole('button', { name: 'Save alert' }).click()
    await page.getByText('Dead letters above 7').waitFor()
    expect(await page.getByRole('button', { name: 'Add alert' }).count()).toBe(1)
    expect((await stored).ok()).toBe(true)
    await page.reload()
    await expect.poll(() => page.getByLabel('Weekly report').isChecked()).toBe(true)
    // Nobody waits for an email that never comes.
    await page.getByRole('checkbox', { name: 'Alerts' }).uncheck()
    await page.getByText('None of these alerts is emailed to you').waitFor()
    await page.getByRole('button', { name: 'Email me alerts' }).click()
    await expect.poll(() => page.getByRole('checkbox', { name: 'Alerts' }).isChecked()).toBe(true)
    expect(await page.getByText('None of these alerts is emailed to you').count()).toBe(0)
    // New alerts are checked once a minute, which may have been just now.
    await page.getByText(/^not (?:checked yet|met: 0 .*)$/).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByText('No alerts yet.').waitFor()
  })

  it('an alert about what Explore shows, compared with a week before, and a test of it', async () => {
    await page.goto(`${product.stack.dashboard}/admin/explore?period=7d&metric=sessions&f=is,page,${ARTICLE}`)
    await untilLoaded(page)
    await page.getByRole('link', { name: 'Add an alert' }).click()
    await page.getByRole('button', { name: `Change the filter: Page is ${TITLE}` }).waitFor()
    expect(await page.getByLabel('Alert when').inputValue()).toBe('sessions')
    await page.getByLabel('Comparison').selectOption('down')
    await page.getByLabel('Threshold').fill('30')
    await page.getByRole('button', { name: 'Add alert' }).click()
    const words = `Sessions down by more than 30% in the last hour, compared with a week before, where Page is ${TITLE}`
    await page.getByText(words).waitFor()
    await page.getByRole('button', { name: `Edit: ${words}` }).click()
    await page.getByRole('button', { name: `Change the filter: Page is ${TITLE}` }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: `Send a test: ${words}` }).click()
    await page.getByText(`The test email goes to ${demoAdmin.email}.`).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.getByRole('button', { name: `Delete: ${words}` }).click()
    await page.getByRole('button', { name: `Delete for good: ${words}` }).click()
    await page.getByText('No alerts yet.').waitFor()
  })

  it('the button of an alert email leads to a period that Explore knows', async () => {
    const rule: AlertRule = {
      id: randomUUID(),
      metric: 'page_views',
      comparison: 'below',
      threshold: 10,
      window_minutes: 5,
      filters: [{ operator: 'is', dimension: 'page', values: [ARTICLE] }],
      raised_since: null,
      checked_at: null,
      last_value: null,
    }
    const measured = { figure: 3, before: null, value: 3 }
    const { url } = alertNotice('raised', rule, measured, {
      at: new Date(),
      dashboard: product.stack.dashboard,
      titles: [],
    })
    expect(url).toContain('/admin/explore')
    await page.goto(url)
    // A window that goes over midnight is in the last seven days.
    await page.getByRole('button', { name: /^Period: (Today|7 days up to now)$/ }).waitFor()
    await page.getByRole('region', { name: 'Page views', exact: true }).waitFor()
    await page.getByRole('button', { name: `Change the filter: Page is ${TITLE}` }).waitFor()
    expect(await page.getByText('in the URL').count()).toBe(0)
  })

  it('experiments: says that it is too early for a result', async () => {
    await page.goto(`${product.stack.dashboard}/admin/experiments`)
    const card = page.getByRole('region', { name: 'review_page_layout', exact: true })
    await card.getByText('No sessions on a complete day yet.').waitFor()
    await page.getByLabel('Goal').selectOption('value')
    await expect.poll(() => page.url()).toContain('goal=value')
    await card.getByText('By estimated value per session').waitFor()
  })

  it('experiments: the band of the chart covers what lies between the ends of the intervals, and no more', async () => {
    const results = '**/api/stats/experiments/results*'
    const intervals = [
      ['2026-11-20', [-0.05, 0.1]],
      ['2026-11-21', [0.01, 0.03]],
      ['2026-11-22', [0.01, 0.03]],
    ] as const
    await page.route(results, async (route) => {
      const response = await route.fetch()
      const arm = { variant: 'compact', exposures: 400, converters: 20, rate: 0.05 }
      const analyses = intervals.map(([day, interval]) => ({
        day,
        arms: [{ ...arm, comparison: { difference: 0.02, interval, lift: null, lift_interval: null, p: 1 } }],
      }))
      await route.fulfill({ response, json: { ...((await response.json()) as object), analyses } })
    })
    await page.goto(`${product.stack.dashboard}/admin/experiments`)
    const band = page.getByRole('region', { name: 'review_page_layout', exact: true }).locator('.plot-band')
    // Halfway between the last two days.
    const painted = () =>
      band.first().evaluate((element) => {
        const { x, y, width, height } = (element as SVGGElement).getBBox()
        const shapes = [...element.querySelectorAll('path')].filter(
          (path) => getComputedStyle(path).fill !== 'none',
        )
        return [0.05, 0.4, 0.5, 0.65, 0.95].map((down) => {
          const point = new DOMPoint(x + width * 0.75, y + height * down)
          return shapes.some((shape) => shape.isPointInFill(point))
        })
      })
    // From 0.1 at its top to -0.05: 0.03 to 0.01 are 47 to 60 percent of the way down.
    await expect.poll(painted).toEqual([false, false, true, false, false])
    await page.unroute(results)
  })

  async function upload(line: string, network = 'awin'): Promise<void> {
    await page.getByLabel('Network', { exact: true }).fill(network)
    await page.getByLabel('File').setInputFiles({
      name: 'commissions.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`row_key,sub_id,occurred_at,commission,currency\n${line}\n`),
    })
    await page.getByRole('button', { name: 'Import' }).click()
  }

  async function send(events: readonly Event[], start: number, userAgent = USER_AGENT): Promise<void> {
    const body = {
      consent: { analytics: true, version: '2026-11', at: new Date(start).toISOString() },
      session_id: `session_${start}_${randomUUID().slice(0, 8)}`,
      events: events.map((event, at) => ({
        ...event,
        event_id: randomUUID(),
        occurred_at: new Date(start + at * 1_000).toISOString(),
      })),
    }
    const response = await fetch(`${product.site}/api/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent },
      body: JSON.stringify(body),
    })
    expect(await response.json()).toMatchObject({ accepted: events.length })
  }
})

interface Event {
  readonly type: string
  readonly page_path: string
  readonly [name: string]: unknown
}

function view(page_path: string): Event {
  return { type: 'page_view', page_path }
}

function conversion(event_type: string, page_path: string): Event {
  return { type: 'conversion', event_type, page_path }
}

function reading(page_path: string, active_ms: number, scroll_depth: number): Event {
  return { type: 'engagement', page_path, active_ms, scroll_depth }
}

function affiliateClick(page_path: string): Event {
  const product = { product_name: 'Quarter Bell Pale', product_rank: 1, value: 5, currency: 'GBP' }
  return { ...conversion('affiliate_click', page_path), ...product }
}

type Row = ReturnType<Page['getByRole']>

/** The cells of a row, the first line of each. */
async function cells(row: Row): Promise<string[]> {
  const texts = await row.getByRole('cell').allInnerTexts()
  return texts.map((text) => text.split('\n')[0] ?? '')
}

/** The rows below the head, each as one line. */
async function linesOf(region: Row): Promise<string[]> {
  const texts = await region.locator('tbody tr').allInnerTexts()
  return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim())
}
