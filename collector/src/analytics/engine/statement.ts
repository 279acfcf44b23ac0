import type { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import type { Question } from '@half-measure/shared/stats/engine/question.ts'
import type { Ground } from './ground.ts'
import { FORMULAS, type Measure } from './measures.ts'
import type { Part } from './part.ts'

/** A statement with its bound values. Its rows have `key`, `row_count` and a column for each metric. */
export interface Statement {
  readonly sql: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Which rows of a breakdown: one page of all of them, or those of some keys. */
export type Pick =
  | { readonly of: 'page'; readonly question: Question }
  | { readonly of: 'keys'; readonly keys: readonly string[] }
  | { readonly of: 'all' }

/** Puts the parts together: their measures add up by key, and figures are made of the sums. */
export function writeStatement(
  ground: Ground,
  parts: readonly Part[],
  measures: readonly Measure[],
  metrics: readonly Metric[],
  pick: Pick,
): Statement {
  const rows = parts.map(
    ({ sql, gives }) =>
      `SELECT toString(key) AS key, ${measures
        .map(
          (measure) =>
            `${gives.includes(measure) ? `toFloat64(sum_${measure})` : 'toFloat64(0)'} AS ${measure}`,
        )
        .join(', ')} FROM (${sql})`,
  )
  const sums = measures.map((measure) => `sum(${measure}) AS ${measure}`).join(', ')
  const figures = metrics.map((metric) => `${FORMULAS[metric].sql} AS figure_${metric}`).join(', ')
  const all = rows.join('\nUNION ALL\n')
  if (ground.split.by === 'nothing') {
    return statement(
      ground,
      `SELECT '' AS key, 1 AS row_count, ${figures} FROM (SELECT ${sums} FROM (${all}))`,
    )
  }
  const where = conditionOf(ground, pick)
  return statement(
    ground,
    `SELECT key, count() OVER () AS row_count, ${figures}
    FROM (SELECT key, ${sums} FROM (${all}) ${where} GROUP BY key) ${pageOf(ground, metrics, pick)}`,
  )
}

function statement({ params }: Ground, sql: string): Statement {
  return { sql, params: params.values }
}

function conditionOf({ params }: Ground, pick: Pick): string {
  switch (pick.of) {
    case 'all':
      return ''
    case 'keys':
      return `WHERE key IN ${params.bind(pick.keys, 'Array(String)')}`
    case 'page': {
      const { search } = pick.question
      return search === undefined
        ? ''
        : `WHERE positionCaseInsensitiveUTF8(key, ${params.bind(search, 'String')}) > 0`
    }
  }
}

function pageOf({ params }: Ground, metrics: readonly Metric[], pick: Pick): string {
  if (pick.of !== 'page') return ''
  const { order, limit, offset } = pick.question
  const by = order?.metric ?? metrics[0]
  const direction = order?.descending === false ? 'ASC' : 'DESC'
  return `ORDER BY figure_${by} ${direction} NULLS LAST, key
    LIMIT ${params.bind(limit, 'UInt32')} OFFSET ${params.bind(offset, 'UInt32')}`
}
