import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { readOutbox } from '../collector/src/email/testing/read-outbox.ts'
import { axeProblems } from './harness/axe-problems.ts'
import { newReader } from './harness/browser.ts'
import { openAsAdmin, openDashboard } from './harness/dashboard-page.ts'
import { excessOf, LOOKS } from './harness/looks.ts'
import { openPage } from './harness/open-page.ts'
import { useProduct } from './harness/use-product.ts'

const ADMIN = 'admin@halfmeasure.test'
const SUBJECT = 'On halves, and why they are whole'
/** Readers who confirm their address only after the first issue. */
const LATECOMERS = ['eve@example.org', 'ida@example.org']

/** From the sign-up of two readers to the email by which one of them unsubscribes. The tests tell one story, in order. */
describe('an issue of the newsletter', () => {
  // An issue to four readers takes more than a minute, so that it can be paused.
  const product = useProduct(() => Promise.resolve({ env: { NEWSLETTER_RATE: '3' } }))
  let editor: Page
  let reader: Page

  beforeAll(async () => {
    editor = await openDashboard(product)
    reader = await openPage(product.browser)
  })

  it('has subscribers once they have confirmed their address by the mailed link', async () => {
    for (const email of ['ada@example.org', 'bob@example.org', ...LATECOMERS]) {
      await signUp(email)
      if (LATECOMERS.includes(email)) continue
      await confirm(email)
      expect((await emails('Your guide', email))[0]?.links[0]).toContain('/guide?token=')
    }
  })

  it('has one who ticks the box that allows opens to be counted, which starts unticked', async () => {
    const [mail] = await emails('Your guide', 'ada@example.org')
    await reader.goto(linkIn(mail, '/newsletter/guide'))
    const box = reader.getByRole('checkbox', { name: /count that I open an issue/ })
    expect(await box.isChecked()).toBe(false)
    await box.check()
    expect(await axeProblems(reader)).toEqual([])
    await reader.getByRole('button', { name: 'Save' }).click()
    await reader.getByRole('heading', { name: 'Saved' }).waitFor()
  })

  it('is written beside a preview, and saves itself', async () => {
    await openAsAdmin(product, '/admin/newsletter', 'Newsletter', editor)
    await editor.getByText('for 2 subscribers who can be reached').waitFor()
    await editor.getByRole('button', { name: 'New issue' }).click()
    await editor.getByText('It has no subject.').waitFor()
    expect(await editor.getByRole('button', { name: 'Send', exact: true }).count()).toBe(0)

    await editor.getByLabel('Subject', { exact: true }).fill(SUBJECT)
    await editor.getByLabel('Preheader').fill('One argument, one drink')
    await editor.getByRole('textbox', { name: 'Body' }).fill(BODY)
    await editor.getByText('Saved', { exact: true }).waitFor()
    const preview = editor.frameLocator('iframe')
    await preview.getByRole('heading', { name: SUBJECT }).waitFor()
    await preview.locator('em', { hasText: 'less' }).waitFor()
    // Nothing runs in the frame, so its size has to tell that the picture came: without it there is a line of text.
    const heightOfPicture = async () => (await preview.locator('img').boundingBox())?.height ?? 0
    await expect.poll(heightOfPicture).toBeGreaterThan(200)
    await editor.getByRole('button', { name: 'Plain text' }).click()
    await editor.getByText('A half is not _less_').waitFor()
    // Ten minutes later its address would have expired.
    const shown = (await editor.locator('iframe').getAttribute('src')) ?? ''
    await editor.route(shown, (route) => route.abort())
    await editor.getByRole('button', { name: 'HTML' }).click()
    await preview.getByRole('heading', { name: SUBJECT }).waitFor()
    await editor.unroute(shown)
    await editor.reload()
    expect(await editor.getByRole('textbox', { name: 'Body' }).inputValue()).toBe(BODY)
    expect(await axeProblems(editor)).toEqual([])
  })

  it('is scheduled, and becomes a draft again', async () => {
    await editor.getByRole('button', { name: 'Send later' }).click()
    const form = editor.getByRole('dialog', { name: 'Send later' })
    const day = form.getByLabel('Day')
    const tomorrow = await day.inputValue()
    await day.fill((await day.getAttribute('min')) ?? '')
    await form.getByLabel('UK time').fill('00:00')
    await form.getByRole('button', { name: 'Schedule' }).click()
    await form.getByText('Choose a time in the future').waitFor()
    await day.fill(tomorrow)
    await editor.getByLabel('UK time').fill('17:30')
    expect(await axeProblems(editor)).toEqual([])
    await editor.getByRole('button', { name: 'Schedule' }).click()
    await editor.getByText(/^scheduled for .*, 17:30$/).waitFor()
    expect(await axeProblems(editor)).toEqual([])
    await editor.getByRole('button', { name: 'Back to the draft' }).click()
    await editor.getByRole('button', { name: 'Send', exact: true }).waitFor()
  })

  it('shows markup and scripts as text, and is not sent with them', async () => {
    await editor.getByRole('textbox', { name: 'Body' }).fill(`${BODY}\n\n<script>alert(1)</script>`)
    await editor.getByText('HTML does not work in an issue').waitFor()
    expect(await editor.getByRole('button', { name: 'Send', exact: true }).count()).toBe(0)
    await editor.getByRole('textbox', { name: 'Body' }).fill(BODY)
    await editor.getByText('HTML does not work in an issue').waitFor({ state: 'detached' })
  })

  it('is overwritten only by choice, once somebody else has saved a newer text', async () => {
    const other = await editor.context().newPage()
    const preheader = editor.getByLabel('Preheader')
    const conflict = async (theirs: string, mine: string) => {
      await other.goto(editor.url())
      await other.getByLabel('Preheader').fill(theirs)
      await other.getByText('Saved', { exact: true }).waitFor()
      await preheader.fill(mine)
      await editor.getByText('saved a newer version').waitFor()
      expect(await preheader.inputValue()).toBe(mine)
    }
    await conflict('Another one', 'A third')
    expect(await axeProblems(editor)).toEqual([])
    await editor.getByRole('button', { name: 'Save mine over it' }).click()
    await editor.getByRole('button', { name: 'Replace the newer version' }).click()
    await editor.getByText('Saved', { exact: true }).waitFor()
    expect(await editor.getByText('saved a newer version').count()).toBe(0)
    await other.goto(editor.url())
    await expect.poll(() => other.getByLabel('Preheader').inputValue()).toBe('A third')

    await conflict('A fourth', 'A fifth')
    const address = editor.url()
    // In the moment before it is tried again.
    await preheader.fill('A sixth')
    await editor.getByRole('link', { name: 'All issues' }).click()
    await editor.getByText('Leaving this page loses it.').waitFor()
    expect(editor.url()).toBe(address)
    expect(await axeProblems(editor)).toEqual([])
    await editor.getByRole('button', { name: 'Stay' }).click()
    expect(await preheader.inputValue()).toBe('A sixth')
    await editor.getByRole('button', { name: 'Load the newer version' }).click()
    await editor.getByRole('button', { name: 'Discard my text and load it' }).click()
    await expect.poll(() => preheader.inputValue()).toBe('A fourth')
    expect(await editor.getByText('saved a newer version').count()).toBe(0)
    await other.close()
  })

  it('sends a test to the administrator who writes it', async () => {
    await editor.getByRole('button', { name: 'Send a test to me' }).click()
    await editor.getByText(`A test email is on its way to ${ADMIN}.`).waitFor()
    const [mail] = await emails('[Test]', ADMIN)
    expect(mail?.subject).toBe(`[Test] ${SUBJECT}`)
    expect(await emails(SUBJECT, 'ada@example.org', 0)).toEqual([])
  })

  it('goes to every confirmed reader once, in two parts, with one-click unsubscribe', async () => {
    await editor.getByRole('button', { name: 'Send', exact: true }).click()
    await editor.getByRole('button', { name: 'Send it to 2 subscribers now' }).click()
    await editor.getByText('sent', { exact: true }).waitFor()
    expect(await editor.getByRole('textbox', { name: 'Body' }).count()).toBe(0)
    await editor.getByText('Nobody has followed a link of this issue yet').waitFor()
    expect(await axeProblems(editor)).toEqual([])

    // It is sent once delivery of the last email has begun.
    await expect
      .poll(async () =>
        (await readOutbox(outbox()))
          .filter(({ subject }) => subject === SUBJECT)
          .map(({ headers }) => headers.get('to') ?? '')
          .toSorted(),
      )
      .toEqual(['ada@example.org', 'bob@example.org'])
    const [mail] = await emails(SUBJECT, 'ada@example.org')
    expect(mail?.text).toContain('A half is not _less_')
    expect(mail?.headers.get('list-unsubscribe')).toMatch(
      new RegExp(`^<${product.stack.site}/api/newsletter/unsubscribe\\?token=[\\w-]{43}>$`),
    )
    expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(mail?.links.every((link) => link.startsWith('http'))).toBe(true)
  })

  it('counts clicks, and opens where the reader allows it, without saying who', async () => {
    const [ada] = await emails(SUBJECT, 'ada@example.org')
    const [bob] = await emails(SUBJECT, 'bob@example.org')
    const picture = /<img src="([^"]+opened\.gif)"/
    expect([picture.test(ada?.html ?? ''), picture.test(bob?.html ?? '')]).toEqual([true, false])
    const link = linkIn(bob, '/links/1')
    expect(linkIn(ada, '/links/1')).toBe(link)
    await reader.goto(link)
    await expect.poll(() => reader.url()).toContain('/articles/pine-beer?utm_source=friday-edition')
    await editor.reload()
    const results = editor.getByRole('region', { name: 'Opens and clicks' })
    await results.getByText('1 subscriber allows it; shown from 10 on').waitFor()
    // In the first half minute it is a scanner's, later a reader's.
    const followed = async () => {
      await editor.reload()
      const shown = results.locator('dl.figures > div')
      await shown.first().waitFor()
      const figures = await shown.evaluateAll((all) =>
        all.map((one) => [one.querySelector('dt')?.textContent, one.querySelector('dd')?.textContent]),
      )
      return figures.filter(([label]) => label === 'Clicks' || label === 'Left out').map(([, n]) => n)
    }
    // A browser repeats a request whose connection was closed; of a reader's, one a day counts.
    await expect.poll(async () => (await followed()).join('+')).toMatch(/^(?:0\+[12]|1\+0)$/)
    await editor.getByText('Figures after the first hour').waitFor()
    expect(await axeProblems(editor)).toEqual([])

    const preferences = '**/api/newsletter/preferences?*'
    await reader.goto(linkIn(ada, '/newsletter/preferences'))
    const box = reader.getByRole('checkbox')
    await expect.poll(() => box.isChecked()).toBe(true)

    const { promise: readerIsDone, resolve: respond } = Promise.withResolvers<void>()
    await reader.route(preferences, (route) => readerIsDone.then(() => route.continue()))
    await reader.goto(linkIn(ada, '/newsletter/preferences'))
    expect(await box.isDisabled()).toBe(true)
    expect(await reader.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    respond()
    await expect.poll(() => box.isChecked()).toBe(true)
    await reader.unroute(preferences)
    await box.uncheck()
    await reader.getByRole('button', { name: 'Save' }).click()
    await reader.getByRole('heading', { name: 'Saved' }).waitFor()
    const [after] = await Promise.all([
      reader.waitForResponse(preferences),
      reader.goto(linkIn(ada, '/newsletter/preferences')),
    ])
    expect(await after.json()).toEqual({ allows_opens: false })
    expect(reader.url()).not.toContain('token')
    expect(await box.isChecked()).toBe(false)
  })

  it('appears in the public archive, as a page without accessibility or console errors', async () => {
    const complaints: string[] = []
    reader.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    await reader.goto(`${product.site}/newsletter/archive`)
    expect(await axeProblems(reader)).toEqual([])
    await reader.getByRole('link', { name: SUBJECT }).click()
    await reader.getByRole('heading', { level: 1, name: SUBJECT }).waitFor()
    expect(await reader.locator('.issue-body em').first().innerText()).toBe('less')
    expect(await axeProblems(reader)).toEqual([])
    expect(complaints).toEqual([])
    const feed = await (await fetch(`${product.site}/newsletter/archive.xml`)).text()
    expect(feed).toContain(`<title>${SUBJECT}</title><link>${reader.url()}</link>`)
  })

  it('leaves the archive when the editor removes it, and returns when they show it', async () => {
    const address = reader.url()
    const archive = async () =>
      (await (await fetch(`${product.site}/newsletter/archive`)).text()) +
      (await (await fetch(`${product.site}/newsletter/archive.xml`)).text())
    await editor.getByRole('button', { name: 'Remove from archive' }).click()
    await editor.getByRole('button', { name: 'Show in archive' }).waitFor()
    expect(await axeProblems(editor)).toEqual([])
    expect((await reader.goto(address))?.status()).toBe(404)
    expect(await axeProblems(reader)).toEqual([])
    expect(await archive()).not.toContain(SUBJECT)

    await editor.getByRole('button', { name: 'Show in archive' }).click()
    await editor.getByRole('button', { name: 'Remove from archive' }).waitFor()
    expect((await reader.goto(address))?.status()).toBe(200)
    expect(await archive()).toContain(SUBJECT)
  })

  it('is paused and stopped for good: nobody else gets it, and it is in no archive', async () => {
    for (const email of LATECOMERS) await confirm(email)
    const subject = 'Not what we meant'
    await editor.getByRole('link', { name: 'All issues' }).click()
    await editor.getByRole('button', { name: 'New issue' }).click()
    await editor.getByLabel('Subject', { exact: true }).fill(subject)
    await editor.getByRole('textbox', { name: 'Body' }).fill('Nonsense.')
    await editor.getByText('Saved', { exact: true }).waitFor()
    await editor.getByRole('button', { name: 'Send', exact: true }).click()
    await editor.getByRole('button', { name: 'Send it to 4 subscribers now' }).click()
    await editor.getByRole('button', { name: 'Pause' }).click()
    await editor.getByText(/^paused at \d+ %$/).waitFor()
    expect(await axeProblems(editor)).toEqual([])
    await editor.getByRole('button', { name: 'Stop for good' }).click()
    await editor.getByRole('button', { name: 'Stop it: nobody else gets it' }).click()
    await editor.getByText(/^stopped at \d+ %$/).waitFor()
    expect(await editor.getByRole('button', { name: 'Resume' }).count()).toBe(0)
    expect(await axeProblems(editor)).toEqual([])

    const figure = async (label: string) =>
      Number(await editor.locator('dl.figures > div', { hasText: label }).locator('dd').first().innerText())
    const received = async () =>
      (await readOutbox(outbox())).filter((mail) => mail.subject === subject).length
    expect(await figure('Never sent')).toBeGreaterThan(0)
    // An email that was being delivered still goes out.
    await expect.poll(async () => (await received()) + (await figure('Never sent'))).toBe(4)
    await expect.poll(() => figure('Delivered')).toBe(await received())
    await editor.getByRole('button', { name: 'Show in archive' }).waitFor()
    expect(await (await fetch(`${product.site}/newsletter/archive`)).text()).not.toContain(subject)
  })

  it('is unsubscribed from by its link and a button, or by the button of a mail program', async () => {
    const [ada] = await emails(SUBJECT, 'ada@example.org')
    await reader.goto(linkIn(ada, '/newsletter/unsubscribe'))
    await reader.getByRole('main').getByRole('button').first().click()
    await reader
      .getByText(/off the list|no longer|unsubscribed|have left/i)
      .first()
      .waitFor()

    const [bob] = await emails(SUBJECT, 'bob@example.org')
    const oneClick = /<(.+)>/.exec(bob?.headers.get('list-unsubscribe') ?? '')?.[1] ?? ''
    const response = await fetch(oneClick, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
      redirect: 'error',
    })
    expect(response.status).toBe(200)
    await editor.getByRole('link', { name: 'All issues' }).click()
    await editor.getByText('for 2 subscribers who can be reached').waitFor()
    await editor.getByText('2 of 2 subscribers').waitFor()
  })

  it.each(LOOKS)(
    'fits an email window and is readable in it: $width pixels, $colorScheme',
    async ({ width, colorScheme }) => {
      const [mail] = await emails(SUBJECT, 'bob@example.org')
      const page = await (
        await newReader(product.browser, { colorScheme, viewport: { width, height: 900 } })
      ).newPage()
      await page.setContent(mail?.html ?? '')
      expect(await excessOf(page)).toBe(0)
      const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      expect(background).toBe(colorScheme === 'dark' ? 'rgb(23, 17, 13)' : 'rgb(248, 242, 230)')
      const problems = await axeProblems(page)
      // A mail is no page: it has no landmarks.
      expect(problems.filter((problem) => !/region|landmark/.test(problem))).toEqual([])
      expect((await page.screenshot({ fullPage: true })).byteLength).toBeGreaterThan(10_000)
      await page.context().close()
    },
  )

  async function signUp(email: string) {
    await reader.goto(`${product.stack.site}/newsletter`)
    const form = reader.getByRole('main').locator('form').first()
    await form.getByRole('textbox').fill(email)
    await form.getByRole('button').click()
    await reader.getByText('Check Your Email').waitFor()
  }

  async function confirm(email: string) {
    const [mail] = await emails('Confirm your address', email)
    await reader.goto(linkIn(mail, '/newsletter/confirm'))
    await reader.getByRole('button', { name: 'Confirm my address' }).click()
    await reader.getByText('You are on the list').waitFor()
  }

  function outbox(): string {
    return join(product.stack.dataDir, 'outbox')
  }

  /** Mails to an address whose subject begins so, once there are as many. */
  async function emails(subject: string, to: string, atLeast = 1) {
    const found = async () =>
      (await readOutbox(outbox())).filter(
        (mail) => mail.subject.startsWith(subject) && mail.headers.get('to') === to,
      )
    await expect.poll(async () => (await found()).length).toBeGreaterThanOrEqual(atLeast)
    return found()
  }
})

const BODY = `A half is not *less*. It is a **decision**, and the [index](/articles/pine-beer) agrees.

![The sign of the house](/icon-512.png "Our sign")

> One argument worth having.

- one drink
- one walk home`

function linkIn(mail: { links: readonly string[] } | undefined, path: string): string {
  const link = mail?.links.find((href) => href.includes(path))
  if (link === undefined) throw new Error(`the mail has no link to ${path}`)
  return link
}
