import { z } from 'zod'
import { line } from '../text.ts'
import type { Dimension } from './engine/dimensions.ts'
import { FunnelStepText } from './funnels-step.ts'

/** Steps in the order in which a session has to take them, others in between allowed. */
export const FunnelSteps = z.array(FunnelStepText).min(2).max(8)

/** Time from the first step to the last. A session is one tab, so a day is already long. */
export const FunnelWindow = z.coerce.number().int().min(1).max(1_440)

const DEFAULT_WINDOW = 30

/** Dimensions that can split a funnel: those of a whole session. */
export const FUNNEL_SPLITS = [
  'channel',
  'source',
  'utm_campaign',
  'entry',
  'device',
  'country',
  'language',
  'browser',
  'os',
] as const satisfies Dimension[]
export type FunnelSplit = (typeof FUNNEL_SPLITS)[number]

/**
 * `GET /api/stats/funnels/result`, beside range, filters and comparison:
 * `step=…&step=…&window_minutes=…&by=<one of FUNNEL_SPLITS>`.
 */
export const FunnelQuery = z.object({
  steps: FunnelSteps,
  window_minutes: FunnelWindow.default(DEFAULT_WINDOW),
  by: z.enum(FUNNEL_SPLITS).optional(),
})
export type FunnelQuery = z.output<typeof FunnelQuery>

const ResultStep = z.object({
  step: z.string(),
  /** Sessions that got here, in order and in time. */
  sessions: z.int(),
  /** Percent of those that began, two decimals; null where none did. */
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
  /**
   * The sessions at each step by the values of a dimension, those that began most often first, ten at most; null where
   * no split was requested.
   */
  groups: z.array(z.object({ value: z.string(), sessions: z.array(z.int()) })).nullable(),
})
export type FunnelResult = z.infer<typeof FunnelResult>

/** Input to save a funnel: `POST /api/stats/funnels`, `PUT /api/stats/funnels/:id`. */
export const FunnelDraft = z.strictObject({
  name: line(100),
  steps: FunnelSteps,
  window_minutes: z.int().min(1).max(1_440).default(DEFAULT_WINDOW),
})

/** A saved funnel; every administrator sees and may change it. */
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
