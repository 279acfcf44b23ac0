import { NetworkName } from '@half-measure/shared/stats/affiliate-commission.ts'
import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { AdminEnv } from '../http/require-admin.ts'
import { adminGuards, readQuery } from '../people/admin-requests.ts'
import { affiliateReport } from '../stats/affiliate/affiliate-report.ts'
import { readCommissions } from '../stats/affiliate/commission-file.ts'
import type { CommissionStore } from '../stats/affiliate/commission-store.ts'
import type { AskRows } from '../stats/ask-rows.ts'

/** A file of commissions: some fifty thousand of them. */
const MAX_FILE_BYTES = 16 * 1024 * 1024

const ImportQuery = z.object({ network: NetworkName })

/** What affiliate links bring, for administrators, to be mounted at `/api/stats/affiliate`. */
export function affiliateStatsRoutes(
  ask: AskRows,
  store: CommissionStore,
  articles: readonly ListedArticle[],
  requireAdmin: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  return new Hono<AdminEnv>()
    .get('/', requireAdmin, ...adminGuards(), async (c) =>
      c.json(await affiliateReport(ask, store, readQuery(c, StatsRange), articles, c.req.raw.signal)),
    )
    .post('/commissions', requireAdmin, ...adminGuards(MAX_FILE_BYTES), async (c) => {
      const { network } = readQuery(c, ImportQuery)
      const commissions = await readCommissions(c.req.raw.body ?? new Blob([]).stream())
      return c.json(await store.import(network, commissions))
    })
}
