import type { Figures } from '@half-measure/shared/stats/engine/answer.ts'
import type { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import type { Question } from '@half-measure/shared/stats/engine/question.ts'
import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import type { AskRows } from '../ask-rows.ts'
import { figuresOf, Row } from './figures.ts'
import type { Known, Plan } from './plan.ts'

/** As if there were few visits: then nothing is estimated. */
const EVERY_VISIT: Known = { articles: [], visitRows: { all: 0 } }

/** A question about figures that have to be exact, from rollups where those are. */
export function exactly(range: StatsRange, metrics: Metric[]): Question {
  return { range, metrics, filters: [], limit: 1, offset: 0, exact: false }
}

/** The rows of a plan, without anything around them. */
export async function askPlan(
  ask: AskRows,
  question: Question,
  planOf: (question: Question, known: Known) => Plan,
  signal?: AbortSignal,
): Promise<{ key: string; figures: Figures }[]> {
  const { statement } = planOf(question, EVERY_VISIT)
  const rows = await ask({ name: 'exact figures', ...statement, row: Row }, signal)
  return rows.map((row) => ({ key: row.key, figures: figuresOf(question.metrics, row) }))
}
