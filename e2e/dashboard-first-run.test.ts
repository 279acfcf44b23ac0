import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { openAsAdmin } from './harness/dashboard-page.ts'
import { knownSessions, sendSession, type KnownSession } from './harness/known-sessions.ts'
import { useProduct } from './harness/use-product.ts'

const EMPTY_ACCOUNT = {
  received: 0,
  accepted: 0,
  duplicates: 0,
  rejected: {},
  pending: 0,
  oldest_pending_ms: 0,
  dead_letters: 0,
  erased: 0,
  expired: 0,
  last_reconciliation: null,
}

/** In the order of a first day: nothing yet, then a reader, then an outage. */
describe('the dashboard of a new stack', () => {
  const product = useProduct()
  let page: Page

  beforeAll(async () => {
    page = await openAsAdmin(product, '/admin/analytics', 'Analytics Dashboard')
  })

  it('says that nothing has arrived and where to begin', async () => {
    const note = page.getByRole('status').filter({ hasText: 'No event has arrived yet.' })
    await note.waitFor()
    expect(await note.getByRole('link', { name: 'the magazine' }).getAttribute('href')).toBe(
      `${product.site}/`,
    )
    await page.getByText('0 unique sessions').waitFor()
    expect(await page.getByText('could not be loaded').count()).toBe(0)
  })

  it('says where web vitals come from', async () => {
    await page.goto(`${product.stack.dashboard}/admin/web-vitals`)
    const vitals = page.getByRole('region', { name: 'Web vitals' })
    await expect.poll(() => vitals.textContent()).toContain('Open the magazine, accept cookies and go on')
    await page.goto(`${product.stack.dashboard}/admin/analytics`)
  })

  it('stops saying so once a session is counted', async () => {
    // The page has just been opened, and says it a moment later.
    const note = page.getByText('No event has arrived yet.')
    await note.waitFor()
    await sendSession(product.site, knownSessions(1)[0] as KnownSession)
    await expect.poll(() => note.count()).toBe(0)
  })

  it('says that ClickHouse is unavailable, and how many events wait for it', async () => {
    await page.route('**/api/stats/delivery', (route) =>
      route.fulfill({
        status: 503,
        json: {
          error: {
            code: 'clickhouse_unavailable',
            message: 'Away.',
            details: { ...EMPTY_ACCOUNT, received: 1_234, accepted: 1_234, pending: 1_234 },
          },
        },
      }),
    )
    await page.reload()
    const note = page.getByRole('alert').filter({ hasText: 'ClickHouse is unavailable' })
    await note.waitFor()
    expect(await note.textContent()).toContain('1,234 so far')
    await page.getByRole('link', { name: 'Audience' }).click()
    await note.waitFor({ state: 'detached' })
  })
})
