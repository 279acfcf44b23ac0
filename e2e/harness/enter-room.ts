import type { Browser, Page } from 'playwright-core'
import { newReader } from './browser.ts'
import type { Stack } from './stack.ts'

/** For what a person waits for on a machine that is shared and noisy, in ms. */
const PATIENCE_MS = 20_000

/** Where the product runs, and what looks at it. */
interface Entered {
  readonly stack: Pick<Stack, 'dashboard'>
  readonly browser: Browser
}

/** A page of somebody who has not signed in. */
export async function openDashboard({ browser }: Pick<Entered, 'browser'>): Promise<Page> {
  const page = await (await newReader(browser, { reducedMotion: 'reduce' })).newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  return page
}

/**
 * Has the administrator of the demonstration, whose address and password are filled in already, sign in on the way to
 * a room.
 *
 * @param heading of the room.
 * @param page where somebody is about to sign in; a new one unless given.
 */
export async function enterRoom(
  { stack, browser }: Entered,
  path: string,
  heading: string,
  page?: Page,
): Promise<Page> {
  const entered = page ?? (await openDashboard({ browser }))
  await entered.goto(`${stack.dashboard}${path}`)
  await entered.getByRole('button', { name: 'Sign In' }).click()
  await entered.getByRole('heading', { name: heading, level: 1 }).waitFor()
  return entered
}
