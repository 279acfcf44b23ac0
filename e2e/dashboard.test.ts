import { demoAdmin, publication } from '@half-measure/shared/publication.ts'
import { aBeacon, aPageView } from '@half-measure/shared/testing/events.ts'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { sections } from '../dashboard/src/paths.ts'
import { newReader, USER_AGENT } from './harness/browser.ts'
import { openAsAdmin, openDashboard, signInAsDemo } from './harness/dashboard-page.ts'
import { excessOf, LOOKS, problemsWith } from './harness/looks.ts'
import { mailedLink } from './harness/mailed-link.ts'
import { send, sendMessage } from './harness/send-message.ts'
import { useProduct } from './harness/use-product.ts'

const SAYS_WHAT_IT_IS = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/156.0.0.0'

describe('the pages of the dashboard', () => {
  const product = useProduct()
  let page: Page

  beforeAll(async () => {
    page = await openDashboard(product)
  })

  it('the link in an email opens its message, through the sign-in', async () => {
    await sendMessage(product.site, 'Where is the index?')
    const link = new URL(await mailedLink(product, '/admin/messages', publication.mailboxes.general))
    await openAsAdmin(product, link.pathname + link.search, 'Messages', page)
    const message = page.getByRole('article', { name: 'Where is the index?' })
    await message.getByText(', to general, read').waitFor()
    expect(new URL(page.url()).search).toBe(link.search)
    await message.getByRole('button', { name: 'Mark as unread' }).click()
    await page.getByRole('link', { name: 'Unread (1)' }).click()
    await message.waitFor({ state: 'detached' })
  })

  it('an open message stays open on a reload, although its folder no longer has it', async () => {
    await page.getByText('1 unread message').waitFor()
    await page.getByRole('link', { name: /Where is the index\?/ }).click()
    const message = page.getByRole('article', { name: 'Where is the index?' })
    await message.getByText(', to general, read').waitFor()
    await page.getByText('No messages here.').waitFor()
    await page.reload()
    await message.getByText('I looked for it twice.').waitFor()
    await page.getByText('No messages here.').waitFor()
    expect(await problemsWith(page, 'a message of another folder')).toEqual([])
  })

  it('a message that does not exist is reported as missing', async () => {
    await page.goto(`${product.stack.dashboard}/admin/messages?message=${crypto.randomUUID()}`)
    await page.getByRole('link', { name: /Where is the index\?/ }).waitFor()
    await expect
      .poll(() => page.getByRole('alert').innerText())
      .toBe('There is no such message, or it was deleted.')
  })

  it('a message is read, answered, archived and deleted', async () => {
    await page.getByRole('link', { name: /Where is the index\?/ }).click()
    const message = page.getByRole('article')
    await message.getByText(', to general, read').waitFor()
    await page.getByRole('link', { name: 'Unread', exact: true }).waitFor()
    await message.getByText('reply due in ').waitFor()
    expect(
      await message.getByRole('link', { name: 'Reply in your mail program' }).getAttribute('href'),
    ).toMatch(/^mailto:ada@example\.org\?subject=Re%3A%20Where%20is%20the%20index%3F&body=/)

    await message.getByRole('button', { name: 'Reply', exact: true }).click()
    await message.getByLabel(/^Reply to /).fill('It is under the cushions.')
    expect(await problemsWith(page, 'a reply')).toEqual([])
    await message.getByRole('button', { name: 'Send reply' }).click()
    await message.getByText(`by ${demoAdmin.email}`).waitFor()
    await message.getByText('It is under the cushions.').waitFor()
    await message.getByText(', to general, replied').waitFor()
    expect(await message.getByText('reply due').count()).toBe(0)

    await message.getByRole('button', { name: 'Archive' }).click()
    await message.getByText(', to general, archived').waitFor()
    await page.getByRole('link', { name: 'Archived' }).click()
    await page.getByRole('link', { name: /Where is the index\?/ }).click()
    await message.getByRole('button', { name: 'Delete' }).click()
    await message.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByText('No messages here.').waitFor()
  })

  it('suspected spam is marked as such, and released or marked by hand', async () => {
    await sendMessage(product.site, 'Cheap barrels', { website: 'https://example.org' })
    await page.goto(`${product.stack.dashboard}/admin/messages`)
    await page.getByRole('link', { name: 'Spam (1)' }).click()
    await page.getByRole('link', { name: /Cheap barrels/ }).click()
    await page.getByText('Marked as spam').waitFor()
    await page.getByRole('button', { name: 'Not spam' }).click()
    await page.getByText('Marked as spam').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Inbox' }).click()
    await page.getByRole('link', { name: /Cheap barrels/ }).waitFor()
    expect(await page.getByRole('link', { name: /^Spam/ }).textContent()).toBe('Spam')

    await page.getByRole('link', { name: /Cheap barrels/ }).click()
    await page.getByRole('button', { name: 'Mark as spam' }).click()
    await page.getByText('Marked as spam').waitFor()
    await page.getByRole('link', { name: 'Spam (1)' }).waitFor()
    await page.getByRole('button', { name: 'Not spam' }).click()
    await page.getByText('Marked as spam').waitFor({ state: 'detached' })
  })

  it('a message that may be printed is published as a letter, and withdrawn', async () => {
    const title = 'Mild, in its defence'
    await sendMessage(product.site, title, { may_print: 'on' })
    // A bot, whose page loads no later test has to count.
    const reader = await newReader(product.browser, { javaScriptEnabled: false, userAgent: SAYS_WHAT_IT_IS })
    const site = await reader.newPage()
    const letters = async () => {
      await site.goto(`${product.site}/letters`)
      return await site.getByRole('main').getByRole('article').allInnerTexts()
    }
    expect(await letters()).toEqual([])
    await page.goto(`${product.stack.dashboard}/admin/messages`)
    await page.getByRole('link', { name: new RegExp(title) }).click()
    await page.getByRole('button', { name: 'Publish as a letter' }).click()
    const form = page.getByRole('form', { name: 'Letter' })
    expect(await form.getByLabel('Title').inputValue()).toBe(title)
    await form.getByLabel('Text').fill('Mild is not weak bitter.\n\nIt is mild.')
    await form.getByLabel('Name').fill('A. Lovell')
    await form.getByRole('button', { name: 'Publish' }).click()
    await page.getByText(/^Printed as a letter/).waitFor()
    expect(await problemsWith(page, 'a letter')).toEqual([])
    const [letter = '', ...others] = await letters()
    expect(others).toEqual([])
    for (const part of [title, 'Mild is not weak bitter.', 'It is mild.', 'A. Lovell'])
      expect(letter).toContain(part)
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await page.getByRole('button', { name: 'Withdraw the letter' }).press('Enter')
    expect(await focused()).toBe('Withdraw it and delete its text')
    await page.getByRole('button', { name: 'Cancel' }).press('Enter')
    expect(await focused()).toBe('Withdraw the letter')
    expect(await letters()).toHaveLength(1)
    await page.getByRole('button', { name: 'Withdraw the letter' }).click()
    await page.getByRole('button', { name: 'Withdraw it and delete its text' }).click()
    await page.getByText('May be printed as a letter.').waitFor()
    expect(await letters()).toEqual([])

    await page.getByRole('button', { name: 'Mark as spam' }).click()
    await page.getByText('May be printed as a letter once it is not spam.').waitFor()
    expect(await page.getByRole('button', { name: 'Publish as a letter' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Not spam' }).click()
    await page.getByText('May be printed as a letter.').waitFor()
    await reader.close()
  })

  it('a message stays open while the one before is still being marked as read', async () => {
    const subjects = ['Cheap barrels', 'Mild, in its defence']
    for (const subject of subjects) {
      await page.goto(`${product.stack.dashboard}/admin/messages`)
      await page.getByRole('link', { name: new RegExp(subject) }).click()
      await page.getByRole('button', { name: 'Mark as unread' }).click()
      await page.getByRole('article').getByText(', to general, unread').waitFor()
    }
    await page.goto(`${product.stack.dashboard}/admin/messages?folder=unread`)
    const { promise: areOpen, resolve: respond } = Promise.withResolvers<void>()
    await page.route('**/api/messages/*', async (route) => {
      await areOpen
      await route.continue()
    })
    const open = (subject: string) =>
      page.getByRole('article').getByRole('heading', { name: subject }).first()
    for (const subject of subjects) {
      await page.getByRole('link', { name: new RegExp(subject) }).click()
      await open(subject).waitFor()
    }
    respond()
    await page.getByText('No messages here.').waitFor()
    await expect.poll(() => open('Mild, in its defence').count()).toBe(1)
    await page.unroute('**/api/messages/*')
  })

  it('the data of one person is found, handed over as a file and erased', async () => {
    await sendMessage(product.site, 'Where is my data?')
    await page.goto(`${product.stack.dashboard}/admin/personal-data`)
    const search = async (who: string) => {
      await page.getByLabel('Email address, session id or consent id').fill(who)
      await page.getByRole('button', { name: 'Find' }).click()
    }
    await search('ada')
    await page.getByRole('alert').getByText('This is not an email address').waitFor()
    await search('ada@example.org')
    await page.getByRole('row', { name: /^Contact messages/ }).waitFor()
    expect(await problemsWith(page, 'personal data')).toEqual([])

    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download JSON' }).click()
    const file = await saving
    expect(await readFile(await file.path(), 'utf8')).toContain('"subject": "Where is my data?"')

    await page.getByRole('button', { name: 'Erase' }).click()
    await page.getByRole('button', { name: 'Erase for good' }).click()
    await page.getByText(/^Erased \d+ records?: contact messages/).waitFor()
    await search('ada@example.org')
    await page.getByText('Nothing. Erasing still').waitFor()
  })

  it('the delivery report names what was accepted and rejected, and balances', async () => {
    const twice = aPageView()
    await send(
      product.site,
      '/api/events',
      aBeacon({ events: [aPageView(), twice, twice, aPageView({ page_path: 'no path' })] }),
    )
    await page.goto(`${product.stack.dashboard}/admin/data-quality`)
    const rows = page.getByRole('table').first().getByRole('row')
    await expect
      .poll(async () => (await rows.allInnerTexts()).map((row) => row.replaceAll(/\s+/g, ' ').trim()))
      .toEqual([
        'Received in beacons 4',
        '= Accepted on disk, synced 2',
        '+ Duplicates received before 1',
        '+ Rejected: invalid_event not a valid event 1',
        'Balanced.',
      ])
    await expect.poll(() => page.getByText('Balanced.').count()).toBe(2)
  })

  it('self-declared bots are excluded from the figures, with a note and a way to include them', async () => {
    await send(
      product.site,
      '/api/events',
      aBeacon({ events: [aPageView(), aPageView(), aPageView()] }),
      SAYS_WHAT_IT_IS,
    )
    await page.goto(`${product.stack.dashboard}/admin/analytics`)
    await page.getByText('3 events of self-declared bots left out.').waitFor()
    const views = page.locator('.card-figure').first()
    // Compared with a week before, and so another query than that of the note.
    await expect.poll(() => views.innerText()).toBe('2')
    await page.getByRole('link', { name: 'Include them' }).click()
    await expect.poll(() => views.innerText()).toBe('5')
    expect(page.url()).toContain('bots=include')
    await page.getByRole('link', { name: 'Leave them out' }).click()
    await expect.poll(() => views.innerText()).toBe('2')
  })

  it('the overview shows consent coverage over time, by page and by country, and how banners were answered', async () => {
    const coverage = page.getByRole('region', { name: 'Consent coverage' })
    await coverage.getByText('No page loads have been counted yet').waitFor()
    const { page_path } = aPageView()
    for (const userAgent of [USER_AGENT, USER_AGENT, USER_AGENT, USER_AGENT, SAYS_WHAT_IT_IS])
      await fetch(product.site + page_path, { headers: { 'user-agent': userAgent } })
    for (const banner of ['shown', 'shown', 'shown', 'shown', 'accepted', 'rejected'])
      await fetch(`${product.site}/api/consent/banner`, {
        method: 'POST',
        headers: { 'user-agent': USER_AGENT },
        body: JSON.stringify({ page_path, banner }),
      })
    await expect
      .poll(async () => {
        await page.reload()
        return coverage.getByText('page loads').innerText()
      })
      .toMatch(/^These figures cover about 50% of 4 page loads, counted since /)
    await coverage.locator('summary').click()
    const byPage = coverage.getByRole('region', { name: 'Coverage by page' })
    await byPage.getByRole('row', { name: 'The Trouble with Drinking a Christmas Tree 4 2 50.0%' }).waitFor()
    const byCountry = coverage.getByRole('region', { name: 'Coverage by country' })
    await byCountry.getByRole('row', { name: 'Unknown 4 2 50.0%' }).waitFor()
    await coverage.getByText('Self-declared bots loaded pages').waitFor()
    const banners = coverage.getByRole('region', { name: 'Consent banners' })
    for (const row of ['Accepted 1 25.0%', 'Rejected 1 25.0%', 'Ignored 2 50.0%'])
      await banners.getByRole('row', { name: row }).waitFor()
    expect(await problemsWith(page, 'consent coverage')).toEqual([])
    await coverage.getByRole('slider', { name: 'Coverage over time' }).waitFor()
  })

  it('a panel whose query fails says so, logs it as specified, and retries on request', async () => {
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    const refused = /\/api\/stats\/query.*by=country/
    await page.route(refused, (route) =>
      route.fulfill({
        status: 422,
        contentType: 'application/json',
        body: '{"error":{"code":"x","message":"Too much."}}',
      }),
    )
    await page.goto(`${product.stack.dashboard}/admin/explore`)
    const countries = page.getByRole('region', { name: 'Countries' })
    await countries.getByText('could not be loaded').waitFor()
    expect(complaints.some((text) => text.startsWith('Failed to fetch analytics data'))).toBe(true)
    await page.getByRole('region', { name: 'Pages' }).getByRole('table').waitFor()
    await page.unroute(refused)
    await countries.getByRole('button', { name: 'Retry' }).click()
    await countries
      .getByText('Nothing in this period', { exact: false })
      .or(countries.getByRole('table'))
      .waitFor()
  })

  it('scripts loaded before the first figure are at most 180 KB', async () => {
    const fresh = await openDashboard(product)
    await fresh.addInitScript(() => {
      // In the very moment in which there is a figure: a frame later the chart's scripts may be there too.
      new MutationObserver((_, observer) => {
        if (!document.querySelector('.metric .figure')?.textContent) return
        observer.disconnect()
        const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
        const scripts = files.filter(({ name }) => name.endsWith('.js'))
        Object.assign(window, { scriptSizes: scripts.map(({ encodedBodySize }) => encodedBodySize) })
      }).observe(document, { childList: true, characterData: true, subtree: true })
    })
    await fresh.goto(`${product.stack.dashboard}/admin/explore`)
    await signInAsDemo(fresh)
    const loaded = await fresh.waitForFunction(
      () => (window as unknown as { scriptSizes?: number[] }).scriptSizes,
    )
    const bytes = (await loaded.jsonValue()) ?? []
    await fresh.context().close()
    expect(bytes.length).toBeGreaterThan(1)
    const total = bytes.reduce((sum, size) => sum + size, 0)
    expect(total / 1024).toBeLessThanOrEqual(180)
  })

  it.each(
    LOOKS.flatMap((look) =>
      sections.map((section) => ({ ...look, section: section.label, pages: section.pages })),
    ),
  )(
    'axe finds nothing on any page, and none is wider than its window: $section, $width pixels, $colorScheme',
    async ({ width, colorScheme, section, pages }) => {
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ colorScheme })
      const problems: string[] = []
      const nav = page.getByRole('navigation', { name: 'Dashboard' })
      await nav.getByRole('link', { name: section, exact: true }).click()
      for (const { label } of pages) {
        await nav.getByRole('link', { name: label, exact: true }).click()
        await nav.locator('[aria-current="page"]', { hasText: label }).waitFor()
        await page.locator('.skeleton').first().waitFor({ state: 'detached' })
        problems.push(...(await problemsWith(page, label)))
      }
      expect(problems).toEqual([])
    },
  )

  it('no page is wider than a phone at double text size', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    const nav = page.getByRole('navigation', { name: 'Dashboard' })
    const tooWide: string[] = []
    for (const section of sections) {
      await nav.getByRole('link', { name: section.label, exact: true }).click()
      for (const { label } of section.pages) {
        await nav.getByRole('link', { name: label, exact: true }).click()
        await nav.locator('[aria-current="page"]', { hasText: label }).waitFor()
        await page.locator('.skeleton').first().waitFor({ state: 'detached' })
        const excess = await excessOf(page)
        if (excess > 0) tooWide.push(`${label} by ${excess} px`)
      }
    }
    expect(tooWide).toEqual([])
  })
})
