import type { Journeys, JourneyQuestion, JourneyStep } from '@half-measure/shared/stats/journeys.ts'
import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { z } from 'zod'
import type { SessionQuery } from './engine/session-query.ts'
import type { ReadFigures } from './statistics.ts'

/** A count of sessions: with a path of so many pages, with this page at a step, or with this whole path. */
const Row = z.object({
  kind: z.enum(['length', 'step', 'path']),
  number: z.coerce.number(),
  pages: z.array(z.string()),
  visits: z.coerce.number(),
})
type Row = z.output<typeof Row>

/** Where sessions that began in the range went from a page, or how they came to it, by its first view in each. */
export async function journeys(
  { askRows, sessionsIn }: ReadFigures,
  range: StatsRange,
  question: JourneyQuestion,
  signal?: AbortSignal,
): Promise<Journeys> {
  const { page, direction, steps, limit } = question
  const sessions = await sessionsIn(range, signal)
  const paths = pathsSql(sessions, question)
  const rows = await askRows(
    {
      name: 'journeys',
      // Paths are counted first, because many sessions take the same; then each is taken apart.
      sql: `SELECT part.1 AS kind, part.2 AS number, part.3 AS pages, sum(count) AS visits
        FROM (SELECT path, count() AS count FROM (${paths}) GROUP BY path)
        ARRAY JOIN arrayConcat(
          arrayMap((page, step) -> ('step', step, [page]), path, arrayEnumerate(path)),
          [('length', toUInt32(length(path)), emptyArrayString()), ('path', toUInt32(0), path)]) AS part
        GROUP BY kind, number, pages HAVING kind != 'path' OR notEmpty(pages)
        ORDER BY kind, number, visits DESC, pages LIMIT ${sessions.params.bind(limit, 'UInt32')} BY kind, number`,
      params: sessions.params.values,
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
    paths: of('path').map(({ pages, visits }) => ({ pages, ended: pages.length < steps, visits })),
  }
}

/** Of each session that saw the page: the pages after its first view of it, or before that, the nearest first. */
function pathsSql(sessions: SessionQuery, { page, direction, steps }: JourneyQuestion): string {
  const [seen, most] = [sessions.params.bind(page, 'String'), sessions.params.bind(steps, 'UInt32')]
  const path =
    direction === 'next'
      ? `arraySlice(seen, indexOf(seen, ${seen}) + 1, ${most})`
      : `arraySlice(arrayReverse(arraySlice(seen, 1, indexOf(seen, ${seen}) - 1)), 1, ${most})`
  const pages = sessions.from(sessions.sessions, {
    columns: ['arrayMap(page -> toString(page), arrayCompact(views.page)) AS seen'],
    where: [`has(pages.page, ${seen})`],
  })
  return `SELECT ${path} AS path FROM (${pages})`
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
