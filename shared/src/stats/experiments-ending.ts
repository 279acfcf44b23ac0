import { z } from 'zod'
import { optionalLine } from '../text.ts'

/** `POST /api/experiments/:test/end`. */
export const ExperimentEnding = z.object({
  /** What every reader sees from now on. */
  variant: z.string().min(1).max(64),
  /** Why, for those who ask later. */
  note: optionalLine(500),
})
export type ExperimentEnding = z.infer<typeof ExperimentEnding>

/** `PATCH /api/experiments/:test`, of a test that has ended. */
export const ExperimentChange = ExperimentEnding.pick({ variant: true }).partial().extend({
  /** An archived test is out of the way. */
  archived: z.boolean().optional(),
})
export type ExperimentChange = z.infer<typeof ExperimentChange>

/** A test that has ended. Its result is kept as it was then, whatever is erased or expires later. */
export const EndedExperiment = ExperimentEnding.extend({
  test: z.string(),
  ended_at: z.iso.datetime(),
  /** Address of the administrator; null once the account is deleted. */
  by: z.string().nullable(),
  archived: z.boolean(),
})
export type EndedExperiment = z.infer<typeof EndedExperiment>

/** `GET /api/experiments`, last ended first. */
export const EndedExperiments = z.array(EndedExperiment)
