import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectSoon } from './harness/expect-soon.ts'
import type { ExploreRoom } from './harness/explore-room.ts'
import { exploreVisits, VISITS, WEEK } from './harness/explored-visits.ts'
import { dayOf, sendVisit, type KnownVisit } from './harness/known-visits.ts'
import { LOOKS, problemsWith } from './harness/looks.ts'
import { rowsOf } from './harness/rows-of.ts'
import { useProduct } from './harness/use-product.ts'
import { conversionRate, count, on, signed, worth } from './harness/visit-figures.ts'

describe('the figures to be explored', () => {
  const product = useProduct()
  let page: Page
  let room: ExploreRoom

  beforeAll(async () => {
    ;({ page, room } = await exploreVisits(product))
  })

  beforeEach(() => page.setViewportSize({ width: 1280, height: 900 }))

  it('every card shows what the visits add up to', async () => {
    await room.show(WEEK)
    expect(await room.cards()).toMatchObject({
      'Page views': count(VISITS.flatMap(({ pages }) => pages)),
      Visits: count(VISITS),
      'Views per visit': (VISITS.flatMap(({ pages }) => pages).length / VISITS.length).toFixed(2),
      Clicks: count(VISITS.flatMap(({ clicks }) => clicks)),
      Conversions: count(VISITS.flatMap(({ conversions }) => conversions)),
      'Conversion rate': `${conversionRate(VISITS).toFixed(1)}%`,
      Value: `£${worth(VISITS).toFixed(2)}`,
    })
  })

  it('the specified page counts the same events', async () => {
    const [from, to] = [dayOf(VISITS[4] as KnownVisit), dayOf(VISITS[0] as KnownVisit)]
    await page.goto(`${product.stack.dashboard}/admin/analytics?from=${from}&to=${to}`)
    const figures = page.locator('.card-figure')
    await expectSoon(() => figures.allInnerTexts()).toEqual([
      count(VISITS.flatMap(({ pages }) => pages)),
      count(VISITS.flatMap(({ clicks }) => clicks)),
      count(VISITS.flatMap(({ conversions }) => conversions)),
      '0',
    ])
    await page.getByText(`${VISITS.length} unique sessions`).waitFor()
  })

  it('a day is held against the day before, in percent, and rates in points', async () => {
    await room.show('period=yesterday&compare=previous')
    const [yesterday, before] = [VISITS.filter(on(1)), VISITS.filter(on(2))]
    const change =
      (yesterday.flatMap(({ pages }) => pages).length / before.flatMap(({ pages }) => pages).length - 1) * 100
    expect(await room.card('Page views').locator('.delta').innerText()).toContain(signed(change, '%'))
    const points = conversionRate(yesterday) - conversionRate(before)
    expect(await room.card('Conversion rate').locator('.delta').innerText()).toContain(signed(points, ' pp'))
  })

  it('breakdowns add up, and a row narrows everything down to itself', async () => {
    await room.show(WEEK)
    const pages = page.getByRole('region', { name: 'Pages' })
    const saw = (path: string) => VISITS.filter(({ pages }) => pages.includes(path))
    const shown = await rowsOf(pages.getByRole('table'))
    expect(shown.slice(0, 2).map(([path, visits]) => [path, visits])).toEqual(
      ['/', '/articles/pine-beer', '/articles/sleep-disrupted', '/stories', '/newsletter']
        .map((path) => [path, count(saw(path))] as const)
        .sort(([a, x], [b, y]) => Number(y) - Number(x) || (a < b ? -1 : 1))
        .slice(0, 2),
    )
    await pages.getByRole('link', { name: '/articles/sleep-disrupted' }).click()
    await expectSoon(async () => page.url()).toContain('f=is,page,/articles/sleep-disrupted')
    await expectSoon(() => room.figure('Visits')).toBe(count(saw('/articles/sleep-disrupted')))
    expect(await room.figure('Page views')).toBe(count(saw('/articles/sleep-disrupted')))

    const actions = page.getByRole('region', { name: 'Actions' })
    await actions.getByRole('button', { name: 'Element' }).click()
    const clicks = VISITS.filter(({ pages }) => pages.at(-1) === '/articles/sleep-disrupted').flatMap(
      ({ clicks }) => clicks,
    )
    await expectSoon(async () =>
      (await rowsOf(actions.getByRole('table'))).map(([name, clicks]) => [name, clicks]),
    ).toEqual(['button:subscribe', 'link'].map((name) => [name, count(clicks.filter((one) => one === name))]))

    await page.getByRole('button', { name: 'Remove the filter: Page is /articles/sleep-disrupted' }).click()
    await expectSoon(() => room.figure('Visits')).toBe(count(VISITS))
  })

  it('a filter is written, changed and removed by keys alone', async () => {
    await room.show(WEEK)
    await page.getByRole('button', { name: 'Add a filter' }).focus()
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'Add a filter' })
    await form.getByLabel('Filter by').selectOption('device')
    await form.getByRole('checkbox', { name: 'Mobile' }).focus()
    await page.keyboard.press('Space')
    await form.getByRole('button', { name: 'Apply' }).focus()
    await page.keyboard.press('Enter')
    const phones = VISITS.filter(({ userAgent }) => userAgent.includes('iPhone'))
    await expectSoon(() => room.figure('Visits')).toBe(count(phones))

    await page.getByRole('button', { name: 'Change the filter: Device is Mobile' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Change a filter' }).getByLabel('How').selectOption('is_not')
    await page.getByRole('dialog', { name: 'Change a filter' }).getByRole('button', { name: 'Apply' }).click()
    await expectSoon(() => room.figure('Visits')).toBe(String(VISITS.length - phones.length))
    await page.keyboard.press('Escape')
    await expectSoon(() => room.figure('Visits')).toBe(count(VISITS))
    expect(page.url()).not.toContain('f=')
  })

  it('what no visit is like says so, with the way back', async () => {
    await room.show(`${WEEK}&f=contains,page,nowhere`)
    const pages = page.getByRole('region', { name: 'Pages' })
    await pages.getByText('Nothing for these filters.').waitFor()
    await pages.getByRole('link', { name: 'Clear them' }).click()
    await expectSoon(() => room.figure('Visits')).toBe(count(VISITS))
  })

  it('details are searched, ordered and saved as a file', async () => {
    await room.show(WEEK)
    await page
      .getByRole('region', { name: 'Pages' })
      .getByRole('link', { name: /^Details/ })
      .click()
    const dialog = page.getByRole('dialog', { name: 'By page' })
    await dialog.getByRole('button', { name: 'Page views' }).click()
    await expectSoon(() => page.url()).toContain('order=-page_views')
    const views = (path: string) => VISITS.flatMap(({ pages }) => pages).filter((one) => one === path)
    await expectSoon(
      async () => (await rowsOf(dialog.getByRole('table'))).find(([path]) => path === '/stories')?.[2],
    ).toBe(count(views('/stories')))

    await dialog.getByLabel('Search page').fill('articles')
    await expectSoon(async () => (await rowsOf(dialog.getByRole('table'))).length).toBe(2)
    expect(page.url()).toContain('search=articles')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    const text = await (await file.createReadStream()).toArray()
    const lines = Buffer.concat(text).toString('utf8').trimEnd().split(/\r?\n/)
    expect(lines[0]).toMatch(/^\uFEFFPage,Visits,Page views,/)
    expect(lines).toHaveLength(3)
    expect(file.suggestedFilename()).toMatch(/^half-measure-page-.*\.csv$/)

    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(page.url()).not.toContain('details=')
  })

  it('keys choose periods, stay out of the way of typing, and can be switched off', async () => {
    await room.show('')
    await page.keyboard.press('w')
    await expectSoon(() => page.url()).toContain('period=7d')
    await page.keyboard.press('x')
    await expectSoon(() => page.url()).toContain('compare=off')
    await page.keyboard.press('?')
    await page.getByRole('checkbox', { name: /Shortcuts are on/ }).uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('d')
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    expect(page.url()).toContain('period=7d')
    await page.getByRole('checkbox', { name: /Shortcuts are on/ }).check()
    await page.keyboard.press('d')
    await page.keyboard.press('Escape')
    expect(page.url()).toContain('period=7d')
    await page.keyboard.press('e')
    await expectSoon(() => page.url()).toContain('period=yesterday')
    // The same keys in every room about a period.
    await page.goto(`${product.stack.dashboard}/admin/retention`)
    await page.getByRole('button', { name: 'Period: Last 28 days' }).waitFor()
    await page.keyboard.press('w')
    await page.getByRole('button', { name: 'Period: Last 7 days' }).waitFor()
  })

  it('any days can be picked, and half a choice changes nothing', async () => {
    await room.show(WEEK)
    await page.getByRole('button', { name: 'Period: Last 7 days' }).click()
    const picker = page.getByRole('dialog', { name: 'Choose a period' })
    await picker.getByLabel('First day').fill(dayOf(VISITS[1] as KnownVisit))
    await page.keyboard.press('Escape')
    expect(page.url()).toContain('period=7d')
    await page.getByRole('button', { name: 'Period: Last 7 days' }).click()
    await picker.getByLabel('First day').fill(dayOf(VISITS[1] as KnownVisit))
    await picker.getByLabel('Last day').fill(dayOf(VISITS[0] as KnownVisit))
    await picker.getByRole('button', { name: 'Apply' }).click()
    await expectSoon(() => room.figure('Visits')).toBe(count(VISITS.filter((visit) => visit.daysAgo <= 2)))
  })

  it('a view is kept under a name, and a note beside its day', async () => {
    await room.show(`${WEEK}&metric=clicks`)
    await page.getByRole('button', { name: 'Saved views' }).click()
    const views = page.getByRole('dialog', { name: 'Saved views' })
    await views.getByLabel('Save what is shown as').fill('Clicks of the week')
    await views.getByRole('button', { name: 'Save view' }).click()
    await views.getByRole('link', { name: 'Clicks of the week' }).waitFor()
    await room.show('')
    await page.getByRole('button', { name: 'Saved views' }).click()
    await views.getByRole('link', { name: 'Clicks of the week' }).click()
    expect(new URL(page.url()).search).toBe('?period=7d&compare=off&metric=clicks')

    await page.getByRole('button', { name: 'Add a note' }).click()
    const note = page.getByRole('dialog', { name: 'Add a note' })
    await note.getByLabel('Day').fill(dayOf(VISITS[0] as KnownVisit))
    await note.getByLabel('What happened').fill('The new masthead')
    await note.getByRole('button', { name: 'Save note' }).click()
    await page.getByText(/1 note$/).click()
    const item = page.getByRole('listitem').filter({ hasText: 'The new masthead' })
    await item.getByRole('button', { name: /^Change the note/ }).click()
    await page.getByRole('dialog', { name: 'Change a note' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await item.waitFor({ state: 'detached' })
  })

  it('the visits behind the figures are listed, each with its path', async () => {
    await room.show(`${WEEK}&f=is,device,mobile`)
    await page.getByRole('link', { name: 'List these visits' }).click()
    await page.getByRole('heading', { name: 'Visits', level: 1 }).waitFor()
    const phones = VISITS.filter(({ userAgent }) => userAgent.includes('iPhone'))
    const rows = page.getByRole('table', { name: 'Visits' }).getByRole('row')
    await expectSoon(() => rows.count()).toBe(phones.length + 1)

    const visit = VISITS[0] as KnownVisit
    await page.locator(`a[href$="${visit.sessionId}"]`).click()
    const path = page.locator('.path li')
    await path.first().waitFor()
    const words = (await path.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
    expect(words).toHaveLength(visit.pages.length + visit.clicks.length + visit.conversions.length)
    expect(words[0]).toContain(`View ${visit.pages[0]} from https://www.google.com`)
    expect(words.at(-1)).toContain('Conversion Affiliate click')
  })

  it('who is reading now is counted at once', async () => {
    await room.show(WEEK)
    const now = page.getByRole('link', { name: /Reading now/ })
    await expectSoon(() => now.innerText()).toMatch(/\b0\b/)
    await sendVisit(product.site, {
      ...(VISITS[0] as KnownVisit),
      sessionId: `session_${Date.now()}_livereader`,
      daysAgo: 0,
    })
    await expectSoon(() => now.innerText()).toMatch(/\b1\b/)
    await now.click()
    await page.getByRole('heading', { name: 'Live', level: 1 }).waitFor()
    await page.getByText('1 reader', { exact: false }).first().waitFor()
    const last = VISITS[0]?.pages.at(-1) ?? ''
    expect(await rowsOf(page.getByRole('table', { name: 'Pages that are being read' }))).toEqual([
      [last, '1 reader'],
    ])
  })

  it.each(LOOKS)(
    'axe finds nothing, and nothing is wider than its window: $width pixels, $colorScheme',
    async ({ width, colorScheme }) => {
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ colorScheme })
      const problems: string[] = []
      const look = async (what: string) => problems.push(...(await problemsWith(page, what)))
      await room.show(`${WEEK}&f=is_not,page,/nowhere`)
      await page.locator('.series .recharts-surface').first().waitFor()
      await look('the overview')
      await page.getByRole('button', { name: 'About Visits' }).click()
      await look('a definition')
      await page.keyboard.press('Escape')
      if (width < 500) await page.getByRole('button', { name: '1 filter' }).click()
      await page.getByRole('button', { name: 'Add a filter' }).click()
      await page.getByRole('dialog', { name: 'Add a filter' }).getByRole('checkbox').first().waitFor()
      await look('a filter')
      await room.show(`${WEEK}&details=page`)
      await page.getByRole('dialog').getByRole('table').waitFor()
      await look('the details')
      await page.goto(`${product.stack.dashboard}/admin/visits?period=7d`)
      await page.getByRole('table').waitFor()
      await look('the visits')
      expect(problems).toEqual([])
    },
  )
})
