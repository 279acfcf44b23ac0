import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { demoAdmin } from '@half-measure/shared/publication.ts'
import { freePorts } from '../collector/test/faults/harness/free-ports.ts'
import { client, openProvider, type TestProvider } from '../collector/test/openid-provider.ts'
import { openDashboard, signInAsDemo } from './harness/dashboard-page.ts'
import { expectGoodLooks } from './harness/looks.ts'
import { mailedLink } from './harness/mailed-link.ts'
import { useProduct } from './harness/use-product.ts'

const ADA = 'ada@example.org'

/** The tests tell one story, in order. */
describe('single sign-on', () => {
  let provider: TestProvider
  const product = useProduct(async () => {
    const ports = await freePorts(2)
    // It warns of what it is not meant for.
    vi.spyOn(console, 'warn').mockReturnValue()
    provider = await openProvider(`http://localhost:${ports[1]}/api/auth/oidc/callback`)
    provider.people.set('owner', { email: demoAdmin.email, email_verified: true })
    provider.people.set('ada', { email: ADA, email_verified: true })
    provider.people.set('eve', { email: 'eve@elsewhere.test', email_verified: true })
    const env = {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      OIDC_NAME: 'Brewery ID',
    }
    return { env, ports }
  })
  let owner: Page

  beforeAll(async () => {
    owner = await openDashboard(product)
  })
  afterAll(() => provider.close())

  it('is offered on the sign-in page', async () => {
    await owner.goto(`${product.stack.dashboard}/auth`)
    await owner.getByRole('link', { name: 'Sign in with Brewery ID' }).waitFor()
    await expectGoodLooks(owner, 'the sign-in page')
  })

  it('leads an administrator to the provider, and back to the requested page', async () => {
    provider.forge({ claims: { auth_time: Math.floor(Date.now() / 1_000) - 3_600 } })
    await owner.goto(`${product.stack.dashboard}/admin/subscribers?state=pending`)
    await signIn(owner, 'owner')
    await owner.waitForURL('**/admin/subscribers?state=pending')
    await owner.getByRole('heading', { name: 'Subscribers', level: 1 }).waitFor()
    await owner.goto(`${product.stack.dashboard}/admin/account`)
    await owner.getByText(provider.issuer).waitFor()
    await expect.poll(() => owner.getByRole('cell', { name: 'single sign-on' }).count()).toBe(1)
  })

  it('re-authenticates an administrator at the provider', async () => {
    await owner.getByRole('link', { name: 'Team' }).click()
    await invite()
    const dialog = owner.getByRole('dialog', { name: 'Confirm it is you' })
    await dialog.getByRole('link', { name: 'Confirm with Brewery ID' }).click()
    provider.forge(undefined)
    await signInAtProvider(owner, 'owner')
    await owner.waitForURL('**/admin/team')
    await invite()
    await owner.getByText(`${ADA} is invited.`).waitFor()
    expect(await dialog.count()).toBe(0)
  })

  it('accepts an invitation, without a password', async () => {
    const ada = await openDashboard(product)
    await ada.goto(await mailedLink(product, '/auth/invite', ADA))
    await signIn(ada, 'ada')
    await ada.waitForURL('**/admin/analytics')
    await ada.getByText(`Signed in as ${ADA}`).waitFor()
    expect(await ada.getByRole('link', { name: 'Analytics' }).count()).toBeGreaterThan(0)
    await ada.context().close()
  })

  it('tells a stranger, and anyone who cancels, what to do', async () => {
    const eve = await openDashboard(product)
    await eve.goto(`${product.stack.dashboard}/admin/team`)
    await signIn(eve, 'eve')
    await expect.poll(() => messageOf(eve)).toContain('Ask an owner to invite it.')
    // The address keeps no failure, and where it leads.
    expect(eve.url()).toBe(`${product.stack.dashboard}/auth?next=%2Fadmin%2Fteam`)
    await eve.context().clearCookies()
    await eve.getByRole('link', { name: 'Sign in with Brewery ID' }).click()
    await eve.getByRole('link', { name: /cancel/i }).click()
    await expect.poll(() => messageOf(eve)).toContain('Brewery ID did not sign you in')
    await eve.context().close()
  })

  it('is optional: if the provider does not respond, the page says so and the password works', async () => {
    const page = await openDashboard(product)
    await page.goto(`${product.stack.dashboard}/auth?failure=unavailable`)
    await expect.poll(() => messageOf(page)).toContain('Brewery ID did not respond')
    await signInAsDemo(page)
    await page.waitForURL('**/admin/analytics')
    await page.context().close()
  })

  it('is removed under Account, after a sign-in with the password', async () => {
    const removeLink = async (page: Page) => {
      await page.goto(`${product.stack.dashboard}/admin/account`)
      await page.getByRole('button', { name: `Remove: ${provider.issuer}` }).click()
      await page.getByRole('button', { name: `Remove this link: ${provider.issuer}` }).click()
    }
    await removeLink(owner)
    await expect.poll(() => messageOf(owner)).toContain('sign in with your password or a passkey')
    const page = await openDashboard(product)
    await page.goto(`${product.stack.dashboard}/auth`)
    await signInAsDemo(page)
    await page.waitForURL('**/admin/analytics')
    await removeLink(page)
    await page.getByText('Not linked.').waitFor()
    await page.context().close()
  })

  async function invite(): Promise<void> {
    await owner.getByRole('heading', { name: 'Team', level: 1 }).waitFor()
    await owner.getByLabel('Email').fill(ADA)
    await owner.getByRole('button', { name: 'Invite', exact: true }).click()
  }
})

async function signIn(page: Page, subject: string): Promise<void> {
  await page.getByRole('link', { name: /^Sign in with Brewery ID/ }).click()
  await signInAtProvider(page, subject)
}

/** On the provider's page. */
async function signInAtProvider(page: Page, subject: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(subject)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
}

function messageOf(page: Page): Promise<string | null> {
  return page
    .getByRole('alert')
    .textContent({ timeout: 1_000 })
    .catch(() => null)
}
