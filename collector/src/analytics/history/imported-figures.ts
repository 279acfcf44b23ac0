import {
  HistoryDimension,
  HistoryProvider,
  type HistoryQuery,
  type ImportedHistory,
} from '@half-measure/shared/stats/imported-history.ts'
import { z } from 'zod'
import type { Db } from '../../database/schema/database.ts'
import { countedSince } from '../counted-since.ts'
import { dayAt } from '../local-day.ts'
import type { QueryRows } from '../../warehouse/clickhouse/query.ts'

const counts = { page_views: z.coerce.number().nullable(), visits: z.coerce.number().nullable() }

/** Dimensions that add up to the site's page views and visits of a day, the best first. A visit has many pages. */
const SUMS = {
  page_views: ['total', 'page', 'source', 'country', 'device'],
  visits: ['total', 'source', 'country', 'device'],
} as const satisfies Record<string, readonly HistoryDimension[]>

/** Figures of other analytics products; none without any import. */
export async function importedFigures(
  { db, queryRows }: { readonly db: Db; readonly queryRows: QueryRows },
  { first_day, last_day, by, limit }: HistoryQuery,
): Promise<ImportedHistory> {
  const imports = await db.selectFrom('history_imports').select('id').where('state', '=', 'stored').execute()
  if (imports.length === 0) return { counted_since: await firstCountedDay(queryRows), series: [], rows: [] }
  const params = { imports: imports.map(({ id }) => id), first_day, last_day }
  const WHERE = `import_id IN {imports: Array(UUID)} AND day BETWEEN {first_day: Date} AND {last_day: Date}`
  const [since, days, rows] = await Promise.all([
    firstCountedDay(queryRows),
    queryRows({
      name: 'imported days',
      sql: `SELECT provider, dimension, day, sum(page_views) AS page_views, sum(visits) AS visits
        FROM analytics.imported_history WHERE ${WHERE} GROUP BY provider, dimension, day ORDER BY provider, day`,
      params,
      row: z.object({ provider: HistoryProvider, dimension: HistoryDimension, day: z.string(), ...counts }),
    }),
    by === undefined
      ? []
      : queryRows({
          name: 'imported values',
          sql: `SELECT provider, value, sum(page_views) AS page_views, sum(visits) AS visits
            FROM analytics.imported_history WHERE ${WHERE} AND dimension = {by: String}
            GROUP BY provider, value ORDER BY coalesce(page_views, visits) DESC, value, provider LIMIT {limit: UInt32}`,
          params: { ...params, by, limit },
          row: z.object({ provider: HistoryProvider, value: z.string(), ...counts }),
        }),
  ])
  return { counted_since: since, series: seriesOf(days), rows }
}

/** The day on which counting began, in the magazine's time zone, as imported days are; null before it began. */
export async function firstCountedDay(queryRows: QueryRows): Promise<string | null> {
  const since = await countedSince(queryRows)
  return since === undefined ? null : dayAt(since).toString()
}

interface Sum extends Record<keyof typeof SUMS, number | null> {
  readonly dimension: HistoryDimension
}

/** Each figure of the whole site, from the best dimension that has it. */
export function siteFigures(sums: readonly Sum[]): Record<keyof typeof SUMS, number | null> {
  const best = (figure: keyof typeof SUMS) =>
    SUMS[figure]
      .map((dimension) => sums.find((sum) => sum.dimension === dimension)?.[figure] ?? null)
      .find((count) => count !== null) ?? null
  return { page_views: best('page_views'), visits: best('visits') }
}

function seriesOf(
  days: readonly (Sum & { readonly provider: HistoryProvider; readonly day: string })[],
): ImportedHistory['series'] {
  const providers = Map.groupBy(days, ({ provider }) => provider)
  return [...providers].map(([provider, rows]) => ({
    provider,
    points: [...Map.groupBy(rows, ({ day }) => day)].map(([day, sums]) => ({ day, ...siteFigures(sums) })),
  }))
}
