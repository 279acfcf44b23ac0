import type { Page } from 'playwright-core'
import { enterRoom } from './enter-room.ts'
import { ExploreRoom } from './explore-room.ts'
import { knownVisits, sendVisit } from './known-visits.ts'
import { untilStored } from './until-stored.ts'
import type { Product } from './use-product.ts'

/** What is expected is counted from them, in plain TypeScript. */
export const VISITS = knownVisits(60)

/** The view that has all of them. */
export const WEEK = 'period=7d&compare=off'

/** Sends the visits, and has the administrator enter the room where they are explored. */
export async function exploreVisits(product: Product): Promise<{ page: Page; room: ExploreRoom }> {
  for (const visit of VISITS) await sendVisit(product.site, visit)
  await untilStored(product.site)
  const page = await enterRoom(product, '/admin/explore', 'Explore')
  return { page, room: new ExploreRoom(page, product.stack.dashboard) }
}
