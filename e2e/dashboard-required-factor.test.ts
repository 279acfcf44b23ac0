import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { fromBase32 } from '../collector/test/postgres/factor-client.ts'
import { totpCode } from '../collector/src/identity/second-factors/totp.ts'
import { openDashboard, signInAsDemo } from './harness/dashboard-page.ts'
import { expectGoodLooks } from './harness/looks.ts'
import { useProduct } from './harness/use-product.ts'

/** As an installation on a public address does. The tests tell one story, in order. */
describe('a second factor that the configuration requires', () => {
  const product = useProduct(() => Promise.resolve({ env: { REQUIRE_SECOND_FACTOR: 'true' } }))
  let page: Page

  beforeAll(async () => {
    page = await openDashboard(product)
  })

  it('is set up with the first sign-in, before anything else opens', async () => {
    await page.goto(`${product.stack.dashboard}/admin/team`)
    await signInAsDemo(page)
    await page.waitForURL('**/auth/second-factor*')
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
    const secret = (await page.locator('.secret').innerText()).replaceAll(/\s/g, '')
    await page.getByLabel('Code that the app shows').fill(totpCode(fromBase32(secret), new Date()))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('recovery codes somewhere safe').waitFor()
    expect(await page.locator('.codes li').count()).toBe(10)
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor()
  })

  it('cannot be switched off on the Team page, which says so', async () => {
    await page.getByText('The configuration requires a second factor of everybody.').waitFor()
    expect(await page.getByRole('button', { name: /second factor/ }).count()).toBe(0)
    await expectGoodLooks(page, 'the team')
  })
})
