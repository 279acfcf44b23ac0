import { longDay } from '@half-measure/shared/format-day.ts'
import { countOf, formatPounds, formatShare } from '@half-measure/shared/format-figures.ts'
import { goalLabel } from '@half-measure/shared/stats/experiments-plan.ts'
import type { ExperimentResult } from '@half-measure/shared/stats/experiments-result.ts'
import { addDays, parseDay } from '../../time/day.ts'

type Terms = Pick<ExperimentResult, 'first_day' | 'days' | 'plan' | 'decides' | 'ended' | 'goal'>

/** What the verdict is based on: how long the test has run, and what was fixed before it began. */
export function terms({ first_day, days, plan, decides, ended, goal }: Terms): string {
  const began = first_day === null ? null : parseDay(first_day)
  const counted = `${began ? `Began on ${longDay(began)}. ` : ''}${countOf(days, 'complete day')} counted`
  if (ended)
    return `${counted}, by ${goalLabel(goal).toLowerCase()}. Nothing after the end is in these figures.`
  const { alpha, min_days, max_days } = plan
  const last = began ? ` (${longDay(addDays(began, max_days - 1))})` : ''
  const run = `${counted}. A verdict needs ${min_days} whole days with sessions, so it may come from day ${min_days + 1} on; a test without one on day ${max_days}${last} is called undecided, and a later verdict still counts.`
  if (!decides) return `${run} Another goal decides this test, so that nobody picks the goal that fits.`
  const chance = Math.round(alpha * 100)
  return `${run} Checking every day is safe: the chance of any false verdict is at most ${chance} in 100 over the whole test.`
}

type SplitResult = Pick<ExperimentResult, 'split' | 'switchers' | 'bots' | 'cap' | 'ended' | 'last_day'> & {
  readonly variants: readonly {
    readonly open: { readonly exposures: number } | null
  }[]
}

/** Whether sessions were split as planned, without which no figure means anything; and what is not counted. */
export function splitSentences(result: SplitResult): string[] {
  const { split, switchers, bots, cap, ended, last_day, variants } = result
  const open = variants.reduce((sum, { open }) => sum + (open?.exposures ?? 0), 0)
  const lastDay = last_day === null ? null : parseDay(last_day)
  const since = lastDay ? `from ${longDay(addDays(lastDay, 1))} on` : 'of days that are not final'
  return [
    {
      too_little: 'Split of sessions: too few to check yet.',
      ok: `Split of sessions: as planned (p ${pValueText(split.p)}).`,
      mismatch: `Split of sessions: not as planned since ${split.failed_on === null ? 'today' : longDay(split.failed_on)} (p ${pValueText(split.p)}).`,
    }[split.status],
    switchers.sessions > 0 &&
      `${countOf(switchers.sessions, 'session')} saw two variants (${formatShare(switchers.share * 100)}).`,
    open > 0 &&
      (ended
        ? `Not counted: ${countOf(open, 'session')} ${since}, on days that were not final at the end.`
        : `Not counted yet: ${countOf(open, 'session')} ${since}. A day is final six hours after it ends.`),
    bots > 0 && `Left out: ${countOf(bots, 'session')} of self-declared bots.`,
    cap &&
      (cap.pounds === null
        ? 'Values are not capped.'
        : `Values are capped at ${formatPounds(cap.pounds)} a session: ${countOf(cap.capped, 'session')} had more.`),
  ].filter((sentence) => typeof sentence === 'string')
}

function pValueText(p: number | null): string {
  if (p === null) return 'unknown'
  return p < 0.001 ? '< 0.001' : `= ${p.toFixed(3)}`
}
