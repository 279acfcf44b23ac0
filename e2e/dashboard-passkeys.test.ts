import type { CDPSession, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { demoAdmin } from '@half-measure/shared/publication.ts'
import { axeProblems } from './harness/axe-problems.ts'
import { openAsAdmin, openDashboard, signInAsDemo } from './harness/dashboard-page.ts'
import { expectGoodLooks } from './harness/looks.ts'
import { requireProof } from './harness/require-proof.ts'
import { useProduct } from './harness/use-product.ts'

/** Chromium's own authenticator for tests stands for the device's. The tests tell one story, in order. */
describe('passkeys', () => {
  const product = useProduct()
  let page: Page
  let device: Device

  beforeAll(async () => {
    page = await openDashboard(product)
    device = await addDevice(page)
    await openAsAdmin(product, '/admin/account', 'Account', page)
  })

  it('are added on the account page, the first with recovery codes', async () => {
    await panel().getByText('None. A passkey opens this account').waitFor()
    await panel().getByRole('button', { name: 'Add a passkey' }).click()
    await panel().getByText('The passkey is added.').waitFor()
    await panel().getByText('Keep these recovery codes somewhere safe.').waitFor()
    await entries().filter({ hasText: 'not used yet' }).waitFor()
    // Named after the machine.
    expect(await entries().locator('.entry-name').innerText()).toMatch(/^(?:Linux|Mac|Windows)$/)
    await expectGoodLooks(page, 'the account page')
  })

  it('are not added twice to one device, nor without its owner', async () => {
    await panel().getByRole('button', { name: 'Add a passkey' }).click()
    await panel().getByText('This device already has a passkey for this account.').waitFor()
    await device.set({ isUserVerified: false })
    await panel().getByLabel('Name of the passkey').fill('Desk')
    await panel().getByRole('button', { name: 'Add a passkey' }).click()
    await panel().getByText('No passkey was used: the request was cancelled or took too long.').waitFor()
    expect(await panel().getByLabel('Name of the passkey').inputValue()).toBe('Desk')
    await device.set({ isUserVerified: true })
  })

  it('sign in without a password, by a button that says what went wrong', async () => {
    await device.set({ isPresent: false })
    await signOut()
    expect(await axeProblems(page)).toEqual([])
    await device.set({ isPresent: true, isUserVerified: false })
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('alert').getByText('No passkey was used').waitFor()
    await device.set({ isUserVerified: true })
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByText(`Signed in as ${demoAdmin.email}`).waitFor()
    expect(new URL(page.url()).pathname).toBe('/admin/analytics')
    await page.goto(`${product.stack.dashboard}/admin/account`)
    await page.getByRole('row').filter({ hasText: 'This session' }).filter({ hasText: 'passkey' }).waitFor()
    await entries().filter({ hasText: 'last used' }).waitFor()
  })

  it('sign in from the suggestions of the address field', async () => {
    // The authenticator chooses it as soon as it is offered.
    const chosen = page.waitForResponse((response) => response.url().endsWith('/token?grant_type=passkey'))
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
    expect((await chosen).status()).toBe(200)
    await page.waitForURL('**/admin/analytics')
  })

  it('are the second factor after the password', async () => {
    await device.set({ isPresent: false })
    await signOut()
    await signInAsDemo(page)
    // The sign-in page has such a button too.
    await page.getByRole('heading', { name: 'One more step' }).waitFor()
    const passkey = page.getByRole('button', { name: 'Use a passkey' })
    await passkey.waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.getByLabel('Recovery code').fill('not a code')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('The code is wrong').waitFor()
    await device.set({ isPresent: true, isUserVerified: false })
    await passkey.click()
    await page.getByText('No passkey was used').waitFor()
    await device.set({ isUserVerified: true })
    await passkey.click()
    await page.waitForURL('**/admin/analytics')
  })

  it('re-authenticate once the sign-in is a while ago', async () => {
    await page.goto(`${product.stack.dashboard}/admin/account`)
    await requireProof(page)
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm it is you' })
    const passkey = dialog.getByRole('button', { name: 'Use a passkey' })
    expect(await passkey.evaluate((button) => button === document.activeElement)).toBe(true)
    await expectGoodLooks(page, 'the dialog')
    await passkey.click()
    await page.getByText('Scan this picture').waitFor()
    expect(await dialog.count()).toBe(0)
  })

  it('do not sign in once removed', async () => {
    await page.reload()
    await entries().getByRole('button', { name: 'Remove' }).click()
    await entries().getByRole('button', { name: 'Remove for good' }).click()
    await panel().getByText('None. A passkey opens this account').waitFor()
    await page.getByText(/They come with the first second factor/).waitFor()
    await device.set({ isPresent: false })
    await signOut()
    await device.set({ isPresent: true })
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByText('This passkey is not registered, or was removed.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/auth')
    await signInAsDemo(page)
    await page.waitForURL('**/admin/analytics')
  })

  it('satisfy a required second factor', async () => {
    await page.goto(`${product.stack.dashboard}/admin/team`)
    // Leaving the page earlier would cancel the request.
    const required = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await page.getByRole('button', { name: 'Require second factor' }).click()
    expect((await required).ok()).toBe(true)
    await page.goto(`${product.stack.dashboard}/admin/messages`)
    await page.getByRole('heading', { name: 'One more step' }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.getByLabel('Name of the passkey').fill('Desk')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('Keep these recovery codes somewhere safe.').waitFor()
    expect(await page.getByRole('button', { name: 'Set up an authenticator app' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Messages', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Settings' }).click()
    await entries().filter({ hasText: 'Desk' }).getByRole('button', { name: 'Remove' }).click()
    await entries().getByRole('button', { name: 'Remove for good' }).click()
    await panel().getByText('None. A passkey opens this account').waitFor()
    await page.goto(`${product.stack.dashboard}/admin/team`)
    await page.getByRole('button', { name: 'Make second factor optional' }).click()
    await page.getByRole('button', { name: 'Require second factor' }).waitFor()
  })

  it('work only at the configured address of the dashboard', async () => {
    const elsewhere = await openDashboard(product)
    // The button is pressed while the script that offers passkeys in the field still loads; both then call the browser.
    let load = () => {}
    const isPressed = new Promise<void>((resolve) => (load = resolve))
    await elsewhere.route('**/assets/esm-*.js', async (route) => {
      await isPressed
      await route.continue()
    })
    const options = () => elsewhere.waitForResponse('**/passkeys/sign-in-options')
    const offered = options()
    await elsewhere.goto(`${product.stack.dashboard.replace('localhost', '127.0.0.1')}/auth`)
    await offered
    const requested = options()
    await elsewhere.getByRole('button', { name: 'Use a passkey' }).click()
    await requested
    load()
    expect(await elsewhere.getByRole('alert').innerText()).toBe(
      'Passkeys work at localhost only. Please open the dashboard there.',
    )
    await elsewhere.context().close()
  })

  it('are not offered in a browser without them', async () => {
    const old = await openDashboard(product)
    await old.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'))
    await openAsAdmin(product, '/admin/account', 'Account', old)
    await old
      .getByText('This browser offers no passkeys at this address: they need https or localhost.')
      .waitFor()
    expect(await old.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0)
    await old.getByRole('button', { name: 'Sign Out', exact: true }).click()
    // The page has the button, disabled, until its script is there.
    await old.getByRole('button', { name: 'Sign In', disabled: false }).waitFor()
    await expect.poll(() => old.getByRole('button', { name: 'Use a passkey' }).count()).toBe(0)
    await old.context().close()
  })

  const panel = () => page.getByRole('region', { name: 'Passkeys' })
  const entries = () =>
    panel()
      .getByRole('listitem')
      .filter({ has: page.getByRole('button') })

  async function signOut() {
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
    await page.getByRole('heading', { name: 'Admin Access' }).waitFor()
  }
})

interface Device {
  /** Whether its owner touches it when prompted, and whether it recognises them. */
  set(owner: { isPresent?: boolean; isUserVerified?: boolean }): Promise<void>
}

/** A device that keeps passkeys itself and verifies its owner. */
async function addDevice(page: Page): Promise<Device> {
  const devtools: CDPSession = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    async set({ isPresent, isUserVerified }) {
      if (isPresent !== undefined) {
        await devtools.send('WebAuthn.setAutomaticPresenceSimulation', {
          authenticatorId,
          enabled: isPresent,
        })
      }
      if (isUserVerified !== undefined) {
        await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
      }
    },
  }
}
