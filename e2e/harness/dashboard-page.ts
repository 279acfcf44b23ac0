import type { Browser, Page } from 'playwright-core'
import { newReader } from './browser.ts'
import type { Stack } from './stack.ts'

/** Where the product runs, and what looks at it. */
interface Running {
  readonly stack: Pick<Stack, 'dashboard'>
  readonly browser: Browser
}

/** A blank page of a browser in which nobody has signed in. */
export async function openDashboard({ browser }: Pick<Running, 'browser'>): Promise<Page> {
  return (await newReader(browser, { reducedMotion: 'reduce' })).newPage()
}

/** On the sign-in page: signs in as the demonstration's administrator, whose address and password are filled in. */
export async function signInAsDemo(page: Page): Promise<void> {
  // On a slow machine the button does not wait for them.
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name="password"]')?.value)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/**
 * Opens a page of the dashboard and signs in as the demonstration's administrator.
 *
 * @param heading of the page.
 * @param page where to open it; a new one unless given.
 */
export async function openAsAdmin(
  { stack, browser }: Running,
  path: string,
  heading: string,
  page?: Page,
): Promise<Page> {
  const opened = page ?? (await openDashboard({ browser }))
  await opened.goto(`${stack.dashboard}${path}`)
  await signInAsDemo(opened)
  await opened.getByRole('heading', { name: heading, level: 1 }).waitFor()
  return opened
}
