import { expect, it } from 'vitest'
import { openAsAdmin } from './harness/dashboard-page.ts'
import { useSharedProduct } from './harness/use-product.ts'

const product = useSharedProduct()

it('a page whose script a newer version has replaced says so, and is fetched with that version', async () => {
  const page = await openAsAdmin(product, '/admin/goals', 'Goals')
  const script = /\/assets\/TeamPage-/
  await page.route(script, (route) => route.fulfill({ status: 404, body: 'There is no such file.' }))
  await page.getByRole('link', { name: 'Team' }).click()
  const message = page.getByRole('alert')
  await expect.poll(() => message.textContent()).toContain('The dashboard may have been updated')
  await page.unroute(script)
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor()
  await page.context().close()
})
