import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Beacon } from '@half-measure/shared/events/beacon.ts'
import { Event } from '@half-measure/shared/events/event.ts'
import { launchBrowser, newReader, USER_AGENT } from './harness/browser.ts'
import { openAsAdmin } from './harness/dashboard-page.ts'
import { untilMeasuring } from './harness/until-measuring.ts'
import { removeData, type Stack, startStack } from './harness/stack.ts'

describe('one page view from a browser to the dashboard', () => {
  let stack: Stack
  let browser: Browser

  beforeAll(async () => {
    // By a switch, since what a page sends while it is left has the browser's own name, and a headless one is a bot.
    const named = `--user-agent=${USER_AGENT}`
    ;[stack, browser] = await Promise.all([startStack(), launchBrowser(named)])
  })

  afterAll(async () => {
    await browser?.close()
    await stack?.stop()
    if (stack) await removeData(stack)
  })

  it('accept, read an article, open the dashboard: the view is counted, and still is after a restart', async () => {
    const reader = await newReader(browser)
    const page = await reader.newPage()
    await page.goto(stack.site)
    const accepted = page.waitForResponse((response) => response.url().includes('/api/events'))
    await page.getByRole('button', { name: 'Accept Cookies' }).click()
    expect((await accepted).status()).toBe(202)

    await untilMeasuring(page)
    // Leaving the first page sends its web vitals.
    const read = page.waitForResponse((response) =>
      (response.request().postData() ?? '').includes('"page_path":"/articles/pine-beer"'),
    )
    await page.goto(`${stack.site}/articles/pine-beer`)
    expect((await read).status()).toBe(202)
    const beacon = Beacon.parse((await read).request().postDataJSON())
    expect(beacon.events.map((event) => Event.parse(event))).toContainEqual(
      expect.objectContaining({ type: 'page_view', page_path: '/articles/pine-beer' }),
    )

    const admin = await openAsAdmin({ stack, browser }, '/', 'Analytics Dashboard')
    const main = admin.getByRole('main')
    await expect.poll(() => main.textContent()).toContain('/articles/pine-beer')
    await expect.poll(() => main.textContent()).toMatch(/Page Views\s*2/)
    await admin.goto(`${stack.dashboard}/admin/web-vitals`)
    const vitals = admin.getByRole('table', { name: 'Web vitals by page' })
    await vitals.getByRole('row', { name: /^Home .* 1 load\b.* 1$/ }).waitFor()
    await admin.context().close()
    await reader.close()

    expect(await stack.stop()).toBe(0)
    expect(() => process.kill(stack.pid, 0)).toThrow(/ESRCH/)
    stack = await startStack({ dataDir: stack.dataDir })
    const again = await openAsAdmin({ stack, browser }, '/', 'Analytics Dashboard')
    await expect.poll(() => again.getByRole('main').textContent()).toMatch(/Page Views\s*2/)
    await again.context().close()
  })
})
