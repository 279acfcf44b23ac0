import { demoAdmin } from '@half-measure/shared/publication.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSmtpServer, type TestSmtpServer } from '../collector/src/email/testing/smtp-server.ts'
import { openAsAdmin } from './harness/dashboard-page.ts'
import { problemsWith } from './harness/looks.ts'
import { sendMessage } from './harness/send-message.ts'
import { useProduct } from './harness/use-product.ts'

const READER = 'ada@example.org'

describe('the inbox, shared by two editors', () => {
  let smtp: TestSmtpServer
  const product = useProduct(async () => {
    smtp = await startSmtpServer()
    return { env: { SMTP_URL: smtp.url } }
  })
  let ada: Page
  let bob: Page

  beforeAll(async () => {
    for (const subject of ['Foam', 'Hops', 'Mild'])
      await sendMessage(product.site, subject, { may_print: 'on' })
    ada = await openAsAdmin(product, '/admin/messages', 'Messages')
    bob = await openAsAdmin(product, '/admin/messages', 'Messages')
  })

  afterAll(() => smtp.stop())

  const rowOf = (page: Page, subject: string) => page.getByRole('link', { name: new RegExp(subject) })
  const open = async (page: Page, subject: string) => {
    await rowOf(page, subject).click()
    const message = page.getByRole('article', { name: subject })
    await message.waitFor()
    return message
  }
  const replyForm = (page: Page) => page.getByRole('form', { name: 'Reply' })
  const typeReply = async (page: Page, text: string) => {
    await page.getByRole('button', { name: /^Reply/ }).click()
    await replyForm(page).getByRole('textbox').fill(text)
  }
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
  /** Sends something before its page has heard of what others do: its reads wait until the server has responded. */
  const sendUnaware = async (page: Page, others: () => Promise<void>, send: () => Promise<void>) => {
    const sent = Promise.withResolvers<void>()
    const messages = '**/api/messages**'
    await page.route(messages, async (route) => {
      if (route.request().method() === 'GET') await sent.promise
      await route.continue()
    })
    await others()
    const responded = page.waitForResponse(
      (response) =>
        response.url().includes('/api/messages') && ['POST', 'PUT'].includes(response.request().method()),
    )
    await send()
    await responded
    sent.resolve()
    await page.unrouteAll({ behavior: 'wait' })
  }

  it('what a colleague archived stays archived when it is opened from an old list', async () => {
    await rowOf(bob, 'Mild').waitFor()
    const message = await open(ada, 'Mild')
    await message.getByRole('button', { name: 'Archive' }).click()
    await message.getByText(', to general, archived').waitFor()
    const reading = bob.waitForResponse((response) => response.request().method() === 'PATCH')
    const theirs = await open(bob, 'Mild')
    expect(await (await reading).json()).toMatchObject({ status: 'archived' })
    await theirs.getByText(', to general, archived').waitFor()
  })

  it('a reply says that a colleague has replied meanwhile, and keeps its text', async () => {
    await open(bob, 'Hops')
    await typeReply(bob, 'In the attic.')
    await open(ada, 'Hops')
    await typeReply(ada, 'In the cellar.')
    await sendUnaware(
      bob,
      async () => {
        await replyForm(ada).getByRole('button', { name: 'Send reply' }).click()
        await ada.getByText(`by ${demoAdmin.email}`).waitFor()
        await expect.poll(() => focused(ada)).toBe('Reply again')
      },
      () => replyForm(bob).getByRole('button', { name: 'Send reply' }).click(),
    )
    await bob.getByText('Someone else has replied in the meantime.').waitFor()
    await bob.getByText('In the cellar.').waitFor()
    expect(await replyForm(bob).getByRole('textbox').inputValue()).toBe('In the attic.')
    expect(await problemsWith(bob, 'two replies')).toEqual([])
    await replyForm(bob).getByRole('button', { name: 'Send reply' }).click()
    await replyForm(bob).waitFor({ state: 'detached' })
    await bob.getByText('In the attic.').waitFor()
    await expect.poll(() => bob.getByText('not delivered yet').count()).toBe(0)
  })

  it('a letter that a colleague withdrew is not put back unseen', async () => {
    const letterForm = (page: Page) => page.getByRole('form', { name: 'Letter' })
    const publish = (page: Page) => letterForm(page).getByRole('button', { name: 'Publish' }).click()
    for (const page of [ada, bob]) await open(page, 'Foam')
    for (const page of [ada, bob]) await page.getByRole('button', { name: 'Publish as a letter' }).click()
    await letterForm(bob).getByLabel('Title').fill('On foam')
    await sendUnaware(
      bob,
      async () => {
        await publish(ada)
        await ada.getByText(/^Printed as a letter/).waitFor()
      },
      () => publish(bob),
    )
    await bob.getByText('Someone else has published, changed or withdrawn this letter.').waitFor()
    await bob.getByText('Someone else has published this while you were writing.').waitFor()
    expect(await problemsWith(bob, 'two letters')).toEqual([])

    await sendUnaware(
      bob,
      async () => {
        await ada.getByRole('button', { name: 'Withdraw the letter' }).click()
        await ada.getByRole('button', { name: 'Withdraw it and delete its text' }).click()
        await ada.getByText('May be printed as a letter.').waitFor()
      },
      () => publish(bob),
    )
    await bob.getByText('Someone else has withdrawn this letter while you were writing.').waitFor()
    expect(await letterForm(bob).getByLabel('Title').inputValue()).toBe('On foam')
    await publish(bob)
    await bob.getByText(/^Printed as a letter/).waitFor()
  })

  it('a reply that cannot be delivered says why, and its message is unread again', async () => {
    await open(ada, 'Foam')
    // The earlier replies are out of the way, so that it is this one's recipient who is refused.
    await expect.poll(() => smtp.received.filter(({ to }) => to === READER).length).toBe(2)
    smtp.replyTo('RCPT', '550 no such mailbox')
    await typeReply(ada, 'It is the nitrogen.')
    await replyForm(ada).getByRole('button', { name: 'Send reply' }).click()
    await ada.getByText(/^Could not be delivered: .*550 no such mailbox/).waitFor()
    await ada.getByRole('article').getByText(', to general, unread, reply due in').waitFor()
    expect(await problemsWith(ada, 'an undelivered reply')).toEqual([])
  })

  it('a reply that is being written stays with its message until it is discarded or its writer signs out', async () => {
    const text = 'Not finished'
    const typed = () => replyForm(ada).getByRole('textbox').inputValue()
    await open(ada, 'Foam')
    await typeReply(ada, text)
    await open(ada, 'Hops')
    expect(await replyForm(ada).count()).toBe(0)
    await ada.getByRole('link', { name: 'All', exact: true }).click()
    await open(ada, 'Foam')
    expect(await typed()).toBe(text)
    await ada.reload()
    expect(await typed()).toBe(text)
    // Beginning again does not close the form.
    await replyForm(ada).getByRole('textbox').fill('')
    await replyForm(ada).getByRole('textbox').fill(text)

    await replyForm(ada).getByRole('button', { name: 'Discard' }).click()
    await replyForm(ada).getByRole('button', { name: 'Cancel' }).click()
    expect(await typed()).toBe(text)
    await replyForm(ada).getByRole('button', { name: 'Discard' }).click()
    await replyForm(ada).getByRole('button', { name: 'Discard the text' }).click()
    await ada.getByRole('button', { name: 'Reply again' }).waitFor()
    await ada.reload()
    await ada.getByRole('button', { name: 'Reply again' }).click()
    expect(await typed()).toBe('')
    await replyForm(ada).getByRole('textbox').fill(text)
    await ada.getByRole('button', { name: 'Sign Out' }).click()
    await ada.waitForURL('**/auth**')
    expect(await ada.evaluate(() => sessionStorage.length)).toBe(0)
    await openAsAdmin(product, '/admin/messages', 'Messages', ada)
  })

  it.each([390, 1280])('the focus goes to the message and back to its row: %i pixels', async (width) => {
    await ada.setViewportSize({ width, height: 844 })
    await ada.goto(`${product.stack.dashboard}/admin/messages?folder=all`)
    for (const subject of ['Foam', 'Hops']) {
      await rowOf(ada, subject).press('Enter')
      await expect.poll(() => focused(ada)).toBe(subject)
      if (width < 400) await ada.getByRole('link', { name: 'Back to the list' }).press('Enter')
      else await ada.goBack()
      await expect.poll(() => focused(ada)).toContain(`Ada`)
      expect(await focused(ada)).toContain(subject)
    }
    // What closes it by another choice keeps the focus.
    await open(ada, 'Foam')
    await ada.getByRole('link', { name: 'Archived', exact: true }).press('Enter')
    await ada.getByRole('article').waitFor({ state: 'detached' })
    expect(await focused(ada)).toBe('Archived')
  })

  it('the focus goes to the list once a message is deleted', async () => {
    const message = await open(ada, 'Mild')
    await message.getByRole('button', { name: 'Delete' }).click()
    await message.getByRole('button', { name: 'Delete for good' }).press('Enter')
    await rowOf(ada, 'Mild').waitFor({ state: 'detached' })
    await expect.poll(() => ada.evaluate(() => document.activeElement?.tagName)).toBe('DIV')
  })
})
