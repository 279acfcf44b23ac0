import { TABLE_OF } from './event-kinds.ts'
import type { Ground } from './ground.ts'
import type { Measure } from './measures.ts'

/** A SELECT that gives some measures for each key. */
export interface Part {
  readonly gives: readonly Measure[]
  readonly sql: string
  readonly tables: readonly string[]
  /** Distinct visits are estimated. */
  readonly isEstimated?: boolean
}

/** What is read to tell visits. */
export function tablesOfVisits({ span }: Ground): string[] {
  const pieces = span.usesClosed ? span.openPieces : span.pieces
  const raw = [TABLE_OF.views, TABLE_OF.clicks, TABLE_OF.conversions, TABLE_OF.engagement]
  return [
    ...(span.usesClosed ? ['closed_visits_1h'] : []),
    ...(pieces.hours === undefined ? [] : ['visits_1h']),
    ...(pieces.rest === undefined ? [] : raw),
  ]
}
