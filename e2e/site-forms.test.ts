import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { axeProblems } from './harness/axe-problems.ts'
import { focused } from './harness/focused.ts'
import { holdRequests, openPage } from './harness/open-page.ts'
import { useSharedProduct } from './harness/use-product.ts'

describe('the choice whether opens are counted, behind a mailed link', () => {
  const product = useSharedProduct()

  it.each([
    ['preferences', '/newsletter/preferences'],
    ['guide', '/newsletter/guide'],
  ])('cannot be changed unseen where it could not be loaded: %s', async (_, path) => {
    const page = await openPage(product.browser)
    const stored = '**/api/newsletter/preferences?*'
    const box = page.getByRole('checkbox', { name: /count that I open an issue/ })
    const save = page.getByRole('button', { name: 'Save' })
    const failed = page.getByRole('alert').getByText('Your choice could not be loaded')
    await page.route(stored, (route) => route.fulfill({ status: 503 }))
    await page.goto(`${product.site}${path}?token=0123456789abcdef`)
    await failed.waitFor()
    expect([await box.isDisabled(), await save.isDisabled()]).toEqual([true, true])
    expect(await axeProblems(page)).toEqual([])
    await page.unroute(stored)
    await page.route(stored, (route) => route.abort())
    await page.reload()
    await failed.waitFor()
    expect([await box.isDisabled(), await save.isDisabled()]).toEqual([true, true])

    await page.unroute(stored)
    await page.route(stored, (route) => route.fulfill({ json: { allows_opens: true } }))
    await page.reload()
    await expect.poll(() => box.isChecked()).toBe(true)
    expect([await box.isEnabled(), await save.isEnabled()]).toEqual([true, true])
    expect(await failed.isVisible()).toBe(false)
    await page.context().close()
  })
})

describe('a form, by keyboard', () => {
  const product = useSharedProduct()

  it('a message is written and sent', async () => {
    const page = await openPage(product.browser)
    await page.goto(`${product.site}/contact`)
    await fillContact(page)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Thank You' }).waitFor()
    expect(await page.getByRole('button', { name: 'Send Message' }).isVisible()).toBe(false)
    await page.context().close()
  })

  it('a message that cannot be sent is kept, with an alert', async () => {
    const page = await openPage(product.browser)
    await page.goto(`${product.site}/contact`)
    await page.route('**/api/contact', (route) => route.abort())
    await fillContact(page)
    await page.keyboard.press('Enter')
    await page
      .getByRole('alert')
      .getByText('There was an error sending your message. Please try again.')
      .waitFor()
    expect(await page.getByLabel('Message').inputValue()).toBe('More about mild, please.')
    await page.context().close()
  })

  it('a message that the server refuses is kept, with the reason', async () => {
    const page = await openPage(product.browser)
    await page.goto(`${product.site}/contact`)
    const message = 'Mild, again. '.repeat(400).trim()
    await fillContact(page, { email: 'ada@example', message })
    await page.getByText(`Too long by ${message.length - 5_000} characters: the limit is 5,000.`).waitFor()
    await page.keyboard.press('Enter')
    const alert = page.getByRole('alert')
    await alert.getByText('There was an error sending your message. Please try again.').waitFor()
    expect(await alert.innerText()).toContain('Please check the email address and message: missing, too long')
    expect(await page.getByLabel('Message').inputValue()).toBe(message)
    await page.context().close()
  })

  it('an address that only the server finds incomplete is named, and a corrected one accepted', async () => {
    const page = await openPage(product.browser)
    await page.goto(`${product.site}/newsletter`)
    const form = page.getByRole('main')
    await form.getByLabel('Email address').focus()
    await page.locator('main [data-hydrated]').waitFor()
    await page.keyboard.type('reader@example')
    await page.keyboard.press('Enter')
    await form.getByRole('alert').getByText('Please check the email address').waitFor()
    await page.keyboard.type('.test')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
    expect(new URL(page.url()).hash).toBe('#sent')
    await page.context().close()
  })

  it('the newsletter says that it is sending, then what comes next', async () => {
    const page = await openPage(product.browser)
    await page.goto(`${product.site}/newsletter`)
    const form = page.getByRole('main')
    await form.getByLabel('Email address').focus()
    await page.locator('main [data-hydrated]').waitFor()
    const requests = await holdRequests(page, '/api/newsletter')
    await page.keyboard.type('reader@example.test')
    await page.keyboard.press('Enter')
    await form.getByRole('button', { name: 'Sending...' }).waitFor()
    await requests.release()
    await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
    expect(await form.getByRole('button').isVisible()).toBe(false)
    await page.getByRole('link', { name: 'Return Home' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`${product.site}/`)
    await page.context().close()
  })

  it('Back after signing up leads to a form that is ready for another address', async () => {
    const page = await openPage(product.browser)
    await page.goto(`${product.site}/newsletter`)
    const form = page.getByRole('main')
    await form.getByLabel('Email address').focus()
    await page.locator('main [data-hydrated]').waitFor()
    await page.keyboard.type('back@example.test')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
    await page.goBack()
    await form.getByRole('button', { name: 'Send me the guide' }).waitFor()
    expect(await form.getByLabel('Email address').inputValue()).toBe('')
    await page.context().close()
  })

  it.each([
    ['contact', 'Thank You'],
    ['newsletter', 'Check Your Email'],
  ] as const)('the button of %s keeps the focus while it sends, and sends once', async (form, then) => {
    const page = await openPage(product.browser)
    await page.goto(`${product.site}/${form}`)
    if (form === 'contact') await fillContact(page)
    else {
      await page.getByRole('main').getByLabel('Email address').focus()
      await page.locator('main [data-hydrated]').waitFor()
      await page.keyboard.type('once@example.test')
      await page.keyboard.press('Tab')
    }
    const requests = await holdRequests(page, `/api/${form}`)
    await page.keyboard.press('Enter')
    const sending = page.getByRole('main').getByRole('button', { name: 'Sending...', disabled: true })
    await sending.waitFor()
    expect(await focused(page)).toBe('Sending...')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    await requests.release()
    await page.getByRole('heading', { name: then }).waitFor()
    expect(await requests.count()).toBe(1)
    await page.context().close()
  })

  async function fillContact(
    page: Page,
    { email = 'ada@example.test', message = 'More about mild, please.' } = {},
  ): Promise<void> {
    await page.getByLabel('Name', { exact: true }).focus()
    // React takes the form over at the first touch; what was typed before stays, but is not its own.
    await page.locator('main [data-hydrated]').waitFor()
    for (const value of ['Ada', email, 'Mild', message]) {
      // Pasted, which is where a browser would cut.
      await page.keyboard.insertText(value)
      await page.keyboard.press('Tab')
    }
    expect(await focused(page)).toMatch(/^You may print this/)
    await page.keyboard.press('Space')
    expect(await page.getByRole('checkbox').isChecked()).toBe(true)
    // Past the link to the letters.
    for (let n = 0; n < 2; n += 1) await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Send Message')
  }
})
