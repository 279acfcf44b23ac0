import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { demoAdmin, publication } from '@half-measure/shared/publication.ts'
import { fromBase32 } from '../collector/test/postgres/factor-client.ts'
import { totpCode } from '../collector/src/identity/second-factors/totp.ts'
import { readOutbox } from '../collector/src/email/testing/read-outbox.ts'
import { readQr } from '../dashboard/src/pages/account/testing/read-qr.ts'
import { axeProblems } from './harness/axe-problems.ts'
import { newReader } from './harness/browser.ts'
import { openAsAdmin, openDashboard } from './harness/dashboard-page.ts'
import { expectGoodLooks } from './harness/looks.ts'
import { mailedLink } from './harness/mailed-link.ts'
import { requireProof } from './harness/require-proof.ts'
import { useProduct } from './harness/use-product.ts'

const ADA = 'ada@example.org'

/** One admin invites another, who has to have a second factor. The tests tell one story, in order. */
describe('an invited administrator', () => {
  const product = useProduct()
  let host: Page
  let ada: Page
  let recoveryCodes: string[] = []

  beforeAll(async () => {
    host = await openDashboard(product)
    ada = await openDashboard(product)
  })

  it('sets a password through the mailed link, which a rejected password does not use up', async () => {
    await openAsAdmin(product, '/admin/team', 'Team', host)
    await host.getByLabel('Email').fill(ADA)
    await host.getByRole('button', { name: 'Invite', exact: true }).click()
    await host.getByText(`${ADA} is invited.`).waitFor()

    await ada.goto(await mailedLink(product, '/auth/invite', ADA))
    await setPassword('short')
    await ada.getByText('The password is too short').waitFor()
    await setPassword('a good long pass 7')
    await ada.waitForURL('**/admin/analytics')
    await ada.getByText(`Signed in as ${ADA}`).waitFor()
    expect(await axeProblems(ada)).toEqual([])
  })

  it('sets up a second factor before anything else, once one is required', async () => {
    await host.reload()
    const entry = host.getByRole('listitem').filter({ hasText: ADA })
    await entry.getByRole('button', { name: 'Require second factor' }).click()
    await entry.getByText('second factor required').waitFor()

    await ada.goto(`${product.stack.dashboard}/admin/messages`)
    await ada.getByRole('button', { name: 'Set up an authenticator app' }).click()
    const secret = (await ada.locator('.secret').innerText()).replaceAll(/\s/g, '')
    const picture = ada.getByRole('img', { name: /^QR code/ })
    const address = new URL(readQr(await modulesOf(picture)))
    expect(`${address.protocol}//${address.host}${address.pathname}`).toBe(
      `otpauth://totp/${encodeURIComponent(publication.name)}:${encodeURIComponent(ADA)}`,
    )
    expect(address.searchParams.get('secret')).toBe(secret)
    await ada.getByLabel('Code that the app shows').fill(totpCode(fromBase32(secret), new Date()))
    await ada.getByRole('button', { name: 'Confirm' }).click()
    await ada.getByText('recovery codes somewhere safe').waitFor()
    expect(await axeProblems(ada)).toEqual([])
    recoveryCodes = await ada.locator('.codes li').allInnerTexts()
    expect(recoveryCodes).toHaveLength(10)
    await ada.getByRole('link', { name: 'Continue' }).click()
    await ada.getByRole('heading', { name: 'Messages', level: 1 }).waitFor()
  })

  it('needs it after the password, and signs in with a recovery code', async () => {
    await signOut()
    await ada.getByLabel('Email').fill(ADA)
    await ada.getByLabel('Password', { exact: true }).fill('a good long pass 7')
    await ada.getByRole('button', { name: 'Sign In' }).click()
    await showCode('not a code')
    await ada.getByText('The code is wrong').waitFor()
    expect(await axeProblems(ada)).toEqual([])
    await showCode(recoveryCodes[0])
    await ada.waitForURL('**/admin/analytics')
  })

  it('resets a forgotten password, but only with the second factor', async () => {
    await signOut()
    await ada.getByRole('link', { name: 'Forgot your password?' }).click()
    await ada.getByRole('heading', { name: 'Forgotten password' }).waitFor()
    await ada.getByLabel('Email').fill(ADA)
    await ada.getByRole('button', { name: 'Send the link' }).click()
    await ada.getByText('is on its way').waitFor()

    await ada.goto(await mailedLink(product, '/auth/recover', ADA))
    await ada.waitForURL(`${product.stack.dashboard}/auth/recover`)
    await ada.reload()
    await setPassword('another long pass 8')
    await showCode(recoveryCodes[1])
    await ada.getByText(`Signed in as ${ADA}`).waitFor()
    expect(new URL(ada.url()).pathname).toBe('/admin/analytics')
  })

  it('is invited by an owner, who sees what the role change removes', async () => {
    await host.reload()
    const own = host.getByRole('listitem').filter({ hasText: '(you)' })
    await own.getByRole('combobox').selectOption('analyst')
    await own.getByText('Your API tokens and share links will stop working.').waitFor()
    expect(await axeProblems(host)).toEqual([])
  })

  it('sees the pages of her role, and which pages it excludes', async () => {
    await host.reload()
    const entry = host.getByRole('listitem').filter({ hasText: ADA })
    await entry.getByRole('combobox', { name: `Role of ${ADA}` }).selectOption('analyst')
    await entry.getByRole('button', { name: 'Change role' }).click()
    await entry.getByRole('button', { name: 'Change role' }).waitFor({ state: 'detached' })

    await ada.goto(`${product.stack.dashboard}/admin/messages`)
    await ada.getByText('Your role is analyst, which does not include this page.').waitFor()
    await ada.getByText(`Signed in as ${ADA}, analyst`).waitFor()
    const nav = ada.getByRole('navigation', { name: 'Dashboard' })
    expect(await nav.getByRole('link').allTextContents()).toEqual(['Analytics', 'Content', 'Settings'])
    expect(await axeProblems(ada)).toEqual([])
    await nav.getByRole('link', { name: 'Settings' }).click()
    await ada.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
    expect(await nav.getByRole('link', { name: 'Team' }).count()).toBe(0)
  })

  it('re-authenticates after a while, and the request continues', async () => {
    await ada.goto(`${product.stack.dashboard}/admin/account`)
    await requireProof(ada)
    const start = ada.getByRole('button', { name: 'Set up an authenticator app' })
    const dialog = ada.getByRole('dialog', { name: 'Confirm it is you' })
    await start.click()
    expect(await dialog.getByLabel('Password').evaluate((input) => input === document.activeElement)).toBe(
      true,
    )
    await expectGoodLooks(ada, 'the dialog')
    await ada.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await ada.getByText('Please confirm your password and your second factor first').waitFor()
    expect(await start.evaluate((button) => button === document.activeElement)).toBe(true)

    await start.click()
    await dialog.getByLabel('Password').fill('not her password')
    await dialog.getByLabel('Code of your authenticator app').fill(recoveryCodes[2] ?? '')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await dialog.getByText('Invalid credentials').waitFor()
    await dialog.getByLabel('Password').fill('another long pass 8')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await ada.getByText('Scan this picture').waitFor()
    expect(await dialog.count()).toBe(0)
  })

  it('is signed out as soon as an owner ends her session, and signs in again', async () => {
    await host.reload()
    const entry = host.getByRole('listitem').filter({ hasText: ADA })
    await entry.getByRole('button', { name: `Sessions of ${ADA}` }).click()
    const session = entry.getByRole('row', { name: /^Chrome on Linux/ })
    await session.waitFor()
    await expectGoodLooks(host, 'the sessions in the team')
    await session.getByRole('button', { name: /^End: Chrome on Linux, signed in / }).click()
    await session.getByRole('button', { name: /^End this session: / }).click()
    await entry.getByText(`${ADA} is not signed in anywhere.`).waitFor()

    await ada.goto(`${product.stack.dashboard}/admin/account`)
    await ada.getByLabel('Email').fill(ADA)
    await ada.getByLabel('Password', { exact: true }).fill('another long pass 8')
    await ada.getByRole('button', { name: 'Sign In' }).click()
    await showCode(recoveryCodes[3])
    await ada.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
  })

  it('loses access as soon as her role is removed', async () => {
    await host.reload()
    const entry = host.getByRole('listitem').filter({ hasText: ADA })
    await entry.getByRole('button', { name: 'Revoke' }).click()
    await entry.getByRole('button', { name: 'Remove access' }).click()
    await entry.waitFor({ state: 'detached' })

    await ada.goto(`${product.stack.dashboard}/admin/messages`)
    await expect
      .poll(() => new URL(ada.url()).origin + new URL(ada.url()).pathname)
      .toMatch(/(:\d+\/|\/auth)$/)
  })

  it('ends a session of another browser, and keeps the current one', async () => {
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'
    const phone = await newReader(product.browser, { userAgent, reducedMotion: 'reduce' })
    const elsewhere = await openAsAdmin(product, '/admin/audit-log', 'Audit log', await phone.newPage())
    await host.goto(`${product.stack.dashboard}/admin/account`)
    const here = host.getByRole('row', { name: /^Chrome on Linux.*This session$/ })
    const there = host.getByRole('row', { name: /^Safari on iOS/ })
    await there.waitFor()
    await expectGoodLooks(host, 'the own sessions')
    expect(await here.getByRole('button').count()).toBe(0)
    await there.getByRole('button', { name: /^End: Safari on iOS, signed in / }).click()
    await there.getByRole('button', { name: /^End this session: / }).click()
    await there.waitFor({ state: 'detached' })
    expect(await here.count()).toBe(1)

    await elsewhere.reload()
    await elsewhere.getByRole('button', { name: 'Sign In' }).waitFor()
    await phone.close()
  })

  it('changes her address by a link mailed to the new one, and the old one is notified', async () => {
    await host.goto(`${product.stack.dashboard}/admin/account`)
    await host.getByLabel('New address').fill('host@example.org')
    await host.getByLabel('Your password').fill('not the password')
    await host.getByRole('button', { name: 'Change address' }).click()
    await host.getByText('Invalid credentials').waitFor()
    await host.getByLabel('Your password').fill(demoAdmin.password)
    await host.getByRole('button', { name: 'Change address' }).click()
    await host.getByText('An email is on its way to host@example.org.').waitFor()
    expect(await axeProblems(host)).toEqual([])

    // Wherever the mail is read.
    await ada.goto(await mailedLink(product, '/auth/confirm-email', 'host@example.org'))
    await ada.getByRole('button', { name: 'Use this address' }).click()
    await ada.getByText('From now on you sign in with this address.').waitFor()
    expect(await axeProblems(ada)).toEqual([])
    await host.reload()
    await host.getByText('Signed in as host@example.org').waitFor()
    await expect
      .poll(async () =>
        (await readOutbox(join(product.stack.dataDir, 'outbox')))
          .filter(({ headers }) => headers.get('to') === demoAdmin.email)
          .map(({ subject }) => subject),
      )
      .toContain('Your account is about to get another address')
    await expect
      .poll(async () =>
        (await readOutbox(join(product.stack.dataDir, 'outbox'))).map(({ subject }) => subject),
      )
      .toContain('Your account has another address now')
  })

  async function setPassword(password: string) {
    await ada.getByLabel('New password').fill(password)
    await ada.getByRole('button', { name: 'Save password' }).click()
  }

  async function showCode(code = '') {
    await ada.getByLabel('Code of your authenticator app, or a recovery code').fill(code)
    await ada.getByRole('button', { name: 'Continue' }).click()
  }

  async function signOut() {
    await ada.getByRole('button', { name: 'Sign Out' }).click()
    await ada.getByRole('heading', { name: 'Admin Access' }).waitFor()
  }
})

/** What a code shows to a camera, read off its pixels: the middle of each module, with the frame. */
async function modulesOf(picture: Locator): Promise<boolean[][]> {
  const shot = (await picture.screenshot()).toString('base64')
  const units = await picture.evaluate((svg) => (svg as SVGSVGElement).viewBox.baseVal.width)
  // The dashboard's policy takes no picture that it does not serve.
  const blank = await picture.page().context().newPage()
  const modules = await blank.evaluate(
    async ({ shot, units }) => {
      const image = new Image()
      image.src = `data:image/png;base64,${shot}`
      await image.decode()
      const canvas = new OffscreenCanvas(image.width, image.height)
      const drawing = canvas.getContext('2d')
      drawing?.drawImage(image, 0, 0)
      const scale = image.width / units
      const places = Array.from({ length: units }, (_, place) => Math.floor((place + 0.5) * scale))
      return places.map((y) => places.map((x) => (drawing?.getImageData(x, y, 1, 1).data[0] ?? 255) < 128))
    },
    { shot, units },
  )
  await blank.close()
  return modules
}
