import {
  HistoryFile,
  type HistoryPreview,
  HistoryQuery,
} from '@half-measure/shared/stats/imported-history.ts'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { AdminEnv } from '../../identity/require-admin.ts'
import { adminGuards } from '../../platform/http/guards.ts'
import { readId, readQuery } from '../../platform/http/read-request.ts'
import { oneImportAtATime } from '../one-import-at-a-time.ts'
import type { QueryRows } from '../../warehouse/clickhouse/query.ts'
import { dayAt } from '../local-day.ts'
import { within } from '../report-scope.ts'
import { readHistory } from './history-file.ts'
import {
  conflictOf,
  contentsOf,
  deleteImport,
  type HistoryStoreOptions,
  importNotFound,
  listImports,
  storeImport,
} from './history-store.ts'
import { importedFigures, siteFigures } from './imported-figures.ts'

/** An export of some hundred thousand rows. */
const MAX_FILE_BYTES = 16 * 1024 * 1024

/** `/api/imports`: files of other analytics products, for administrators. */
export function historyImportRoutes(
  options: HistoryStoreOptions,
  requireAdmin: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  const { db, now } = options
  const read = (c: Context) => {
    const today = dayAt(now().getTime()).toString()
    return readHistory(c.req.raw.body ?? new Blob([]).stream(), today)
  }
  const fileGuards = [requireAdmin, oneImportAtATime(), ...adminGuards(MAX_FILE_BYTES)] as const
  return new Hono<AdminEnv>()
    .get('/', requireAdmin, ...adminGuards(), async (c) => c.json({ imports: await listImports(db) }))
    .post('/preview', ...fileGuards, async (c) => {
      const file = await read(c)
      return c.json({
        ...contentsOf(file),
        ...siteFigures(file.totals),
        left_out: [...file.leftOut].map(([reason, lines]) => ({ reason, lines })),
        conflict: await conflictOf(db, file),
      } satisfies HistoryPreview)
    })
    .post('/', ...fileGuards, async (c) => {
      const { file_name: fileName } = readQuery(c, HistoryFile)
      return c.json(
        await storeImport(options, await read(c), { fileName, by: c.get('principal').userId }),
        201,
      )
    })
    .delete('/:id', requireAdmin, ...adminGuards(), async (c) => {
      await deleteImport(options, readId(c, importNotFound), c.get('principal').userId)
      return c.body(null, 204)
    })
}

/** `/api/stats/imported`: their figures, for administrators and for tokens within their rules. */
export function importedStatsRoutes(
  options: { readonly db: HistoryStoreOptions['db']; readonly queryRows: QueryRows },
  requireCaller: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  return new Hono<AdminEnv>().get('/', requireCaller, ...adminGuards(), async (c) =>
    c.json(await importedFigures(within(options, c.req.raw.signal), readQuery(c, HistoryQuery))),
  )
}
