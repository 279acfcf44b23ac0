import { EXPERIMENTS, findExperiment } from '@half-measure/shared/domain/experiments.ts'
import { planOf } from '@half-measure/shared/stats/experiments-plan.ts'
import type { ExperimentResult } from '@half-measure/shared/stats/experiments-result.ts'
import type { Db } from '../../database/schema/database.ts'
import type { ReportSources } from '../report-sources.ts'
import { readDecisions, recordDecisions } from './decision-store.ts'
import { findKeptResult } from './ended-experiments.ts'
import { experimentResults, type ResultQuery } from './experiment-results.ts'

export interface ExperimentSources {
  readonly db: Db
  readonly read: Pick<ReportSources, 'queryRows' | 'goals'>
}

export interface ExperimentRequest extends Pick<ResultQuery, 'goal' | 'until' | 'ended'> {
  readonly test: string
}

/**
 * A test's result as of a moment, with its decisions by then; for a test that had ended, its final result.
 *
 * @param request.ended set while the test is being ended.
 * @returns undefined if there never was such a test, or if only the result for its own goal is stored.
 */
export async function readExperiment(
  { db, read }: ExperimentSources,
  { test, goal, until, ended: ending }: ExperimentRequest,
  signal?: AbortSignal,
): Promise<ExperimentResult | undefined> {
  const kept = await findKeptResult(db, test)
  const ended = ending ?? kept?.ended ?? null
  const endedAt = ended === null ? Infinity : Date.parse(ended.at)
  if (kept && endedAt <= until && (goal === undefined || goal === kept.goal)) return kept
  const experiment = findExperiment(test)
  if (!experiment) return undefined

  const decides = (goal ?? planOf(test).goal) === planOf(test).goal
  return experimentResults(
    read,
    {
      experiment,
      goal,
      until: Math.min(until, endedAt),
      decisions: decides ? await readDecisions(db, test, experiment.variants) : [],
      ended: endedAt <= until ? ended : null,
    },
    signal,
  )
}

/** Records the decisions of all tests. @param until everything that happened before it is in the tables. */
export async function recordAllDecisions(sources: ExperimentSources, until: number): Promise<void> {
  for (const { name } of EXPERIMENTS) {
    const result = await readExperiment(sources, { test: name, until })
    if (result) await recordDecisions(sources.db, result)
  }
}
