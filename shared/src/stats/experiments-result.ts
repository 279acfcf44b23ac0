import { z } from 'zod'
import { text } from '../text.ts'
import { ExperimentGoal } from './experiments-plan.ts'

/** `GET /api/stats/experiments/results`. A test is judged whole, from its first day on: there is no range to choose. */
export const ExperimentQuery = z.object({
  test: text(64).min(1),
  /** By default the test's own goal. */
  goal: ExperimentGoal.optional(),
  /** As of this moment, in the past or now: what was known then. For tokens, the start of a day of the magazine's zone. */
  until: z.iso.datetime({ offset: true }).optional(),
})

/** Low and high end. */
const Interval = z.tuple([z.number(), z.number()])

/**
 * `no_data` nothing counted; `unhealthy` the split or the assignments are wrong, so figures by variant are withheld;
 * `too_early` before the first analysis; `keep` and `stop` are decided and stay so; `no_difference`, none of the planned
 * size, stays unless it becomes one of these; `undecided` after the planned days; `cannot_tell` still open; `described` a
 * goal that does not decide.
 */
export const VERDICTS = [
  'no_data',
  'unhealthy',
  'too_early',
  'keep',
  'stop',
  'no_difference',
  'undecided',
  'cannot_tell',
  'described',
] as const
const VerdictKind = z.enum(VERDICTS)
export type VerdictKind = z.infer<typeof VerdictKind>

export const Verdict = z.object({
  kind: VerdictKind,
  /** The day on which a decision was reached; null where none was. */
  since: z.iso.date().nullable(),
  /** A decision that the last day's interval alone would not allow. It stays: that is what alpha covers. */
  shrunk: z.boolean(),
  /**
   * Days until a change of the planned size would probably be found, at the traffic of the last seven complete days.
   * Null if there is nothing to wait for, or no estimate.
   */
  days_left: z.int().nullable(),
  /** For people. */
  sentence: z.string(),
})
export type Verdict = z.infer<typeof Verdict>

/**
 * A variant beside the control at one analysis; differences are variant minus control. The intervals hold at every analysis
 * at once.
 */
const Comparison = z.object({
  /** In the unit of `rate`. */
  difference: z.number(),
  interval: Interval,
  /** Relative, 0.1 for a tenth more; null where the control is not clear of zero. */
  lift: z.number().nullable(),
  lift_interval: Interval.nullable(),
  /** At this analysis. At or below `alpha_per_comparison` exactly if the interval excludes 0. */
  p: z.number(),
})

const ArmAtAnalysis = z.object({
  variant: z.string(),
  /** From the first day to the end of this one. */
  exposures: z.int(),
  converters: z.int(),
  rate: z.number().nullable(),
  /** Null for the control, and before the first analysis. */
  comparison: Comparison.nullable(),
})

const Variant = z.object({
  variant: z.string(),
  is_control: z.boolean(),
  /** Planned share of sessions, 0 to 1. */
  weight: z.number(),
  /** Sessions that saw the variant, on days that are complete; each counts once. */
  exposures: z.int(),
  /** Exposures that the planned split would have given. */
  expected: z.number(),
  /** Exposed sessions that reached the goal afterwards; for `value`, that were worth anything. Null where `unhealthy`. */
  converters: z.int().nullable(),
  /** Converters of an exposed session, 0 to 1; for `value`, pounds per session. Null without exposures, or `unhealthy`. */
  rate: z.number().nullable(),
  /** The rate's 95 % interval for a single analysis: for a bar, not for a verdict. */
  rate_interval: Interval.nullable(),
  /**
   * Sessions of days that are not complete yet, in no other figure here. A day is complete six hours after its end.
   * Null for tokens.
   */
  open: z.object({ exposures: z.int(), converters: z.int().nullable() }).nullable(),
  /** At the last complete day. Null for the control, before the first analysis, and where `unhealthy`. */
  comparison: Comparison.nullable(),
  /** Null for the control. */
  verdict: Verdict.nullable(),
})

/** Also kept for tests that have ended: whatever is added here needs a default, or they could not be shown any more. */
export const ExperimentResult = z.object({
  test: z.string(),
  goal: ExperimentGoal,
  /** Whether this is the goal that decides. */
  decides: z.boolean(),
  plan: z.object({
    goal: ExperimentGoal,
    alpha: z.number(),
    /** Alpha of one comparison: divided by the number of variants besides the control. */
    alpha_per_comparison: z.number(),
    smallest_lift: z.number(),
    min_days: z.int(),
    max_days: z.int(),
  }),
  /** The zone in which days begin: the magazine's, for every viewer. */
  time_zone: z.string(),
  /** When the test ended, and what every reader sees since then; null while it runs. Nothing later is counted. */
  ended: z.object({ at: z.iso.datetime(), variant: z.string() }).nullable(),
  /** First day with an exposure; null without one. */
  first_day: z.iso.date().nullable(),
  /** Last complete day, the one that is judged. */
  last_day: z.iso.date().nullable(),
  /** Complete days so far, with sessions or without. */
  days: z.int(),
  /** From which day on verdicts are possible; null before. */
  first_analysis: z.iso.date().nullable(),
  /** The check of `failed_on`; without it, of the last complete day. */
  split: z.object({
    status: z.enum(['ok', 'mismatch', 'too_little']),
    chi_square: z.number().nullable(),
    /** Chance of a split so uneven without a cause; null with too little to go by. */
    p: z.number().nullable(),
    /** First day on which it was a mismatch. It does not heal. */
    failed_on: z.iso.date().nullable(),
  }),
  /**
   * Sessions that saw a second variant: counted under the first. From 100 sessions on, a warning above 1 in 100,
   * `unhealthy` above 1 in 20.
   */
  switchers: z.object({ sessions: z.int(), share: z.number() }),
  /** Exposures of self-declared bots, left out of everything else. */
  bots: z.int(),
  /** For the goal `value`: a session worth more counts as this, in pounds; null with too little to go by. */
  cap: z.object({ pounds: z.number().nullable(), capped: z.int() }).nullable(),
  variants: z.array(Variant),
  /** One per complete day, oldest first; none if `unhealthy`. */
  analyses: z.array(z.object({ day: z.iso.date(), arms: z.array(ArmAtAnalysis) })),
  /** The whole in words. */
  sentence: z.string(),
})
export type ExperimentResult = z.infer<typeof ExperimentResult>
