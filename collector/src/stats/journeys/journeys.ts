import type { Journeys, JourneyQuestion, JourneyStep } from '@half-measure/shared/stats/journeys.ts'
import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { z } from 'zod'
import type { AskRows } from '../ask-rows.ts'
import { inRange, rangeParams } from '../range.ts'

/** A visit of more views than this is followed no further: no reader, and a lot of memory. */
const MAX_VIEWS = 1_000

const StepRow = z.object({ step: z.coerce.number(), page: z.string(), visits: z.coerce.number() })
const LengthRow = z.object({ length: z.coerce.number(), visits: z.coerce.number() })
const PathRow = z.object({ pages: z.array(z.string()), visits: z.coerce.number() })

export async function journeys(
  ask: AskRows,
  range: StatsRange,
  question: JourneyQuestion,
  signal?: AbortSignal,
): Promise<Journeys> {
  const { page, direction, steps, limit } = question
  const params = { ...rangeParams(range), page, steps, limit }
  const ways = waysSql(range, direction)
  const [lengths, atSteps, paths] = await Promise.all([
    ask(
      {
        name: 'lengths of journeys',
        sql: `SELECT length(way) AS length, count() AS visits FROM (${ways}) GROUP BY length`,
        params,
        row: LengthRow,
      },
      signal,
    ),
    ask(
      {
        name: 'steps of journeys',
        sql: `SELECT step, page, count() AS visits FROM (${ways}) ARRAY JOIN way AS page, arrayEnumerate(way) AS step
          GROUP BY step, page ORDER BY step, visits DESC, page LIMIT {limit: UInt32} BY step`,
        params,
        row: StepRow,
      },
      signal,
    ),
    ask(
      {
        name: 'paths of journeys',
        sql: `SELECT way AS pages, count() AS visits FROM (${ways}) WHERE notEmpty(way)
          GROUP BY way ORDER BY visits DESC, way LIMIT {limit: UInt32}`,
        params,
        row: PathRow,
      },
      signal,
    ),
  ])
  return {
    page,
    direction,
    visits: lengths.reduce((sum, { visits }) => sum + visits, 0),
    steps: Array.from({ length: steps }, (_, i) => stepOf(i + 1, lengths, atSteps)),
    paths: paths.map(({ pages, visits }) => ({ pages, ended: pages.length < steps, visits })),
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
    WHERE ${inRange('created_at', range)} AND session_id IN (
      SELECT session_id FROM analytics.page_views
      WHERE ${inRange('created_at', range)} AND page_path = {page: String})
    GROUP BY session_id
  ) WHERE has(pages, {page: String})`
}

function stepOf(
  step: number,
  lengths: readonly z.output<typeof LengthRow>[],
  atSteps: readonly z.output<typeof StepRow>[],
): JourneyStep {
  const visitsWhere = (holds: (length: number) => boolean) =>
    lengths.reduce((sum, { length, visits }) => sum + (holds(length) ? visits : 0), 0)
  const pages = atSteps.filter((row) => row.step === step).map(({ page, visits }) => ({ page, visits }))
  const listed = pages.reduce((sum, { visits }) => sum + visits, 0)
  return {
    pages,
    others: visitsWhere((length) => length >= step) - listed,
    ended: visitsWhere((length) => length < step),
  }
}
