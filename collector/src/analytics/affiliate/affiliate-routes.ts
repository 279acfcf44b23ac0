import { type CommissionNetworks, NetworkName } from '@half-measure/shared/stats/affiliate-commission.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { adminGuards } from '../../platform/http/guards.ts'
import { readQuery } from '../../platform/http/read-request.ts'
import type { AdminEnv } from '../../identity/require-admin.ts'
import { affiliateReport } from './affiliate-report.ts'
import { readCommissions } from './commission-file.ts'
import type { CommissionStore } from './commission-store.ts'
import { comparedReport } from '../compared-report.ts'
import { oneImportAtATime } from '../one-import-at-a-time.ts'
import { readReportScope, within, type ReportSources } from '../report-scope.ts'

/** Enough for a file of about 50,000 commissions. */
const MAX_FILE_BYTES = 16 * 1024 * 1024

const ImportQuery = z.object({ network: NetworkName })
const DeletionQuery = ImportQuery.extend({
  /** Purchases before this day. */
  before: z.iso.date({ error: 'a day such as 2026-11-20' }).optional(),
})

/** Affiliate statistics, for administrators and for tokens within their rules; mounted at `/api/stats/affiliate`. */
export function affiliateStatsRoutes(
  read: ReportSources,
  store: CommissionStore,
  requireCaller: MiddlewareHandler<AdminEnv>,
  now: () => Date = () => new Date(),
): Hono<AdminEnv> {
  return new Hono<AdminEnv>()
    .get('/', requireCaller, ...adminGuards(), async (c) =>
      c.json(
        await comparedReport(read, readReportScope(c), Date.now(), (scope) =>
          affiliateReport(within(read, c.req.raw.signal), store, scope),
        ),
      ),
    )
    .post('/commissions', requireCaller, oneImportAtATime(), ...adminGuards(MAX_FILE_BYTES), async (c) => {
      const { network } = readQuery(c, ImportQuery)
      const commissions = await readCommissions(c.req.raw.body ?? new Blob([]).stream(), now())
      return c.json(await store.import(network, commissions, c.get('principal').userId))
    })
    .delete('/commissions', requireCaller, ...adminGuards(), async (c) =>
      c.json(await store.delete(readQuery(c, DeletionQuery), c.get('principal').userId)),
    )
    .get('/networks', requireCaller, ...adminGuards(), async (c) =>
      c.json({ networks: await store.networks() } satisfies CommissionNetworks),
    )
}
