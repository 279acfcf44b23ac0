import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { SIGNED_IN_COOKIE } from '@half-measure/shared/auth/session.ts'
import { demoAdmin } from '@half-measure/shared/publication.ts'
import { launchWithBackForwardCache } from './harness/browser.ts'
import { openAsAdmin, openDashboard, signInAsDemo } from './harness/dashboard-page.ts'
import { untilLoaded } from './harness/until.ts'
import { useProduct } from './harness/use-product.ts'

/** Where a password goes; every page asks the same address first whether there is a session. */
const SIGN_IN = /\/api\/auth\/token\?grant_type=password$/

describe('the sign-in page of the demonstration', () => {
  const product = useProduct()

  it('is prefilled, and one click leads to the figures', async () => {
    const page = await open('/auth')
    await page.getByRole('heading', { name: 'Admin Access' }).waitFor()
    await page.getByText('Sign in to access analytics dashboard').waitFor()
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(demoAdmin.email)
    expect(await page.getByLabel('Password').inputValue()).toBe(demoAdmin.password)
    await signInAsDemo(page)
    await page.waitForURL('**/admin/analytics')
    // Who is signed in has nothing to do here.
    for (const path of ['/auth', '/', '/admin']) {
      await page.goto(product.stack.dashboard + path)
      await page.waitForURL('**/admin/analytics')
    }
    await close(page)
  })

  it('is left alone by the demonstration once somebody is about to type', async () => {
    const page = await openDashboard(product)
    const responded = Promise.withResolvers<void>()
    await page.route('**/api/auth/demo-credentials', async (route) => {
      await responded.promise
      await route.continue()
    })
    await page.goto(`${product.stack.dashboard}/auth`)
    await page.getByLabel('Email').focus()
    responded.resolve()
    await page.getByRole('button', { name: 'Sign In', disabled: false }).waitFor()
    await page.keyboard.insertText('nobody@example.org')
    expect(await page.getByLabel('Email').inputValue()).toBe('nobody@example.org')
    expect(await page.getByLabel('Password').inputValue()).toBe('')
    await close(page)
  })

  it('shows the form, and the dashboard afterwards, although the cookie that hints at a session is out of date', async () => {
    const page = await openDashboard(product)
    await page.context().addCookies([{ name: SIGNED_IN_COOKIE, value: '1', url: product.stack.dashboard }])
    await page.goto(`${product.stack.dashboard}/auth?next=%2Fadmin%2Fteam`)
    await signInAsDemo(page)
    await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/admin/team')
    await close(page)
  })

  it('shows the form where the session cannot be refreshed, even if its cookies stay', async () => {
    const page = await openAsAdmin(product, '/admin/messages', 'Messages')
    await page.route('**/api/auth/token?grant_type=refresh_token', (route) =>
      route.fulfill({
        status: 429,
        json: { error: { code: 'too_many_requests', message: 'Too many requests. Please wait.' } },
      }),
    )
    await page.goto(`${product.stack.dashboard}/admin/team`)
    await page.getByRole('heading', { name: 'Admin Access' }).waitFor()
    await page.getByRole('button', { name: 'Sign In', disabled: false }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/auth')
    await page.unroute('**/api/auth/token?grant_type=refresh_token')
    await page.reload()
    await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor()
    await close(page)
  })

  it('says so where its script cannot be loaded', async () => {
    const page = await openDashboard(product)
    await page.route('**/assets/page-*.js', (route) => route.abort())
    await page.goto(`${product.stack.dashboard}/auth`)
    await expect.poll(() => page.getByRole('alert').innerText()).toContain('could not be loaded completely')
    expect(await page.getByRole('button', { name: 'Sign In' }).isDisabled()).toBe(true)
    await close(page)
  })

  it('says so where the browser blocks cookies', async () => {
    const page = await openDashboard(product)
    await page.addInitScript(() => Object.defineProperty(document, 'cookie', { get: () => '' }))
    await page.goto(`${product.stack.dashboard}/auth`)
    await signInAsDemo(page)
    await expect.poll(() => page.getByRole('alert').innerText()).toContain('blocks cookies')
    expect(new URL(page.url()).pathname).toBe('/auth')
    await close(page)
  })

  it('shows the same red alert for a wrong password and an unknown address, and keeps the input', async () => {
    const page = await open('/auth')
    const messages: (string | null)[] = []
    for (const email of [demoAdmin.email, 'nobody@halfmeasure.test']) {
      // The alert of the first attempt is there until the second one begins.
      const refused = page.waitForResponse(SIGN_IN)
      await signIn(page, { email, password: 'not the password' })
      await refused
      await page.getByRole('alert').waitFor()
      messages.push(await page.getByRole('alert').textContent())
      expect(await page.getByLabel('Email').inputValue()).toBe(email)
    }
    expect(messages).toEqual(['Invalid credentials', 'Invalid credentials'])
    expect(new URL(page.url()).pathname).toBe('/auth')
    await close(page)
  })

  it('cannot be submitted twice while the request is pending', async () => {
    const page = await open('/auth')
    const { promise: isSeen, resolve: respond } = Promise.withResolvers<void>()
    await page.route(SIGN_IN, async (route) => {
      await isSeen
      await route.continue()
    })
    await signInAsDemo(page)
    const busy = page.getByRole('button', { name: 'Signing In...' })
    await busy.waitFor()
    expect(await busy.isDisabled()).toBe(true)
    respond()
    await page.waitForURL('**/admin/analytics')
    await close(page)
  })

  it('comes before every page, and leads back to the requested one', async () => {
    const page = await open('/admin/subscribers?state=pending')
    await signInAsDemo(page)
    await page.waitForURL('**/admin/subscribers?state=pending')
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('Subscribers')
    await close(page)
  })

  it.each(['/auth', '/no-such-page'])(
    '%s has the magazine’s footer, whose form signs up a subscriber',
    async (path) => {
      const page = await open(path)
      await page.getByRole('banner').getByRole('link', { name: 'Stories' }).waitFor()
      const footer = page.getByRole('contentinfo')
      expect(await footer.locator('a[href^="mailto:"]').count()).toBe(3)
      await footer.getByLabel('Send it to').fill('ada@example.org')
      await footer.getByRole('button', { name: 'Subscribe' }).click()
      await expect.poll(() => footer.getByRole('status').innerText()).toContain('Nearly there')
      await close(page)
    },
  )

  it('leads an account without a role to the magazine', async () => {
    const page = await open('/auth')
    const reader = { email: 'reader@example.org', password: 'a good long pass 7' }
    const made = await fetch(`${product.stack.dashboard}/api/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(reader),
    })
    expect(made.status).toBe(200)
    await signIn(page, reader)
    await page.waitForURL(`${product.stack.site}/`)
    await close(page)
  })

  it('shows tooltips after 700 ms, and at once within 300 ms of the last one', async () => {
    const page = await open('/admin/explore')
    // Before anything notes a time: the clock's own begins at nought.
    await page.clock.install()
    await signInAsDemo(page)
    await page.locator('main .figure[title]').first().waitFor()
    // What is still on its way would move the figure, and would never come: its timers stop with the clock.
    await page.getByText('No event has arrived yet.').waitFor()
    await untilLoaded(page)
    await page.clock.pauseAt(Date.now() + 10_000)
    const figure = page.locator('main .figure[title]').first()
    const exact = await figure.getAttribute('title')
    const box = await figure.boundingBox()
    const tooltip = page.locator('.tooltip')
    // The browser handles a move when it draws next.
    const isOver = () => page.locator('main .figure[aria-description]').count()
    const leave = async () => {
      await page.mouse.move(0, 0)
      await expect.poll(isOver).toBe(0)
    }
    const enter = async () => {
      await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5)
      await expect.poll(isOver).toBe(1)
    }
    await leave()
    // The pointer was left where the sign-in button had been: a tooltip may have been open there.
    await page.clock.runFor(400)
    await enter()
    await page.clock.runFor(650)
    expect(await tooltip.isVisible()).toBe(false)
    await page.clock.runFor(100)
    expect(await tooltip.innerText()).toBe(exact)
    for (const [awayMs, isAtOnce] of [
      [200, true],
      [400, false],
    ] as const) {
      await leave()
      expect(await tooltip.isVisible()).toBe(false)
      await page.clock.runFor(awayMs)
      await enter()
      await page.clock.runFor(10)
      expect(await tooltip.isVisible()).toBe(isAtOnce)
    }
    await close(page)
  })

  it('appears in an open tab after its session is ended elsewhere', async () => {
    const page = await open('/admin/messages')
    await signInAsDemo(page)
    await page.getByRole('heading', { name: 'Messages', level: 1 }).waitFor()
    const other = await open('/admin/account')
    await signInAsDemo(other)
    await other.getByRole('button', { name: 'Sign out elsewhere' }).click()
    await other.getByRole('button', { name: 'End the other sessions' }).click()
    // The button itself is gone while it asks for confirmation.
    await other
      .getByRole('button', { name: /^End: / })
      .first()
      .waitFor({ state: 'detached' })

    // Its next request is refused.
    await page.getByRole('link', { name: 'Subscribers' }).click()
    await page.getByRole('heading', { name: 'Admin Access' }).waitFor()
    expect(await page.getByRole('link', { name: 'Subscribers' }).count()).toBe(0)
    await Promise.all([close(page), close(other)])
  })

  it('appears in every tab of a browser after signing out of one', async () => {
    const page = await open('/admin/messages')
    await signInAsDemo(page)
    await page.getByRole('heading', { name: 'Messages', level: 1 }).waitFor()
    const other = await page.context().newPage()
    await other.goto(`${product.stack.dashboard}/admin/account`)
    await other.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
    await other.getByRole('button', { name: 'Sign Out', exact: true }).click()
    await page.getByRole('heading', { name: 'Admin Access' }).waitFor()
    expect(await page.getByRole('link', { name: 'Messages' }).count()).toBe(0)
    await close(page)
  })

  it('leaves nothing for the back button after signing out', async () => {
    const keeping = await launchWithBackForwardCache()
    try {
      const page = await openDashboard({ browser: keeping })
      await openAsAdmin(product, '/admin/messages', 'Messages', page)
      await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
      await page.waitForURL('**/auth')
      await page.getByRole('heading', { name: 'Admin Access' }).waitFor()
      await page.evaluate(() => history.back())
      await page.waitForURL('**/auth?next=%2Fadmin%2Fmessages')
      await page.getByRole('heading', { name: 'Admin Access' }).waitFor()
      expect(await page.getByRole('link', { name: 'Messages' }).count()).toBe(0)
    } finally {
      await keeping.close()
    }
  })

  /** In a clean profile. */
  async function open(path: string): Promise<Page> {
    const page = await openDashboard(product)
    await page.goto(product.stack.dashboard + path)
    return page
  }

  const close = (page: Page) => page.context().close()
})

describe('the sign-in page outside the demonstration', () => {
  const own = { email: 'owner@example.org', password: 'a good long pass 7' }
  const product = useProduct(async () => ({ env: { ADMIN_EMAIL: own.email, ADMIN_PASSWORD: own.password } }))

  it('is empty, and no password is prefilled', async () => {
    const { dashboard } = product.stack
    const page = await openDashboard(product)
    await page.goto(`${dashboard}/auth`)
    await page.getByRole('heading', { name: 'Admin Access' }).waitFor()
    const response = await page.request.get(`${dashboard}/api/auth/demo-credentials`)
    expect(response.status()).toBe(404)
    expect(await page.getByLabel('Email').inputValue()).toBe('')
    expect(await page.getByLabel('Password').inputValue()).toBe('')
    const refused = await page.request.post(`${dashboard}/api/auth/signup`, {
      data: { email: 'reader@example.org', password: own.password },
      headers: { origin: dashboard },
    })
    expect(refused.status()).toBe(422)
    await signIn(page, own)
    await page.waitForURL('**/admin/analytics')
  })
})

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}
