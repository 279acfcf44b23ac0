import { type FunnelStep, readFunnelStep } from '@half-measure/shared/stats/funnels-step.ts'
import type { FunnelAnswer, FunnelQuestion } from '@half-measure/shared/stats/funnels.ts'
import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { z } from 'zod'
import { ApiError } from '../../platform/api-error.ts'
import type { AskRows } from '../ask-rows.ts'
import { ELEMENT } from '../engine/event-kinds.ts'
import { inRange, rangeParams } from '../range.ts'

/** Where a step's events are, and in which order the kinds of one millisecond count. */
const TABLES = {
  page: { table: 'page_views', order: 0 },
  element: { table: 'click_events', order: 1 },
  conversion: { table: 'conversion_events', order: 2 },
} as const

/** Time in quarters of a millisecond, which leaves room for the order of kinds. */
const TICKS_PER_MINUTE = 60_000 * 4

/** A visit of more steps than this is followed no further: no reader, and a lot of memory. */
const MAX_EVENTS = 1_000

const Row = z.object({ level: z.coerce.number(), visits: z.coerce.number() })

/** How far visits get through the steps. @throws {ApiError} 400 for a step that is none. */
export async function funnelAnswer(
  ask: AskRows,
  range: StatsRange,
  { steps, window_minutes }: FunnelQuestion,
  signal?: AbortSignal,
): Promise<FunnelAnswer> {
  const read = steps.map(stepOf)
  const rows = await ask(
    {
      name: 'funnel',
      sql: `SELECT arrayCount(start -> start >= 0, ${foldSql(read.length)}) AS level, count() AS visits
        FROM (SELECT groupArraySorted(${MAX_EVENTS})((tick, done)) AS events
          FROM (${eventsSql(range, read)}) GROUP BY visit)
        GROUP BY level HAVING level > 0`,
      params: {
        ...rangeParams(range),
        // With the order of kinds in the last millisecond.
        window: window_minutes * TICKS_PER_MINUTE + 3,
        ...Object.fromEntries(read.map((step, i) => [`value${i}`, valueOf(step)])),
      },
      row: Row,
    },
    signal,
  )
  const reached = read.map((_, i) =>
    rows.reduce((sum, { level, visits }) => sum + (level > i ? visits : 0), 0),
  )
  return {
    window_minutes,
    steps: steps.map((step, i) => {
      const visits = reached[i] ?? 0
      const before = reached[i - 1] ?? visits
      return {
        step,
        visits,
        of_first: percent(visits, reached[0] ?? 0),
        of_previous: percent(visits, before),
        lost: before - visits,
      }
    }),
  }
}

/**
 * For each step the time at which the latest attempt to reach it began, -1 where none has: event by event, an event
 * that is a step takes over the beginning of the step before, if that is within the window. The database's own
 * windowFunnel would let one event be two steps.
 */
function foldSql(steps: number): string {
  const list = Array.from({ length: steps }, (_, i) => i).join(', ')
  return `arrayFold((begins, event) -> arrayMap((begin, before, step) ->
      multiIf(NOT bitTest(event.2, step), begin, step = 0, event.1,
        before >= 0 AND event.1 - before <= {window: Int64}, before, begin),
      begins, arrayPushFront(arrayPopBack(begins), toInt64(-1)), [${list}]),
    events, arrayWithConstant(${steps}, toInt64(-1)))`
}

function stepOf(text: string): FunnelStep {
  const step = readFunnelStep(text)
  if (!step) throw new ApiError(400, 'invalid_query', `“${text}” is not a step of a funnel.`)
  return step
}

/** Every event that is a step, with its time and the steps that it is, one bit for each. */
function eventsSql(range: StatsRange, steps: readonly FunnelStep[]): string {
  const kinds = [...new Set(steps.map(({ kind }) => kind))]
  const selects = kinds.map((kind) => {
    const { table, order } = TABLES[kind]
    const bits = steps.flatMap((step, i) =>
      step.kind === kind ? [`bitShiftLeft(toUInt8(${conditionOf(step, i)}), ${i})`] : [],
    )
    return `SELECT cityHash64(session_id) AS visit, toInt64(toUnixTimestamp64Milli(created_at) * 4 + ${order}) AS tick, ${bits.join(' + ')} AS done
      FROM analytics.${table} WHERE ${inRange('created_at', range)} AND done > 0`
  })
  return selects.join(' UNION ALL ')
}

function conditionOf(step: FunnelStep, i: number): string {
  const value = `{value${i}: String}`
  switch (step.kind) {
    case 'page':
      return step.isPrefix ? `startsWith(page_path, ${value})` : `page_path = ${value}`
    case 'conversion':
      return `event_type = ${value}`
    case 'element':
      return `${ELEMENT} = ${value}`
  }
}

function valueOf(step: FunnelStep): string {
  switch (step.kind) {
    case 'page':
      return step.path
    case 'conversion':
      return step.type
    case 'element':
      return step.element
  }
}

function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part * 10_000) / whole) / 100
}
