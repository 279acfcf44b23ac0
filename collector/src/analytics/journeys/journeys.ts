import type { Journeys, JourneyQuestion, JourneyStep } from '@half-measure/shared/stats/journeys.ts'
import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { z } from 'zod'
import type { AskRows } from '../ask-rows.ts'
import { inRange, rangeParams } from '../range.ts'

/** A visit of more views than this is followed no further: no reader, and a lot of memory. */
const MAX_VIEWS = 1_000

/** One count of visits: of those with a way of so many pages, with this page at a step, or with this whole way. */
const Row = z.object({
  kind: z.enum(['length', 'step', 'way']),
  number: z.coerce.number(),
  pages: z.array(z.string()),
  visits: z.coerce.number(),
})
type Row = z.output<typeof Row>

export async function journeys(
  ask: AskRows,
  range: StatsRange,
  question: JourneyQuestion,
  signal?: AbortSignal,
): Promise<Journeys> {
  const { page, direction, steps, limit } = question
  const rows = await ask(
    {
      name: 'journeys',
      // Ways are counted first, because many visits take the same; then each is taken apart.
      sql: `SELECT part.1 AS kind, part.2 AS number, part.3 AS pages, sum(count) AS visits
        FROM (SELECT way, count() AS count FROM (${waysSql(range, direction)}) GROUP BY way)
        ARRAY JOIN arrayConcat(
          arrayMap((page, step) -> ('step', step, [page]), way, arrayEnumerate(way)),
          [('length', toUInt32(length(way)), emptyArrayString()), ('way', toUInt32(0), way)]) AS part
        GROUP BY kind, number, pages HAVING kind != 'way' OR notEmpty(pages)
        ORDER BY kind, number, visits DESC, pages LIMIT {limit: UInt32} BY kind, number`,
      params: { ...rangeParams(range), page, steps, limit },
      row: Row,
    },
    signal,
  )
  const of = (kind: Row['kind']) => rows.filter((row) => row.kind === kind)
  return {
    page,
    direction,
    visits: of('length').reduce((sum, { visits }) => sum + visits, 0),
    steps: Array.from({ length: steps }, (_, i) => stepOf(i + 1, of('length'), of('step'))),
    paths: of('way').map(({ pages, visits }) => ({ pages, ended: pages.length < steps, visits })),
  }
}

/** Each visit that saw the page: the pages after its first view of it, or before that, the nearest first. */
function waysSql(range: StatsRange, direction: JourneyQuestion['direction']): string {
  const way =
    direction === 'next'
      ? 'arraySlice(pages, indexOf(pages, {page: String}) + 1, {steps: UInt32})'
      : 'arraySlice(arrayReverse(arraySlice(pages, 1, indexOf(pages, {page: String}) - 1)), 1, {steps: UInt32})'
  return `SELECT ${way} AS way FROM (
    SELECT arrayCompact(groupArraySorted(${MAX_VIEWS})((created_at, event_id, page_path)).3) AS pages
    FROM analytics.page_views
    WHERE ${inRange('created_at', range)} AND cityHash64(session_id) IN (
      SELECT cityHash64(session_id) FROM analytics.page_views
      WHERE ${inRange('created_at', range)} AND page_path = {page: String})
    GROUP BY cityHash64(session_id)
  ) WHERE has(pages, {page: String})`
}

function stepOf(step: number, lengths: readonly Row[], atSteps: readonly Row[]): JourneyStep {
  const visitsWhere = (holds: (length: number) => boolean) =>
    lengths.reduce((sum, { number, visits }) => sum + (holds(number) ? visits : 0), 0)
  const pages = atSteps
    .filter(({ number }) => number === step)
    .map(({ pages: [page = ''], visits }) => ({ page, visits }))
  const listed = pages.reduce((sum, { visits }) => sum + visits, 0)
  return {
    pages,
    others: visitsWhere((length) => length >= step) - listed,
    ended: visitsWhere((length) => length < step),
  }
}
