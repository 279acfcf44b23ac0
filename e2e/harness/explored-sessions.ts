import type { Page } from 'playwright-core'
import { openAsAdmin } from './dashboard-page.ts'
import { ExplorePage } from './explore-page.ts'
import { knownSessions, sendSession } from './known-sessions.ts'
import { untilStored } from './until.ts'
import type { Product } from './use-product.ts'

/** What is expected is counted from them, in plain TypeScript. */
export const SESSIONS = knownSessions(60)

/** The view that has all of them. */
export const WEEK = 'period=7d&compare=off'

/** Sends the sessions, and opens the Explore page. */
export async function exploreSessions(product: Product): Promise<{ page: Page; explore: ExplorePage }> {
  for (const session of SESSIONS) await sendSession(product.site, session)
  await untilStored(product.site)
  const page = await openAsAdmin(product, '/admin/explore', 'Explore')
  return { page, explore: new ExplorePage(page, product.stack.dashboard) }
}
