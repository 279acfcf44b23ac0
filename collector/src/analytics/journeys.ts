import type { Journeys, JourneyQuery, JourneyStep } from '@half-measure/shared/stats/journeys.ts'
import { z } from 'zod'
import type { SessionQuery } from './engine/session-query.ts'
import { sessionsInScope, type ReportScope, type ReportSources } from './report-scope.ts'

/** A count of sessions: with a path of this length, with this page at a step, or with this whole path. */
const Row = z.object({
  kind: z.enum(['length', 'step', 'path']),
  number: z.coerce.number(),
  pages: z.array(z.string()),
  sessions: z.coerce.number(),
})
type Row = z.output<typeof Row>

/**
 * Where sessions that began in the range and match the filters went after their first view of a page, or how they
 * came to it.
 */
export async function journeys(
  read: ReportSources,
  scope: ReportScope,
  query: JourneyQuery,
): Promise<Journeys> {
  const { page, direction, steps, limit } = query
  const sessions = await sessionsInScope(read, scope)
  const paths = pathsSql(sessions, query)
  const rows = await read.queryRows({
    name: 'journeys',
    // Equal paths are counted first, because many sessions share one; then each is split into steps.
    sql: `SELECT part.1 AS kind, part.2 AS number, part.3 AS pages, sum(count) AS sessions
      FROM (SELECT path, count() AS count FROM (${paths}) GROUP BY path)
      ARRAY JOIN arrayConcat(
        arrayMap((page, step) -> ('step', step, [page]), path, arrayEnumerate(path)),
        [('length', toUInt32(length(path)), emptyArrayString()), ('path', toUInt32(0), path)]) AS part
      GROUP BY kind, number, pages HAVING kind != 'path' OR notEmpty(pages)
      ORDER BY kind, number, sessions DESC, pages LIMIT ${sessions.params.bind(limit, 'UInt32')} BY kind, number`,
    params: sessions.params.values,
    row: Row,
  })
  const of = (kind: Row['kind']) => rows.filter((row) => row.kind === kind)
  return {
    page,
    direction,
    sessions: of('length').reduce((sum, { sessions }) => sum + sessions, 0),
    steps: Array.from({ length: steps }, (_, i) => stepOf(i + 1, of('length'), of('step'))),
    paths: of('path').map(({ pages, sessions }) => ({ pages, ended: pages.length < steps, sessions })),
  }
}

/** For each session that saw the page: the pages after its first view of it, or before, nearest first. */
function pathsSql(sessions: SessionQuery, { page, direction, steps }: JourneyQuery): string {
  const [seen, most] = [sessions.params.bind(page, 'String'), sessions.params.bind(steps, 'UInt32')]
  const path =
    direction === 'next'
      ? `arraySlice(seen, indexOf(seen, ${seen}) + 1, ${most})`
      : `arraySlice(arrayReverse(arraySlice(seen, 1, indexOf(seen, ${seen}) - 1)), 1, ${most})`
  const pages = sessions.began({
    columns: ['arrayMap(page -> toString(page), arrayCompact(views.page)) AS seen'],
    where: [`has(pages.page, ${seen})`],
  })
  return `SELECT ${path} AS path FROM (${pages})`
}

function stepOf(step: number, lengths: readonly Row[], atSteps: readonly Row[]): JourneyStep {
  const sessionsWhere = (holds: (length: number) => boolean) =>
    lengths.reduce((sum, { number, sessions }) => sum + (holds(number) ? sessions : 0), 0)
  const pages = atSteps
    .filter(({ number }) => number === step)
    .map(({ pages: [page = ''], sessions }) => ({ page, sessions }))
  const listed = pages.reduce((sum, { sessions }) => sum + sessions, 0)
  return {
    pages,
    others: sessionsWhere((length) => length >= step) - listed,
    ended: sessionsWhere((length) => length < step),
  }
}
