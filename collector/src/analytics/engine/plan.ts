import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import type { Question } from '@half-measure/shared/stats/engine/question.ts'
import { Ground, type Split } from './ground.ts'
import { measuresOf } from './measures.ts'
import { chooseSource, type VisitRows } from './choose-source.ts'
import { partsOfEvents } from './event-parts.ts'
import { isOfWholeVisits, partsOfVisits } from './visit-parts.ts'
import { type Pick, type Statement, writeStatement } from './statement.ts'

/** How a question is answered: the statement, and what a reader of the answer should know about where it looks. */
export interface Plan {
  readonly statement: Statement
  readonly source: 'rollup' | 'raw'
  readonly tables: readonly string[]
  readonly because: string
  /** False where distinct visits are estimated. */
  readonly exact: boolean
}

/** What a plan depends on beside the question. */
export interface Known {
  /** What the magazine has published: categories and authors are theirs. */
  readonly articles: readonly ListedArticle[]
  readonly visitRows: VisitRows
}

/** What all the rows of a question add up to. */
export function planTotals(question: Question, known: Known): Plan {
  return plan(question, { by: 'nothing' }, { of: 'all' }, known)
}

/** The rows of a question that is split: of a breakdown, the page that it asks for. */
export function planRows(question: Question, known: Known): Plan {
  const { dimension } = question
  if (!dimension) return plan(question, { by: 'time' }, { of: 'all' }, known)
  return plan(question, { by: 'value', dimension }, { of: 'page', question }, known)
}

/** Beyond it, asking for everything is less than naming the values: they travel in an address. */
const MAX_KEYS_LENGTH = 20_000

/** The rows of a breakdown that have these values, and maybe others; in a series, all of them. */
export function planRowsOf(keys: readonly string[], question: Question, known: Known): Plan {
  const { dimension } = question
  if (!dimension) return planRows(question, known)
  const isShort = keys.reduce((length, key) => length + key.length + 3, 0) < MAX_KEYS_LENGTH
  const pick: Pick = isShort ? { of: 'keys', keys } : { of: 'all' }
  return plan(question, { by: 'value', dimension }, pick, known)
}

const ROLLUPS: ReadonlySet<string> = new Set([
  'visits_1h',
  'page_views_1h',
  'closed_sums',
  'closed_visits_1h',
])

function plan(question: Question, split: Split, pick: Pick, { articles, visitRows }: Known): Plan {
  const source = chooseSource(question, split, visitRows)
  const ground = new Ground(question, split, articles, source)
  const measures = measuresOf(question.metrics)
  const parts = isOfWholeVisits(ground)
    ? partsOfVisits(ground, measures)
    : partsOfEvents(ground, measures, source.areMany)
  const tables = [...new Set(parts.flatMap((part) => part.tables))]
  return {
    statement: writeStatement(ground, parts, measures, question.metrics, pick),
    source: tables.every((table) => ROLLUPS.has(table)) ? 'rollup' : 'raw',
    tables,
    because: source.because,
    exact: source.oneIn === 1 && !parts.some(({ isEstimated }) => isEstimated),
  }
}
