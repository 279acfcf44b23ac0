import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { axeProblems } from './harness/axe-problems.ts'
import { openAsAdmin } from './harness/dashboard-page.ts'
import { focused } from './harness/focused.ts'
import { useProduct } from './harness/use-product.ts'

const SAVES = '**/api/issues/*'

describe('text of a newsletter issue that is not saved', () => {
  const product = useProduct()
  let editor: Page
  let colleague: Page

  beforeAll(async () => {
    colleague = await openAsAdmin(product, '/admin/newsletter', 'Newsletter')
    await colleague.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  })

  beforeEach(async () => {
    editor = await colleague.context().newPage()
    await editor.goto(`${product.stack.dashboard}/admin/newsletter`)
    await editor.getByRole('button', { name: 'New issue' }).click()
    await editor.getByLabel('Subject', { exact: true }).fill('On halves')
    await editor.getByRole('textbox', { name: 'Body' }).fill('A half is not less.')
    await editor.getByRole('button', { name: 'Send later' }).waitFor()
    await editor.getByText('Saved', { exact: true }).waitFor()
  })

  const preheader = () => editor.getByLabel('Preheader')
  const meanwhile = () => editor.getByText(/^Your text is not saved\. This issue was scheduled meanwhile/)

  it('stays when a colleague schedules the issue, to be copied, until the editor drops it', async () => {
    const { promise: isScheduled, resolve } = Promise.withResolvers<void>()
    await editor.route(SAVES, async (route) => {
      if (route.request().method() === 'PATCH') await isScheduled
      await route.continue()
    })
    await preheader().fill('One argument')
    await schedule()
    // As on returning to its tab.
    await editor.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    await meanwhile().waitFor()
    resolve()
    await editor.unrouteAll({ behavior: 'wait' })
    await expect.poll(() => preheader().isEditable()).toBe(false)
    expect(await preheader().inputValue()).toBe('One argument')
    expect(await editor.getByRole('button', { name: 'Send later' }).count()).toBe(0)
    expect(await axeProblems(editor)).toEqual([])

    await editor.getByRole('button', { name: 'Copy my text' }).click()
    await editor.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await editor.evaluate(() => navigator.clipboard.readText())).toBe(
      'On halves\n\nOne argument\n\nA half is not less.',
    )
    await editor.getByRole('button', { name: 'Discard my text' }).click()
    await editor.getByRole('button', { name: 'Discard it for good' }).click()
    await editor.getByRole('button', { name: 'Back to the draft' }).click()
    expect(await preheader().inputValue()).toBe('')
  })

  it('stays when its save is the first to learn that a colleague has scheduled the issue', async () => {
    await schedule()
    await preheader().fill('One argument')
    await meanwhile().waitFor()
    expect(await preheader().inputValue()).toBe('One argument')
    // The colleague thinks better of it.
    await colleague.getByRole('button', { name: 'Back to the draft' }).click()
    await colleague.getByRole('button', { name: 'Send later' }).waitFor()
    await editor.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    await editor.getByRole('button', { name: 'Try again' }).click()
    await editor.getByText('Saved', { exact: true }).waitFor()
    expect(await preheader().inputValue()).toBe('One argument')
  })

  it('ends an attempt to leave once it is saved: typing goes on unasked', async () => {
    await editor.route(SAVES, (route) => route.abort())
    await preheader().fill('One')
    await editor.getByRole('link', { name: 'All issues' }).click()
    await editor.getByText('Leaving this page loses it.').waitFor()
    await editor.unroute(SAVES)
    await editor.getByRole('button', { name: 'Try again' }).click()
    await editor.getByText('Saved', { exact: true }).waitFor()
    await preheader().press('End')
    await editor.keyboard.type(' argument')
    expect(await focused(editor)).toMatch(/^Preheader/)
    expect(await editor.getByText('Leaving this page loses it.').count()).toBe(0)
    await editor.getByText('Saved', { exact: true }).waitFor()
    expect(await preheader().inputValue()).toBe('One argument')
  })

  /** By the colleague, for tomorrow. */
  async function schedule() {
    await colleague.goto(editor.url())
    await colleague.getByRole('button', { name: 'Send later' }).click()
    await colleague.getByRole('button', { name: 'Schedule' }).click()
    await colleague.getByText(/^scheduled for/).waitFor()
  }
})
