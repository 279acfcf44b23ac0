import { z } from 'zod'
import { line } from '../audience/form-text.ts'
import { FunnelStepText } from './funnels-step.ts'

/** Steps in the order in which a session has to take them, others in between allowed. */
export const FunnelSteps = z.array(FunnelStepText).min(2).max(8)

/** Time from the first step to the last. A session is one tab, so a day is already long. */
export const FunnelWindow = z.coerce.number().int().min(1).max(1_440)

const DEFAULT_WINDOW = 30

/** `GET /api/stats/funnels/result`, beside the range: `step=…&step=…&window_minutes=…`. */
export const FunnelQuery = z.object({
  steps: FunnelSteps,
  window_minutes: FunnelWindow.default(DEFAULT_WINDOW),
})
export type FunnelQuery = z.output<typeof FunnelQuery>

const ResultStep = z.object({
  step: z.string(),
  /** Sessions that got here, in order and in time. */
  sessions: z.int(),
  /** Percent of those that began, two decimals; null where nobody did. */
  of_first: z.number().nullable(),
  /** Percent of those at the step before. */
  of_previous: z.number().nullable(),
  /** Sessions that got to the step before and no further. */
  lost: z.int(),
})

/**
 * A session takes a step by an event that comes after the one of the step before; the best of its attempts counts.
 * Events of one millisecond count as view, click, conversion.
 */
export const FunnelResult = z.object({
  window_minutes: z.int(),
  steps: z.array(ResultStep),
})
export type FunnelResult = z.infer<typeof FunnelResult>

/** What is written to keep a funnel: `POST /api/stats/funnels`, `PUT /api/stats/funnels/:id`. */
export const FunnelDraft = z.strictObject({
  name: line(100),
  steps: FunnelSteps,
  window_minutes: z.int().min(1).max(1_440).default(DEFAULT_WINDOW),
})
export type FunnelDraft = z.output<typeof FunnelDraft>

/** A kept funnel; every administrator sees and may change it. */
export const SavedFunnel = z.object({
  id: z.uuid(),
  name: z.string(),
  steps: z.array(z.string()),
  window_minutes: z.int(),
  created_at: z.iso.datetime(),
  changed_at: z.iso.datetime(),
})
export type SavedFunnel = z.infer<typeof SavedFunnel>

/** `GET /api/stats/funnels`, by name. */
export const SavedFunnels = z.array(SavedFunnel)
