import { SESSION_KEY } from '@half-measure/shared/domain/consent.ts'
import { describe, expect, it } from 'vitest'
import { axeProblems } from './harness/axe-problems.ts'
import { newReader } from './harness/browser.ts'
import { useSharedProduct } from './harness/use-product.ts'

describe('the magazine in a low window', () => {
  const product = useSharedProduct()

  it('the offer to erase is a stop of the keyboard only while it has to be scrolled', async () => {
    const viewport = { width: 320, height: 320 }
    const page = await (await newReader(product.browser, { viewport, reducedMotion: 'reduce' })).newPage()
    // No popup there.
    await page.goto(`${product.site}/terms`)
    await page.getByRole('button', { name: 'Accept Cookies' }).click()
    // Without a session there is nothing to erase.
    await page.waitForFunction((key) => sessionStorage.getItem(key), SESSION_KEY)
    await page.getByRole('button', { name: 'Cookie settings' }).click()
    const offer = page.getByText('We have stopped counting.')
    await offer.waitFor()
    const isStop = () => offer.evaluate((element: HTMLElement) => element.tabIndex === 0)
    await expect.poll(isStop).toBe(true)
    expect(await axeProblems(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 844 })
    await expect.poll(isStop).toBe(false)
    await page.context().close()
  })
})
