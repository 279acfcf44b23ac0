import { publication } from '@half-measure/shared/publication.ts'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { newReader } from './harness/browser.ts'
import { useSharedProduct } from './harness/use-product.ts'

describe('the magazine without JavaScript', () => {
  const product = useSharedProduct()
  let page: Page

  beforeAll(async () => {
    const reader = await newReader(product.browser, {
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    })
    page = await reader.newPage()
  })

  it('shows no consent banner, because it stores nothing', async () => {
    await page.goto(product.site)
    expect(await page.getByRole('button', { name: 'Accept Cookies' }).isVisible()).toBe(false)
    expect(await page.getByRole('dialog').isVisible()).toBe(false)
  })

  it('has a menu that opens and links to pages', async () => {
    await page.goto(product.site)
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Stories' })
    expect(await link.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu' }).click()
    await link.click()
    await page.waitForURL(`${product.site}/stories`)
    await page.getByRole('heading', { level: 1, name: 'Stories' }).waitFor()
  })

  it('has a header that covers the text below it', async () => {
    await page.goto(`${product.site}/articles/pine-beer`)
    const backgrounds = await page
      .locator('.site-header, body')
      .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).backgroundColor))
    expect(new Set(backgrounds).size).toBe(1)
  })

  it('shows an article with its date, its picture and its neighbours', async () => {
    await page.goto(`${product.site}/articles/pine-beer`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.locator('article .prose').innerText()).toMatch(/(\S+\s+){900}/)
    expect(await page.locator('article header time').first().innerText()).toMatch(/\d{4}/)
    expect(await page.locator('figure img').first().isVisible()).toBe(true)
    await page.getByRole('navigation', { name: 'Previous and next article' }).getByRole('link').nth(1).click()
    await page.waitForURL(`${product.site}/articles/friday-ritual-cost`)
  })

  it.each([
    ['the page of the newsletter', 'main'],
    ['the end of every page', 'footer'],
  ])('signs up a subscriber from %s', async (_, place) => {
    await page.goto(`${product.site}/newsletter`)
    await page.locator(place).getByLabel('Email address').fill(`${place}@example.test`)
    await page.locator(`${place} form`).getByRole('button').click()
    await page.waitForURL(`${product.site}/newsletter#sent`)
    expect(await page.getByRole('heading', { name: 'Check Your Email' }).isVisible()).toBe(true)
    expect(await page.locator('main form').isVisible()).toBe(false)
  })

  it('says that saved stories need scripts', async () => {
    await page.goto(`${product.site}/saved`)
    const text = await page.getByRole('main').innerText()
    expect(text).toContain('needs scripts to do so')
    expect(text).not.toContain('Nothing is saved here yet')
  })

  it('leads from an invalid link to unsubscribe on to the mailbox, on a page of the magazine', async () => {
    await page.goto(`${product.site}/newsletter/unsubscribe?token=abc`)
    await page.locator('form.mailed-link button').click()
    await page.getByRole('heading', { level: 1, name: 'That did not work' }).waitFor()
    const said = await page.getByRole('alert').innerText()
    expect(said).toContain(publication.mailboxes.newsletter)
    expect(await page.getByRole('contentinfo').isVisible()).toBe(true)
    expect(await page.getByRole('main').innerText()).not.toMatch(/Back button|\[failure/)
  })

  it('sends a message, and says thank you in the place of the form', async () => {
    await page.goto(`${product.site}/contact`)
    expect(await page.getByRole('heading', { name: 'Thank You' }).isVisible()).toBe(false)
    await writeMessage('ada@example.test')
    await page.waitForURL(`${product.site}/contact#sent`)
    expect(await page.getByRole('heading', { name: 'Thank You' }).isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: 'Send Message' }).isVisible()).toBe(false)
  })

  it('says in words what is wrong with a message', async () => {
    await page.goto(`${product.site}/contact`)
    // Good enough for the browser, which lets it pass, and not for a letter.
    await writeMessage('ada@example')
    await page.getByRole('alert').waitFor()
    await page.goBack()
    expect(await page.getByLabel('Message').inputValue()).toBe('More about mild, please.')
  })

  async function writeMessage(email: string): Promise<void> {
    await page.getByLabel('Name', { exact: true }).fill('Ada')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Subject').fill('Mild')
    await page.getByLabel('Message').fill('More about mild, please.')
    await page.getByRole('button', { name: 'Send Message' }).click()
  }
})
