import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ExplorePage } from './harness/explore-page.ts'
import { exploreSessions, SESSIONS, WEEK } from './harness/explored-sessions.ts'
import { dayOf, sendSession, TITLES, type KnownSession } from './harness/known-sessions.ts'
import { LOOKS, problemsWith } from './harness/looks.ts'
import { rowsOf } from './harness/rows-of.ts'
import { untilLoaded } from './harness/until.ts'
import { useProduct } from './harness/use-product.ts'
import { conversionRate, count, on, signed, worth } from './harness/session-figures.ts'

describe('Explore', () => {
  const product = useProduct()
  let page: Page
  let explore: ExplorePage

  beforeAll(async () => {
    ;({ page, explore } = await exploreSessions(product))
  })

  beforeEach(async () => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.emulateMedia({ media: 'screen' })
  })

  it('every card shows what the sessions add up to', async () => {
    await explore.show(WEEK)
    expect(await explore.cards()).toMatchObject({
      'Page views': count(SESSIONS.flatMap(({ pages }) => pages)),
      Sessions: count(SESSIONS),
      'Views per session': (SESSIONS.flatMap(({ pages }) => pages).length / SESSIONS.length).toFixed(2),
      Clicks: count(SESSIONS.flatMap(({ clicks }) => clicks)),
      Goals: count(SESSIONS.flatMap(({ conversions }) => conversions)),
      'Conversion rate': `${conversionRate(SESSIONS).toFixed(1)}%`,
      'Estimated value': `£${worth(SESSIONS).toFixed(2)}`,
    })
  })

  it('the specified page counts the same events', async () => {
    const [from, to] = [dayOf(SESSIONS[4] as KnownSession), dayOf(SESSIONS[0] as KnownSession)]
    await page.goto(`${product.stack.dashboard}/admin/analytics?from=${from}&to=${to}`)
    const figures = page.locator('.card-figure')
    await expect
      .poll(() => figures.allInnerTexts())
      .toEqual([
        count(SESSIONS.flatMap(({ pages }) => pages)),
        count(SESSIONS.flatMap(({ clicks }) => clicks)),
        count(SESSIONS.flatMap(({ conversions }) => conversions)),
        '0',
      ])
    await page.getByText(`${SESSIONS.length} unique sessions`).waitFor()
  })

  it('a day is compared with the day before, in percent, and rates in points', async () => {
    // By its date: the test may run past midnight.
    const day = dayOf(SESSIONS[0] as KnownSession)
    await explore.show(`from=${day}&to=${day}&compare=previous`)
    const [yesterday, before] = [SESSIONS.filter(on(1)), SESSIONS.filter(on(2))]
    const change =
      (yesterday.flatMap(({ pages }) => pages).length / before.flatMap(({ pages }) => pages).length - 1) * 100
    expect(await explore.card('Page views').locator('.delta').innerText()).toContain(signed(change, '%'))
    const points = conversionRate(yesterday) - conversionRate(before)
    expect(await explore.card('Conversion rate').locator('.delta').innerText()).toContain(
      signed(points, ' points'),
    )
  })

  it('breakdowns add up, and a row filters everything by its value', async () => {
    await explore.show(WEEK)
    const pages = page.getByRole('region', { name: 'Pages' })
    const saw = (path: string) => SESSIONS.filter(({ pages }) => pages.includes(path))
    const most = ['/', '/articles/pine-beer', '/articles/sleep-disrupted', '/stories', '/newsletter']
      .map((path) => [path, count(saw(path))] as const)
      .sort(([a, x], [b, y]) => Number(y) - Number(x) || (a < b ? -1 : 1))
      .slice(0, 2)
    // Pages are called by their paths until their titles are there.
    await expect
      .poll(async () => (await rowsOf(pages.getByRole('table'))).slice(0, 2).map((row) => row.slice(0, 2)))
      .toEqual(most.map(([path, sessions]) => [TITLES[path] ?? path, sessions]))
    await pages.getByRole('link', { name: /^Sleep, Disrupted/ }).click()
    await expect.poll(async () => page.url()).toContain('f=is,page,/articles/sleep-disrupted')
    await expect.poll(() => explore.figure('Sessions')).toBe(count(saw('/articles/sleep-disrupted')))
    expect(await explore.figure('Page views')).toBe(count(saw('/articles/sleep-disrupted')))

    const actions = page.getByRole('region', { name: 'Actions' })
    await actions.getByRole('button', { name: 'Element' }).click()
    const clicks = SESSIONS.filter(({ pages }) => pages.at(-1) === '/articles/sleep-disrupted').flatMap(
      ({ clicks }) => clicks,
    )
    await expect
      .poll(async () => (await rowsOf(actions.getByRole('table'))).map(([name, clicks]) => [name, clicks]))
      .toEqual(
        ['button:subscribe', 'link'].map((name) => [name, count(clicks.filter((one) => one === name))]),
      )

    await page
      .getByRole('button', { name: 'Remove the filter: Page is Sleep, Disrupted: A Data Story' })
      .click()
    await expect.poll(() => explore.figure('Sessions')).toBe(count(SESSIONS))
  })

  it('a filter is added, changed and removed by keyboard alone', async () => {
    await explore.show(WEEK)
    await page.getByRole('button', { name: 'Add a filter' }).focus()
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'Add a filter' })
    await form.getByLabel('Filter by').selectOption('device')
    await form.getByRole('checkbox', { name: 'Mobile' }).focus()
    await page.keyboard.press('Space')
    await form.getByRole('button', { name: 'Apply' }).press('Enter')
    const phones = SESSIONS.filter(({ userAgent }) => userAgent.includes('iPhone'))
    await expect.poll(() => explore.figure('Sessions')).toBe(count(phones))

    await page.getByRole('button', { name: 'Change the filter: Device is Mobile' }).focus()
    await page.keyboard.press('Enter')
    const change = page.getByRole('dialog', { name: 'Change a filter' })
    await change.getByLabel('Operator').selectOption('is_not')
    await change.getByRole('button', { name: 'Apply' }).press('Enter')
    await expect.poll(() => explore.figure('Sessions')).toBe(String(SESSIONS.length - phones.length))
    await page.keyboard.press('Escape')
    await expect.poll(() => explore.figure('Sessions')).toBe(count(SESSIONS))
    expect(page.url()).not.toContain('f=')
  })

  it('a value is typed as it is shown, and what is none says so', async () => {
    await explore.show(WEEK)
    await page.getByRole('button', { name: 'Add a filter' }).click()
    const form = page.getByRole('dialog', { name: 'Add a filter' })
    await form.getByLabel('Filter by').selectOption('source')
    const field = form.getByLabel('Search for a value, or type one')
    await field.fill('goog')
    await form.getByText('No value in this period is “goog”.').waitFor()
    await field.fill('google')
    await field.press('Enter')
    await expect.poll(() => form.getByRole('checkbox', { name: 'Google', checked: true }).count()).toBe(1)
    // By keyboard: suggestions that arrive move the button.
    await form.getByRole('button', { name: 'Apply' }).press('Enter')
    await page.getByRole('button', { name: 'Change the filter: Source is Google' }).waitFor()
    await expect
      .poll(() => explore.figure('Sessions'))
      .toBe(count(SESSIONS.filter(({ referrer }) => referrer !== '')))
  })

  it('period and filters outlast a visit to pages without them, and a reload there', async () => {
    await explore.show(`${WEEK}&f=is,device,mobile&metric=clicks`)
    const open = (name: string) => page.getByRole('link', { name, exact: true }).click()
    await open('Audience')
    await page.getByRole('heading', { name: 'Messages', level: 1 }).waitFor()
    expect(new URL(page.url()).search).toBe('')
    await page.reload()
    await open('Content')
    await page.getByRole('heading', { name: 'Articles', level: 1 }).waitFor()
    expect(new URL(page.url()).search).toBe(`?${WEEK}&f=is,device,mobile`)
  })

  it('on paper are the figures and what they are about, as wide as the paper, and nothing to press', async () => {
    await explore.show(`${WEEK}&f=is,device,mobile`)
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 718, height: 1_000 })
    await page.getByRole('button', { name: 'Change the filter: Device is Mobile' }).waitFor()
    for (const name of ['Sign Out', 'Add a filter', 'Remove the filter: Device is Mobile'])
      expect(await page.getByRole('button', { name }).count()).toBe(0)
    expect(await page.getByRole('navigation').count()).toBe(0)
    const ends = await page
      .locator('table')
      .evaluateAll((tables) => tables.map((table) => table.getBoundingClientRect().right))
    expect(ends).not.toEqual([])
    expect(Math.max(...ends)).toBeLessThanOrEqual(718)
  })

  it('filters that match no session say so, and can be cleared', async () => {
    await explore.show(`${WEEK}&f=contains,page,nowhere`)
    const pages = page.getByRole('region', { name: 'Pages' })
    await pages.getByText('Nothing for these filters.').waitFor()
    await pages.getByRole('link', { name: 'Clear them' }).click()
    await expect.poll(() => explore.figure('Sessions')).toBe(count(SESSIONS))
  })

  it('details are searched, ordered and saved as a file', async () => {
    await explore.show(WEEK)
    await page
      .getByRole('region', { name: 'Pages' })
      .getByRole('link', { name: /^Details/ })
      .click()
    const dialog = page.getByRole('dialog', { name: 'By page' })
    // What is typed at once is a search.
    await dialog.locator('input:focus').waitFor()
    await dialog.getByRole('button', { name: 'Page views' }).click()
    await expect.poll(() => page.url()).toContain('order=-page_views')
    const views = (path: string) => SESSIONS.flatMap(({ pages }) => pages).filter((one) => one === path)
    await expect
      .poll(async () => (await rowsOf(dialog.getByRole('table'))).find(([name]) => name === 'Stories')?.[2])
      .toBe(count(views('/stories')))

    await dialog.getByLabel('Search page').fill('articles')
    await expect.poll(async () => (await rowsOf(dialog.getByRole('table'))).length).toBe(2)
    expect(page.url()).toContain('search=articles')
    await dialog.getByLabel('Search page').fill('data story')
    await expect.poll(async () => (await rowsOf(dialog.getByRole('table'))).length).toBe(1)
    await dialog.getByLabel('Search page').fill('articles')
    await expect.poll(async () => (await rowsOf(dialog.getByRole('table'))).length).toBe(2)
    // Sorting makes an entry of the history; the way back leads to what was searched for then.
    await dialog.getByRole('button', { name: 'Sessions' }).click()
    await expect.poll(() => page.url()).not.toContain('order=-page_views')
    await dialog.getByLabel('Search page').fill('data story')
    await expect.poll(() => page.url()).toContain('search=data')
    await page.goBack()
    await expect.poll(() => page.url()).toContain('search=articles')
    await expect.poll(() => dialog.getByLabel('Search page').inputValue()).toBe('articles')
    await expect.poll(async () => (await rowsOf(dialog.getByRole('table'))).length).toBe(2)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    const text = await (await file.createReadStream()).toArray()
    const lines = Buffer.concat(text).toString('utf8').trimEnd().split(/\r?\n/)
    expect(lines[0]).toMatch(
      /^\uFEFF"Page: A session is .*","Title","Sessions: What a reader who accepted .*","Page views: Pages shown /,
    )
    expect(lines).toHaveLength(3)
    expect(file.suggestedFilename()).toMatch(/^half-measure-page-.*\.csv$/)

    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(page.url()).not.toContain('details=')
  })

  it('shortcuts choose periods, do not interfere with typing, and can be switched off', async () => {
    await explore.show('')
    await page.keyboard.press('w')
    await expect.poll(() => page.url()).toContain('period=7d')
    await page.keyboard.press('x')
    await expect.poll(() => page.url()).toContain('compare=off')
    await page.keyboard.press('?')
    await page.getByRole('checkbox', { name: /Shortcuts are on/ }).uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('d')
    await page.getByRole('button', { name: 'Shortcuts' }).click()
    expect(page.url()).toContain('period=7d')
    await page.getByRole('checkbox', { name: /Shortcuts are on/ }).check()
    await page.keyboard.press('d')
    await page.keyboard.press('Escape')
    expect(page.url()).toContain('period=7d')
    await page.keyboard.press('e')
    await expect.poll(() => page.url()).toContain('period=yesterday')
    // The same keys on every page with a period.
    await page.goto(`${product.stack.dashboard}/admin/affiliate`)
    await page.getByRole('button', { name: 'Period: Last 28 days' }).waitFor()
    // Keys are heard from the moment on in which figures are requested.
    await untilLoaded(page)
    await page.keyboard.press('w')
    await page.getByRole('button', { name: 'Period: Last 7 days' }).waitFor()
  })

  it('any days can be chosen, and one day alone changes nothing', async () => {
    await explore.show(WEEK)
    await page.getByRole('button', { name: 'Period: Last 7 days' }).click()
    const picker = page.getByRole('dialog', { name: 'Choose a period' })
    await picker.getByLabel('First day').fill(dayOf(SESSIONS[1] as KnownSession))
    await page.keyboard.press('Escape')
    expect(page.url()).toContain('period=7d')
    await page.getByRole('button', { name: 'Period: Last 7 days' }).click()
    await picker.getByLabel('First day').fill(dayOf(SESSIONS[1] as KnownSession))
    await picker.getByLabel('Last day').fill(dayOf(SESSIONS[0] as KnownSession))
    await picker.getByRole('button', { name: 'Apply' }).click()
    await expect
      .poll(() => explore.figure('Sessions'))
      .toBe(count(SESSIONS.filter((session) => session.daysAgo <= 2)))
  })

  it('a view is saved under a name, and a note for its day', async () => {
    await explore.show(`${WEEK}&metric=clicks`)
    await page.getByRole('button', { name: 'Saved views' }).click()
    const views = page.getByRole('dialog', { name: 'Saved views' })
    await views.getByLabel('Name of the current view').fill('Clicks of the week')
    await views.getByRole('button', { name: 'Save view' }).click()
    await views.getByRole('link', { name: 'Clicks of the week' }).waitFor()
    // Others may have replaced the view since the list was loaded.
    const sharing = page.waitForRequest((request) => request.method() === 'PATCH')
    await views.getByText('Change', { exact: true }).click()
    await views.getByRole('button', { name: 'Share', exact: true }).click()
    expect((await sharing).postDataJSON()).toEqual({ shared: true })
    await views.getByText('shared by you').waitFor()
    await explore.show('')
    await page.getByRole('button', { name: 'Saved views' }).click()
    await views.getByRole('link', { name: 'Clicks of the week' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('?period=7d&compare=off&metric=clicks')

    await page.getByRole('button', { name: 'Add a note' }).click()
    const note = page.getByRole('dialog', { name: 'Add a note' })
    await note.getByLabel('Day').fill(dayOf(SESSIONS[0] as KnownSession))
    await note.getByLabel('What happened').fill('The new masthead')
    await note.getByRole('button', { name: 'Save note' }).click()
    await page.getByText(/1 note$/).click()
    const item = page.getByRole('listitem').filter({ hasText: 'The new masthead' })
    await item.waitFor()
    // Notes that were opened stay open while those of another period are loading.
    await page.keyboard.press('n')
    await page.getByRole('button', { name: 'Period: Last 91 days' }).waitFor()
    await item.getByRole('button', { name: /^Change the note/ }).click()
    await page
      .getByRole('dialog', { name: 'Change a note' })
      .getByRole('button', { name: 'Delete' })
      .dblclick()
    // The second press of a double-click confirms nothing.
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await item.waitFor({ state: 'detached' })
  })

  it('the sessions behind the figures are listed, each with its path', async () => {
    await explore.show(`${WEEK}&f=is,device,mobile`)
    await page.getByRole('link', { name: 'List these sessions' }).click()
    await page.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor()
    const phones = SESSIONS.filter(({ userAgent }) => userAgent.includes('iPhone'))
    const rows = page.getByRole('table', { name: 'Sessions' }).getByRole('row')
    await expect.poll(() => rows.count()).toBe(phones.length + 1)

    const session = SESSIONS[0] as KnownSession
    expect(await page.content()).not.toContain(session.sessionId)
    // One view, two clicks and two goals: no other phone's.
    await rows
      .filter({ hasText: /Home122/ })
      .getByRole('link')
      .click()
    const path = page.locator('.session-path li')
    await path.first().waitFor()
    const words = (await path.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
    expect(words).toHaveLength(session.pages.length + session.clicks.length + session.conversions.length)
    expect(words[0]).toContain(`View ${TITLES[session.pages[0] ?? '']} from https://www.google.com`)
    expect(words.at(-1)).toContain('Conversion Affiliate click')
  })

  it('goals are chosen in Settings, and every period counts them from then on', async () => {
    const goalsPage = async () => {
      await page.goto(`${product.stack.dashboard}/admin/goals`)
      await page.getByRole('checkbox', { name: 'Affiliate click' }).waitFor()
    }
    const goalsOf = async () => {
      await explore.show(WEEK)
      return explore.figure('Goals')
    }
    const [signUps, clicks] = ['newsletter_signup', 'affiliate_click'].map(
      (wanted) =>
        SESSIONS.flatMap(({ conversions }) => conversions.filter(({ type }) => type === wanted)).length,
    )
    const stories = SESSIONS.flatMap(({ pages }) => pages.filter((path) => path === '/stories')).length
    await goalsPage()
    await saved(page, () => page.getByRole('checkbox', { name: 'Affiliate click' }).uncheck())
    await page.getByLabel('Path of the page').fill('/stories')
    await saved(page, () => page.getByRole('button', { name: 'Add goal' }).click())
    await page.getByText(`View of ${TITLES['/stories'] ?? ''}`).waitFor()
    await page.getByRole('combobox', { name: 'New goal' }).selectOption('Conversion from a place')
    await page.getByRole('combobox', { name: 'Place on the site' }).waitFor()
    expect(await problemsWith(page, 'the goals')).toEqual([])
    expect(Number(await goalsOf())).toBe((signUps ?? 0) + stories)

    await goalsPage()
    await page.getByLabel('Path of the page').fill('/stories')
    await page.getByRole('button', { name: 'Add goal' }).click()
    await page.getByText('This is a goal already.').waitFor()
    await page.getByRole('button', { name: 'Remove' }).click()
    await saved(page, () => page.getByRole('button', { name: 'Remove this goal' }).click())
    await saved(page, () => page.getByRole('checkbox', { name: 'Affiliate click' }).check())
    expect(Number(await goalsOf())).toBe((signUps ?? 0) + (clicks ?? 0))
  })

  it('two goals that are chosen quickly reach the server one after the other', async () => {
    await page.goto(`${product.stack.dashboard}/admin/goals`)
    const { promise: isFree, resolve: free } = Promise.withResolvers<void>()
    const sent: { event_types: string[] }[] = []
    let stored = 0
    await page.route('**/api/stats/goals', async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      sent.push(route.request().postDataJSON() as (typeof sent)[number])
      await isFree
      await route.fulfill({ response: await route.fetch() })
      stored++
    })
    const [clicks, messages] = [/^Affiliate click/, /^Message sent/].map((name) =>
      page.getByRole('checkbox', { name }),
    )
    await clicks?.uncheck()
    await messages?.uncheck()
    await expect.poll(() => sent.length).toBe(1)
    expect(await messages?.isChecked()).toBe(false)
    free()
    await expect.poll(() => sent.length).toBe(2)
    expect(sent[1]?.event_types).toEqual(sent[0]?.event_types.filter((type) => type !== 'contact_sent'))
    await clicks?.check()
    await messages?.check()
    await expect.poll(() => stored).toBe(4)
    await page.unroute('**/api/stats/goals')
  })

  it('goals that a colleague changed meanwhile are shown, not overwritten', async () => {
    const colleague = await page.context().newPage()
    const [theirs, clicks, messages] = [
      colleague.getByRole('checkbox', { name: /^Message sent/ }),
      page.getByRole('checkbox', { name: /^Affiliate click/ }),
      page.getByRole('checkbox', { name: /^Message sent/ }),
    ] as const
    for (const tab of [colleague, page]) await tab.goto(`${product.stack.dashboard}/admin/goals`)
    await clicks.waitFor()
    await saved(colleague, () => theirs.uncheck())
    // Not `uncheck`: it may be shown as before at once.
    await clicks.click()
    await page.getByText('Somebody else changed the goals meanwhile').waitFor()
    await expect.poll(() => messages.isChecked()).toBe(false)
    expect(await clicks.isChecked()).toBe(true)
    await saved(page, () => clicks.click())
    for (const goal of [clicks, messages]) await saved(page, () => goal.check())
    await colleague.close()
  })

  it('current sessions are counted at once', async () => {
    await explore.show(WEEK)
    const now = page.getByRole('link', { name: /Reading now/ })
    await expect.poll(() => now.innerText()).toMatch(/\b0\b/)
    await sendSession(product.site, {
      ...(SESSIONS[0] as KnownSession),
      sessionId: `session_${Date.now()}_livereader`,
      daysAgo: 0,
    })
    await expect.poll(() => now.innerText()).toMatch(/\b1\b/)
    await now.click()
    await page.getByRole('heading', { name: 'Live', level: 1 }).waitFor()
    const last = SESSIONS[0]?.pages.at(-1) ?? ''
    await expect
      .poll(() => rowsOf(page.getByRole('table', { name: 'Current pages' })))
      .toEqual([[TITLES[last], '1 session']])
  })

  it.each(LOOKS)(
    'axe finds nothing, and nothing is wider than its window: $width pixels, $colorScheme',
    async ({ width, colorScheme }) => {
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ colorScheme })
      const problems: string[] = []
      const look = async (what: string) => problems.push(...(await problemsWith(page, what)))
      await explore.show(`${WEEK}&f=is_not,page,/nowhere`)
      await page.locator('.plot svg').first().waitFor()
      await look('the overview')
      await page.getByRole('button', { name: 'About Sessions' }).click()
      await look('a definition')
      await page.keyboard.press('Escape')
      if (width < 500) await page.getByRole('button', { name: '1 filter' }).click()
      await page.getByRole('button', { name: 'Add a filter' }).click()
      await page.getByRole('dialog', { name: 'Add a filter' }).getByRole('checkbox').first().waitFor()
      await look('a filter')
      await explore.show(`${WEEK}&details=page`)
      await page.getByRole('dialog').getByRole('table').waitFor()
      await look('the details')
      await page.goto(`${product.stack.dashboard}/admin/sessions?period=7d`)
      await page.getByRole('table').waitFor()
      await look('the sessions')
      expect(problems).toEqual([])
    },
  )
})

/** Does something that changes the goals, and waits until the server has them. */
async function saved(page: Page, change: () => Promise<void>): Promise<void> {
  const response = page.waitForResponse(
    (got) => got.url().includes('/api/stats/goals') && got.request().method() !== 'GET',
  )
  await change()
  expect((await response).status()).toBeLessThan(300)
}
