import { type Measured, type Vital, VITALS, type WebVitals } from '@half-measure/shared/stats/web-vitals.ts'
import { z } from 'zod'
import { QueryScope } from './engine/query-scope.ts'
import type { ReportScope, ReportSources } from './report-scope.ts'

/** Columns of a vital's figure. */
const NAMES: Readonly<Record<Vital, string>> = { lcp: 'lcp_ms', inp: 'inp_ms', cls: 'cls' }

const count = z.coerce.number()
const Figure = z.object({ p75: z.number().nullable(), loads: count, good: count, poor: count })
/** A row covers a page, a device, both, or everything. */
const Row = z.object({
  page: z.string(),
  device: z.string(),
  sessions: count,
  loads: count,
  lcp: Figure,
  inp: Figure,
  cls: Figure,
})

/** Rows of all groups. Anybody can send paths; those with the fewest loads are left out. */
const MAX_ROWS = 2_000

/** How fast pages were for readers who accepted. Filters on page and time select loads; all others select sessions. */
export async function webVitals(
  { queryRows, sessionsIn, goals, articles }: ReportSources,
  { range, filters }: ReportScope,
): Promise<WebVitals> {
  const sessions = await sessionsIn(range)
  const scope = new QueryScope({ filters, tz: range.tz, articles, goals: await goals() }, sessions.params)
  const reports = sessions.events('vitals', {
    columns: [
      'session_hash',
      'started_at',
      'toString(device) AS on_device',
      'at',
      'page',
      ...Object.values(NAMES),
    ],
    where: [...scope.attributes, ...scope.actions(), ...scope.placeAndTime('vitals')],
  })
  const figure = (vital: Vital) => {
    const { good, poor } = VITALS[vital]
    return `CAST((if(count(${vital}) = 0, NULL, quantileExactInclusive(0.75)(toFloat64(${vital}))), count(${vital}),
        countIf(${vital} <= ${good}), countIf(${vital} > ${poor})),
      'Tuple(p75 Nullable(Float64), loads UInt64, good UInt64, poor UInt64)') AS ${vital}_figure`
  }
  const rows = await queryRows({
    name: 'web vitals',
    // A load is reported again while its values grow.
    sql: `SELECT page, device, sessions, loads, lcp_figure AS lcp, inp_figure AS inp, cls_figure AS cls FROM (
        SELECT page, device, uniqExact(session_hash) AS sessions, count() AS loads,
          ${figure('lcp')}, ${figure('inp')}, ${figure('cls')}
        FROM (
          SELECT toString(page) AS page, on_device AS device, session_hash,
            max(lcp_ms) AS lcp, max(inp_ms) AS inp, max(cls) AS cls
          FROM (${reports}) GROUP BY session_hash, started_at, at, page, device
        ) GROUP BY GROUPING SETS ((page, device), (page), (device), ())
      ) ORDER BY loads DESC, page, device LIMIT ${MAX_ROWS}`,
    params: sessions.params.values,
    row: Row,
  })
  return resultOf(rows)
}

const NOT_MEASURED = { p75: null, loads: 0, good: 0, poor: 0 }
const NOTHING: Measured = { sessions: 0, loads: 0, lcp: NOT_MEASURED, inp: NOT_MEASURED, cls: NOT_MEASURED }

function resultOf(rows: readonly z.output<typeof Row>[]): WebVitals {
  const devicesOf = (path: string) =>
    rows
      .filter(({ page, device }) => page === path && device !== '')
      .map((row) => ({ device: row.device, ...measuredOf(row) }))
  const total = rows.find(({ page, device }) => page === '' && device === '')
  return {
    totals: total ? measuredOf(total) : NOTHING,
    devices: devicesOf(''),
    pages: rows
      .filter(({ page, device }) => page !== '' && device === '')
      .map((row) => ({ page_path: row.page, ...measuredOf(row), devices: devicesOf(row.page) })),
  }
}

function measuredOf({ sessions, loads, lcp, inp, cls }: Measured): Measured {
  return { sessions, loads, lcp, inp, cls }
}
