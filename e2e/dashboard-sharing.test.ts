import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { axeProblems } from './harness/axe-problems.ts'
import { openAsAdmin, openDashboard } from './harness/dashboard-page.ts'
import { requestsUnderWay, untilLoaded } from './harness/until.ts'
import { useProduct } from './harness/use-product.ts'

describe('figures shared without an account', () => {
  const product = useProduct()
  let admin: Page
  let link = ''

  beforeAll(async () => {
    // A fragment is no part of the view.
    admin = await openAsAdmin(product, '/admin/explore?period=7d#content', 'Explore')
    await admin.getByRole('link', { name: 'Share this view' }).click()
    await admin.getByRole('heading', { name: 'Sharing & API', level: 1 }).waitFor()
  })

  it('an administrator makes a link with a password, whose secret is shown once', async () => {
    // The days that it has today, or those that the name has on each day.
    const shown = admin.getByText(/^Shows all of Explore for/)
    await admin.getByLabel('Period').selectOption('stays')
    await expect.poll(() => shown.innerText()).toMatch(/for \d+ .*20\d\d: every figure/)
    await admin.getByLabel('Period').selectOption('moves')
    await expect.poll(() => shown.innerText()).toMatch(/for Last 7 days: every figure/)
    await admin.getByLabel('Name').fill('For the printer')
    await admin.getByLabel('Password').fill('let me read it')
    await admin.getByRole('button', { name: 'Create link' }).click()
    link = await admin.locator('code.secret').innerText()
    expect(link).toMatch(new RegExp(`^${product.stack.dashboard}/share\\?period=7d#[\\w-]{43}$`))
    await admin.getByText('link with a password · shows Last 7 days').waitFor()
    await admin.getByText('link with a password').waitFor()
    await admin.reload()
    await admin.getByText('For the printer').waitFor()
    expect(await admin.getByText(link).count()).toBe(0)
  })

  it('the link asks for its password, then shows the figures and nothing else', async () => {
    const guest = await openDashboard(product)
    const requested: string[] = []
    guest.on('request', (request) => requested.push(request.url()))
    const underWay = requestsUnderWay(guest)
    const refused: string[] = []
    guest.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${new URL(response.url()).pathname}`)
    })
    // Some programs cut off the middle of an address.
    await guest.goto(link.replace('?period=7d', ''))
    await guest.getByLabel('Password of this link').fill('let me in')
    await guest.getByRole('button', { name: 'Show the figures' }).click()
    await guest.getByText('This is not the password of this link').waitFor()
    await guest.getByLabel('Password of this link').fill('let me read it')
    await guest.getByRole('button', { name: 'Show the figures' }).click()
    await guest.getByRole('heading', { name: 'For the printer', level: 1 }).waitFor()
    await guest.locator('.skeleton').first().waitFor({ state: 'detached' })
    await guest.getByText('No page loads have been counted yet').waitFor()
    expect(await axeProblems(guest)).toEqual([])
    expect(await guest.getByRole('link', { name: 'Messages' }).count()).toBe(0)
    expect(await guest.getByRole('button', { name: 'Sign Out' }).count()).toBe(0)

    // Figures can be chosen, not readers. The choice stays in the address, and so does the secret.
    await guest.getByText('Last 7 days. Figures of fewer than 5 sessions are withheld').waitFor()
    expect(await guest.getByRole('checkbox', { name: 'Include bots' }).count()).toBe(0)
    await guest.getByRole('button', { name: 'Clicks', exact: false }).first().click()
    await expect.poll(() => guest.url()).toMatch(/\/share\?period=7d&metric=clicks#[\w-]{43}$/)
    await untilLoaded(guest)
    await expect.poll(underWay).toEqual([])
    const secret = link.slice(link.indexOf('#') + 1)
    expect(requested.filter((url) => url.includes(secret))).toEqual([])
    expect(refused.filter((entry) => !/ \/api\/(?:share\/open|auth\/)/.test(entry))).toEqual([])

    // The way to the content is not another link.
    const address = guest.url()
    await guest.getByRole('link', { name: 'Skip to the content' }).press('Enter')
    expect(await guest.evaluate(() => document.activeElement?.id)).toBe('content')
    expect(guest.url()).toBe(address)

    // Another range than the link's is the server's to refuse.
    refused.length = 0
    await guest.goto('about:blank')
    await guest.goto(link.replace('period=7d', 'period=91d'))
    await guest.getByLabel('Password of this link').fill('let me read it')
    await guest.getByRole('button', { name: 'Show the figures' }).click()
    await expect.poll(() => refused).toContain('403 /api/stats/query')
    await guest.context().close()
  })

  it('a program reads figures with a token until it is revoked', async () => {
    await admin.getByRole('combobox', { name: 'For' }).selectOption('token')
    await admin.getByLabel('Name').fill('Spreadsheet')
    await admin.getByRole('button', { name: 'Create token' }).click()
    await expect
      .poll(() => admin.locator('code.secret').allInnerTexts())
      .toEqual([expect.stringMatching(/^hm_/)])
    const token = await admin.locator('code.secret').innerText()
    const range = 'from=2026-11-01T00:00:00Z&to=2026-11-20T00:00:00Z'
    const get = (path: string) =>
      fetch(`${product.stack.dashboard}/api/stats/${path}?${range}`, {
        headers: { authorization: `Bearer ${token}` },
      })
    expect((await get('query')).status).toBe(200)
    expect((await get('sessions')).status).toBe(403)

    const response = await runCurl(await admin.locator('code.command').innerText())
    expect(await response.json()).toMatchObject({ rows: expect.any(Array) as unknown })

    const entry = admin.getByRole('listitem').filter({ hasText: 'Spreadsheet' })
    await entry.getByRole('button', { name: 'Revoke' }).click()
    await entry.getByRole('button', { name: 'Revoke for good' }).click()
    await entry.waitFor({ state: 'detached' })
    expect((await get('query')).status).toBe(401)
  })

  it('a token comes with a command for each permission, and every other one requires the figures', async () => {
    await admin.getByRole('combobox', { name: 'For' }).selectOption('token')
    await admin.getByLabel('Name').fill('Everything')
    for (const name of [/^Estimated/, /^Recent/]) await admin.getByRole('checkbox', { name }).check()
    const figures = admin.getByRole('checkbox', { name: 'Figures' })
    await figures.uncheck()
    expect(await figures.evaluate((box: HTMLInputElement) => box.validity.valueMissing)).toBe(true)
    await figures.check()
    await admin.getByRole('button', { name: 'Create token' }).click()
    const commands = admin.locator('code.command')
    await expect.poll(() => commands.count()).toBe(3)
    for (const command of await commands.allInnerTexts()) expect((await runCurl(command)).status).toBe(200)
  })

  it('a revoked link no longer opens', async () => {
    const entry = admin.getByRole('listitem').filter({ hasText: 'For the printer' })
    await entry.getByRole('button', { name: 'Revoke' }).click()
    await entry.getByRole('button', { name: 'Revoke for good' }).click()
    await entry.waitFor({ state: 'detached' })
    const guest = await openDashboard(product)
    await guest.goto(link)
    await guest.getByText('This link is not known, has expired, or was revoked').waitFor()
    expect(await guest.getByLabel('Password of this link').count()).toBe(0)
    await guest.context().close()
  })
})

/** What a terminal would do with a line that the dashboard shows. */
function runCurl(command: string): Promise<Response> {
  const [, authorization = '', url = ''] = /^curl -H "Authorization: (.*)" "(.*)"$/.exec(command) ?? []
  return fetch(url, { headers: { authorization } })
}
