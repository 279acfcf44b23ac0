import { EXPERIMENTS, findExperiment, type Variant } from '@half-measure/shared/domain/experiments.ts'
import { planOf } from '@half-measure/shared/stats/experiments-plan.ts'
import type { ExperimentResult } from '@half-measure/shared/stats/experiments-result.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/schema/database.ts'
import type { Statistics } from '../statistics.ts'
import { findSavedResult } from './ended-experiments.ts'
import { experimentResults, type ResultQuery } from './experiment-results.ts'
import type { Decision } from './judge.ts'

export interface ExperimentSources {
  readonly db: Db
  readonly read: Pick<Statistics, 'queryRows' | 'goals' | 'asOf'>
}

export interface ExperimentRequest extends Pick<ResultQuery, 'goal' | 'until' | 'ended'> {
  readonly test: string
}

/**
 * A test's result as of a moment, with its decisions by then; for a test that had ended, its final result. While
 * events are waiting to be loaded it is the result as of the oldest of them: the day of its arrival is not complete.
 *
 * @param request.ended set while the test is being ended.
 * @returns undefined if there never was such a test, or if only the result for its own goal is stored.
 */
export async function readExperiment(
  { db, read }: ExperimentSources,
  { test, goal, until, ended: ending }: ExperimentRequest,
): Promise<ExperimentResult | undefined> {
  const saved = await findSavedResult(db, test)
  const ended = ending ?? saved?.ended ?? null
  const endedAt = ended === null ? Infinity : Date.parse(ended.at)
  if (saved && endedAt <= until && (goal === undefined || goal === saved.goal)) return saved
  const experiment = findExperiment(test)
  if (!experiment) return undefined

  const decides = (goal ?? planOf(test).goal) === planOf(test).goal
  return experimentResults(read, {
    experiment,
    goal,
    until: Math.min(until, endedAt, read.asOf()),
    decisions: decides ? await readDecisions(db, test, experiment.variants) : [],
    ended: endedAt <= until ? ended : null,
  })
}

/** Records the decisions of all tests. @param now milliseconds since 1970. */
export async function recordAllDecisions(sources: ExperimentSources, now: number): Promise<void> {
  for (const { name } of EXPERIMENTS) {
    const result = await readExperiment(sources, { test: name, until: now })
    if (result) await recordDecisions(sources.db, result)
  }
}

/** A test's decisions so far, in the order of its variants. */
async function readDecisions(
  db: Db,
  test: string,
  variants: readonly Variant[],
): Promise<(Decision | null)[]> {
  const rows = await db
    .selectFrom('experiment_decisions')
    .select(['variant', 'kind', sql<string>`since::text`.as('since'), 'sentence'])
    .where('test', '=', test)
    .execute()
  return variants.map(({ name }) => {
    const row = rows.find(({ variant }) => variant === name)
    return row ? { kind: row.kind, since: row.since, sentence: row.sentence } : null
  })
}

/** Records the decisions of a result. They stay, but for `no_difference` that has become `keep` or `stop`. */
async function recordDecisions(db: Db, { test, variants }: ExperimentResult): Promise<void> {
  const decisions = variants.flatMap(({ variant, verdict }) => {
    if (!verdict || verdict.since === null) return []
    const { kind, since, sentence } = verdict
    return kind === 'keep' || kind === 'stop' || kind === 'no_difference'
      ? [{ test, variant, kind, since, sentence }]
      : []
  })
  if (decisions.length === 0) return
  await db
    .insertInto('experiment_decisions')
    .values(decisions)
    .onConflict((conflict) =>
      conflict
        .columns(['test', 'variant'])
        .doUpdateSet((eb) => ({
          kind: eb.ref('excluded.kind'),
          since: eb.ref('excluded.since'),
          sentence: eb.ref('excluded.sentence'),
        }))
        .where('experiment_decisions.kind', '=', 'no_difference')
        .where('excluded.kind', '!=', 'no_difference'),
    )
    .execute()
}
