import type { Figures } from '@half-measure/shared/stats/engine/answer.ts'
import type { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import type { Question } from '@half-measure/shared/stats/engine/question.ts'
import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import type { AskRows } from '../ask-rows.ts'
import type { ClosedDays } from './closed-days.ts'
import { closedStretchOf } from './closed-stretch.ts'
import { figuresOf, Row } from './figures.ts'
import type { Known, Plan } from './plan.ts'

/** A question about figures that have to be exact, from rollups where those are. */
export function exactly(range: StatsRange, metrics: Metric[]): Question {
  return { range, metrics, filters: [], limit: 1, offset: 0, exact: false }
}

/** Asks for the rows of a plan, without anything around them. */
export type AskPlan = (
  question: Question,
  planOf: (question: Question, known: Known) => Plan,
  signal?: AbortSignal,
) => Promise<{ key: string; figures: Figures }[]>

export function planAsker(ask: AskRows, closedDays: ClosedDays): AskPlan {
  return async (question, planOf, signal) => {
    const stretch = closedStretchOf(await closedDays.read(signal), question.range)
    // As if there were few visits: then nothing is estimated.
    const visitRows = { all: 0, ...(stretch && { closed: { stretch, rows: 0 } }) }
    const { statement } = planOf(question, { articles: [], visitRows })
    const rows = await ask({ name: 'exact figures', ...statement, row: Row }, signal)
    return rows.map((row) => ({ key: row.key, figures: figuresOf(question.metrics, row) }))
  }
}
