import { EXPERIMENTS, findExperiment } from '@half-measure/shared/domain/experiments.ts'
import { planOf } from '@half-measure/shared/stats/experiments-plan.ts'
import type { ExperimentResult } from '@half-measure/shared/stats/experiments-result.ts'
import type { Db } from '../../database/schema/database.ts'
import type { Statistics } from '../statistics.ts'
import { readDecisions, recordDecisions } from './decision-store.ts'
import { findKeptResult } from './ended-experiments.ts'
import { experimentResults, type ResultQuery } from './experiment-results.ts'

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
  const kept = await findKeptResult(db, test)
  const ended = ending ?? kept?.ended ?? null
  const endedAt = ended === null ? Infinity : Date.parse(ended.at)
  if (kept && endedAt <= until && (goal === undefined || goal === kept.goal)) return kept
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
