import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import type { Question } from '@half-measure/shared/stats/engine/question.ts'
import { Ground, type Split } from './ground.ts'
import { measuresOf } from './measures.ts'
import { chooseSource } from './choose-source.ts'
import { isOfWholeVisits, partsByKind, wholeVisits } from './parts.ts'
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

/** What all the rows of a question add up to. */
export function planTotals(question: Question, articles: readonly ListedArticle[]): Plan {
  return plan(question, { by: 'nothing' }, { of: 'all' }, articles)
}

/** The rows of a question that is split: of a breakdown, the page that it asks for. */
export function planRows(question: Question, articles: readonly ListedArticle[]): Plan {
  const { dimension } = question
  if (!dimension) return plan(question, { by: 'time' }, { of: 'all' }, articles)
  return plan(question, { by: 'value', dimension }, { of: 'page', question }, articles)
}

/** Beyond it, asking for everything is less than naming the values: they travel in an address. */
const MAX_KEYS_LENGTH = 20_000

/** The rows of a breakdown that have these values, and maybe others; in a series, all of them. */
export function planRowsOf(
  keys: readonly string[],
  question: Question,
  articles: readonly ListedArticle[],
): Plan {
  const { dimension } = question
  if (!dimension) return planRows(question, articles)
  const isShort = keys.reduce((length, key) => length + key.length + 3, 0) < MAX_KEYS_LENGTH
  const pick: Pick = isShort ? { of: 'keys', keys } : { of: 'all' }
  return plan(question, { by: 'value', dimension }, pick, articles)
}

function plan(question: Question, split: Split, pick: Pick, articles: readonly ListedArticle[]): Plan {
  const { useVisits, because } = chooseSource(question)
  const ground = new Ground(question, split, articles, useVisits)
  const measures = measuresOf(question.metrics)
  const parts = isOfWholeVisits(ground) ? [wholeVisits(ground, measures)] : partsByKind(ground, measures)
  const tables = [...new Set(parts.flatMap((part) => part.tables))]
  return {
    statement: writeStatement(ground, parts, measures, question.metrics, pick),
    source: tables.every((table) => table === 'visits_1h') ? 'rollup' : 'raw',
    tables,
    because,
    exact: true,
  }
}
