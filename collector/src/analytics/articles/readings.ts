import type { Question } from '@half-measure/shared/stats/engine/question.ts'
import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { z } from 'zod'
import { exactly } from '../engine/ask-plan.ts'
import { PAGES_OF_ROWS } from '../engine/closed-parts.ts'
import { closedStretchOf } from '../engine/closed-stretch.ts'
import { Params } from '../engine/params.ts'
import { planRowsOf } from '../engine/plan.ts'
import { Span } from '../engine/span.ts'
import type { Statistics } from '../statistics.ts'
import { DEPTHS } from './depths.ts'

export interface Reading {
  readonly views: number
  readonly visits: number
  readonly activeMs: number
  /** Visits that reached each of the depths. */
  readonly reached: readonly number[]
}

const Row = z.object({
  page_path: z.string(),
  views: z.coerce.number(),
  visits: z.coerce.number(),
  active_ms: z.coerce.number(),
  reached: z.array(z.coerce.number()),
})

/** Views of pages, and what of them was read; both in the range, by page. */
export async function readings(
  { askRows, closedDays }: Pick<Statistics, 'askRows' | 'closedDays'>,
  range: StatsRange,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Reading>> {
  const params = new Params()
  const stretch = closedStretchOf(await closedDays.read(signal), range)
  const span = new Span({ range, interval: undefined }, params, true, stretch)
  const among = (page: string) => `${page} IN ${params.bind(paths, 'Array(String)')}`
  const rows = await askRows(
    {
      name: 'reading of articles',
      sql: `SELECT page_path, sum(v) AS views, sum(n) AS visits, sum(ms) AS active_ms, sumForEach(r) AS reached
        FROM (${[openReadings(span, among), ...(stretch ? [closedReadings(span, among)] : [])].join(' UNION ALL ')})
        GROUP BY page_path`,
      params: params.values,
      row: Row,
    },
    signal,
  )
  return new Map(
    rows.map(({ page_path, views, visits, active_ms, reached }) => [
      page_path,
      { views, visits, activeMs: active_ms, reached },
    ]),
  )
}

/** Raw rows of what is open, and visits that no sum stands for. */
function openReadings(span: Span, among: (page: string) => string): string {
  // By sets of visits: to group by page and visit takes twice as long, and several times the memory.
  const reached = DEPTHS.map((depth) => `uniqExactIf(visit, depth >= ${depth})`)
  const raw = (
    table: string,
    columns: string,
  ) => `SELECT page_path, cityHash64(session_id) AS visit, ${columns}
    FROM analytics.${table} WHERE ${span.holdsOpen('views')} AND ${among('page_path')}`
  return `SELECT page_path, sum(seen) AS v, uniqExactIf(visit, seen > 0) AS n, sum(read_ms) AS ms, [${reached.join(', ')}] AS r
    FROM (
      ${raw('page_views', 'toUInt64(1) AS seen, toUInt64(0) AS read_ms, toFloat32(0) AS depth')}
      UNION ALL ${raw('engagement_events', '0, active_ms, scroll_depth')}
      ${span.usesClosed ? `UNION ALL SELECT * FROM (${PAGES_OF_ROWS} WHERE ${span.rowsHold(false)}) WHERE ${among('page_path')}` : ''}
    ) GROUP BY page_path`
}

function closedReadings(span: Span, among: (page: string) => string): string {
  return `SELECT value, sum(page_views), sum(closed_sums.visits), sum(closed_sums.active_ms), sumForEach(closed_sums.reached)
    FROM analytics.closed_sums WHERE dimension = 'page' AND ${among('value')} AND ${span.sumsHold} GROUP BY value`
}

/** Visits by the last page that they saw in the range, of these pages. */
export async function exits(
  { askPlan }: Pick<Statistics, 'askPlan'>,
  range: StatsRange,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const question: Question = { ...exactly(range, ['sessions']), dimension: 'exit' }
  const rows = await askPlan(question, (asked, known) => planRowsOf(paths, asked, known), signal)
  return new Map(rows.map(({ key, figures }) => [key, figures.sessions ?? 0]))
}
