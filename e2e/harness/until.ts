import type { Page, Request } from 'playwright-core'
import { expect, vi } from 'vitest'
import { z } from 'zod'

/** Resolves once nothing on the page loads: what loads later moves what is below it, also under a click. */
export async function untilLoaded(page: Page): Promise<void> {
  // Before there is a page, nothing loads either.
  await page.getByRole('main').waitFor()
  // A part whose scripts are on their way has a skeleton, and is not busy yet.
  await expect.poll(() => page.locator('main [aria-busy="true"], main .skeleton').count()).toBe(0)
}

/** The addresses of the page's requests that are under way, of those made from now on. */
export function requestsUnderWay(page: Page): () => string[] {
  const underWay = new Set<Request>()
  page.on('request', (request) => underWay.add(request))
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  return () => [...underWay].map((request) => request.url())
}

const Health = z.object({ spool: z.object({ pending_rows: z.int() }) })

/** Resolves when everything that was accepted is in the figures. @param site its origin. */
export async function untilStored(site: string): Promise<void> {
  const untilNothingIsPending = async () => {
    const response = await fetch(`${site}/api/health`)
    expect(Health.parse(await response.json()).spool.pending_rows).toBe(0)
  }
  // Not `expect.poll`, which works in tests only.
  await vi.waitFor(untilNothingIsPending, { timeout: 60_000, interval: 100 })
}
