import { type FunnelStep, readFunnelStep } from '@half-measure/shared/stats/funnels-step.ts'
import type { FunnelResult, FunnelQuery } from '@half-measure/shared/stats/funnels.ts'
import { z } from 'zod'
import { ApiError } from '../../platform/api-error.ts'
import { ELEMENT, type EventList, over } from '../engine/dimension-values.ts'
import { isOnPage } from '../engine/goal-conditions.ts'
import type { Params } from '../engine/params.ts'
import type { SessionQuery } from '../engine/session-query.ts'
import { sessionsInScope, type ReportScope, type ReportSources } from '../report-scope.ts'

/** The list with a step's events, and the order of kinds within one millisecond. */
const LISTS = {
  page: { list: 'views', order: 0 },
  element: { list: 'clicks', order: 1 },
  conversion: { list: 'conversions', order: 2 },
} as const satisfies Record<FunnelStep['kind'], { list: EventList; order: number }>

/** Time in quarters of a millisecond, which leaves room for the order of kinds. */
const TICKS_PER_MINUTE = 60_000 * 4

/** Values shown in a split: those with the most sessions at the first step. */
const MAX_GROUPS = 10

const Row = z.object({
  /** Value of the split; null for all beyond the most frequent. */
  value: z.string().nullable(),
  level: z.coerce.number(),
  sessions: z.coerce.number(),
})
type Row = z.output<typeof Row>

/**
 * How far sessions that began in the range and match the filters get through the steps.
 *
 * @throws {ApiError} 400 for an invalid step.
 */
export async function funnelResult(
  read: ReportSources,
  scope: ReportScope,
  query: FunnelQuery,
): Promise<FunnelResult> {
  const { steps, window_minutes, by } = query
  const rows = await levels(read, scope, query)
  const reached = reachedOf(rows, steps.length)
  return {
    window_minutes,
    steps: steps.map((step, i) => {
      const sessions = reached[i] ?? 0
      const previous = reached[i - 1] ?? sessions
      return {
        step,
        sessions,
        of_first: percent(sessions, reached[0] ?? 0),
        of_previous: percent(sessions, previous),
        lost: previous - sessions,
      }
    }),
    groups: by ? groupsOf(rows, steps.length) : null,
  }
}

/** Sessions by how many steps they took, and by the value that splits them. */
async function levels(
  read: ReportSources,
  scope: ReportScope,
  { steps, window_minutes, by }: FunnelQuery,
): Promise<Row[]> {
  const parsed = steps.map(stepOf)
  const sessions = await sessionsInScope(read, scope)
  // Plus 3 for the order of kinds in the last millisecond.
  const window = sessions.params.bind(window_minutes * TICKS_PER_MINUTE + 3, 'Int64')
  const value = by ? `toString(${by})` : "''"
  const counted = `SELECT value, arrayCount(start -> start >= 0, ${foldSql(parsed.length, window)}) AS level, count() AS sessions
    FROM (${eventsSql(sessions, parsed, value)}) GROUP BY value, level HAVING level > 0`
  return read.queryRows({
    name: 'funnel',
    sql: by ? mostFrequent(counted) : counted,
    params: sessions.params.values,
    row: Row,
  })
}

/** Senders can make up any number of values: all but the most frequent share one row per level. */
function mostFrequent(counted: string): string {
  return `SELECT if(place <= ${MAX_GROUPS}, value, NULL) AS value, level, sum(count) AS sessions
    FROM (
      SELECT value, level, count, dense_rank() OVER (ORDER BY began DESC, value) AS place
      FROM (SELECT value, level, sessions AS count, sum(sessions) OVER (PARTITION BY value) AS began FROM (${counted})))
    GROUP BY value, level`
}

function reachedOf(rows: readonly Row[], steps: number): number[] {
  return Array.from({ length: steps }, (_, i) =>
    rows.reduce((sum, { level, sessions }) => sum + (level > i ? sessions : 0), 0),
  )
}

function groupsOf(rows: readonly Row[], steps: number): FunnelResult['groups'] {
  return [...Map.groupBy(rows, ({ value }) => value)]
    .flatMap(([value, rows]) => (value === null ? [] : { value, sessions: reachedOf(rows, steps) }))
    .sort((a, b) => (b.sessions[0] ?? 0) - (a.sessions[0] ?? 0) || (a.value < b.value ? -1 : 1))
}

/**
 * For each step, when the latest attempt to reach it began; -1 if none did. Event by event, a step takes over the
 * beginning of the step before, if that is within the window. The database's own windowFunnel would let one event be
 * two steps.
 */
function foldSql(steps: number, window: string): string {
  const list = Array.from({ length: steps }, (_, i) => i).join(', ')
  return `arrayFold((begins, event) -> arrayMap((begin, before, step) ->
      multiIf(NOT bitTest(event.2, step), begin, step = 0, event.1,
        before >= 0 AND event.1 - before <= ${window}, before, begin),
      begins, arrayPushFront(arrayPopBack(begins), toInt64(-1)), [${list}]),
    events, arrayWithConstant(${steps}, toInt64(-1)))`
}

function stepOf(text: string): FunnelStep {
  const step = readFunnelStep(text)
  if (!step) throw new ApiError(400, 'invalid_query', `“${text}” is not a step of a funnel.`)
  return step
}

/**
 * For each session with the first step: its value of the split, and the events that are steps, with their times and a
 * bit for each step.
 */
function eventsSql(sessions: SessionQuery, steps: readonly FunnelStep[], value: string): string {
  const conditions = steps.map((step) => conditionOf(step, sessions.params))
  const kinds = [...new Set(steps.map(({ kind }) => kind))]
  const lists = kinds.map((kind) => {
    const { list, order } = LISTS[kind]
    const bits = steps.flatMap((step, i) =>
      step.kind === kind ? [`bitShiftLeft(toUInt8(${conditions[i]}), ${i})`] : [],
    )
    return over(list, 'arrayMap', `(toInt64(at) * 4 + ${order}, ${bits.join(' + ')})`)
  })
  const first = steps[0] && over(LISTS[steps[0].kind].list, 'arrayExists', conditions[0] ?? '0')
  return sessions.began({
    columns: [
      `${value} AS value`,
      `arraySort(arrayFilter(event -> event.2 > 0, arrayConcat(${lists.join(', ')}))) AS events`,
    ],
    where: first ? [first] : [],
  })
}

function conditionOf(step: FunnelStep, params: Params): string {
  switch (step.kind) {
    case 'page':
      return isOnPage(step, params)
    case 'conversion':
      return `event_type = ${params.bind(step.type, 'String')}`
    case 'element':
      return `${ELEMENT} = ${params.bind(step.element, 'String')}`
  }
}

function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part * 10_000) / whole) / 100
}
