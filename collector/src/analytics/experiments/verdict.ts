import { longDay } from '@half-measure/shared/format-day.ts'
import { type ExperimentGoal, goalLabel } from '@half-measure/shared/stats/experiments-plan.ts'
import type { Verdict, VerdictKind } from '@half-measure/shared/stats/experiments-result.ts'
import { changeText, durationText, gainText, percent } from './change-text.ts'
import { total } from './day-counts.ts'
import { daysLeft } from './days-left.ts'
import { conversionsNeeded, missingAt } from './first-analysis.ts'
import { type Decision, type Design, isSmallChange, type Judgement } from './judge.ts'
import type { InterimAnalysis } from './interim-analysis.ts'
import { MIN_SESSIONS } from './split-check.ts'

export interface NamedDesign extends Design {
  /** Names of the variants, in the order of the weights. */
  readonly names: readonly string[]
  readonly goal: ExperimentGoal
  /** No more data will come. */
  readonly isEnded: boolean
}

/** Share of sessions with two variants above which a test is untrustworthy; above the second, it needs investigation. */
const MAX_SWITCHERS = 0.05
const MANY_SWITCHERS = 0.01

/** A test that takes longer is not worth waiting for. */
const LONG_DAYS = 90

/** Verdict on the test as a whole, if something is wrong or missing; null if its variants can be judged. */
export function testVerdict(judgement: Judgement, design: NamedDesign): Verdict | null {
  const { analyses, firstAnalysis, splitFailure, decisions } = judgement
  if (total(analyses.at(-1)?.arms ?? []).exposures === 0)
    return say('no_data', 'No sessions on a complete day yet.')
  if (splitFailure) return say('unhealthy', splitText(analyses, splitFailure.day, design))
  const switchers = shareOfSwitchers(judgement)
  if (switchers > MAX_SWITCHERS) {
    return say(
      'unhealthy',
      `${percent(switchers)} of sessions saw two variants. The result cannot be trusted. Find the cause and start again.`,
    )
  }
  if (firstAnalysis !== null || decisions.some((decision) => decision !== null)) return null
  const waits = design.weights.slice(1).map((_, i) => daysLeft(judgement, i + 1, design))
  return tooEarly(judgement, design, waits.includes(null) ? null : Math.max(...waits.map(Number)))
}

/** Of all sessions; 0 while they are too few to say. */
function shareOfSwitchers({ analyses }: Judgement): number {
  const { exposures, switchers } = total(analyses.at(-1)?.arms ?? [])
  return exposures < MIN_SESSIONS ? 0 : switchers / exposures
}

function tooEarly(judgement: Judgement, design: NamedDesign, days_left: number | null): Verdict {
  const missing = missingText(judgement, design)
  const days = judgement.analyses.length
  const { wholeDays = 0 } = judgement.analyses.at(-1) ?? {}
  const early = `Too early${wholeDays < design.plan.minDays ? '' : ` after ${days} days`}: ${missing}.`
  if (design.isEnded) return say('undecided', `Ended before a verdict. ${early}`)
  // Only the goal that decides leaves a test undecided.
  if (days >= design.plan.maxDays && design.goal === design.plan.goal)
    return say('undecided', `Still open after ${days} days: ${missing}.`)
  return { ...say('too_early', early), days_left }
}

/** Verdict on one variant. @param variant its index; not the control's. */
export function variantVerdict(judgement: Judgement, variant: number, design: NamedDesign): Verdict {
  const whole = testVerdict(judgement, design)
  if (whole)
    return whole.days_left === null ? whole : { ...whole, days_left: daysLeft(judgement, variant, design) }
  const { analyses, decisions } = judgement
  const analysis = analyses.at(-1)?.comparisons[variant]
  const decision = design.goal === design.plan.goal ? decisions[variant] : null
  if (decision?.sentence !== undefined && !analysis)
    return { ...say(decision.kind, decision.sentence), since: decision.since }
  if (!analysis && judgement.firstAnalysis === null)
    return tooEarly(judgement, design, daysLeft(judgement, variant, design))
  if (!analysis) return say('no_data', `No sessions of ${nameOf(design, variant)} yet.`)
  if (design.goal !== design.plan.goal) {
    return say(
      'described',
      `${nameOf(design, variant)} beside ${nameOf(design, 0)}: ${changeText(analysis, design.isValue)} ${goalText(design.goal)}. Figures only: this test is decided by ${goalText(design.plan.goal)}.`,
    )
  }
  if (decision) return decided(judgement, variant, decision, analysis, design)
  const standing = standingText(analysis, variant, design)
  if (design.isEnded) return say('undecided', `Ended undecided after ${analyses.length} days: ${standing}`)
  if (analyses.length >= design.plan.maxDays) {
    return say(
      'undecided',
      `Still open after ${analyses.length} days: ${standing} Keep ${nameOf(design, 0)}, or try a bolder change.`,
    )
  }
  const wait = daysLeft(judgement, variant, design)
  return { ...say('cannot_tell', `Cannot tell yet: ${standing}${waitText(wait, design)}`), days_left: wait }
}

/** Which of the two is ahead before a decision, and how far that may be wrong. */
function standingText(analysis: InterimAnalysis, variant: number, design: NamedDesign): string {
  const { isValue, isEnded, goal } = design
  const sides = isEnded ? ['led', 'trailed'] : ['leads so far', 'trails so far']
  const side = analysis.difference === 0 ? 'is level' : sides[analysis.difference > 0 ? 0 : 1]
  return `${nameOf(design, variant)} ${side}: ${changeText(analysis, isValue)} ${goalText(goal)} than ${nameOf(design, 0)}.`
}

/** Whether an analysis still shows what was decided. */
function supports(kind: Decision['kind'], analysis: InterimAnalysis, { plan }: Design): boolean {
  const [low, high] = analysis.interval
  switch (kind) {
    case 'keep':
      return low > 0
    case 'stop':
      return high < 0
    case 'no_difference':
      return isSmallChange(analysis, plan.smallestLift)
  }
}

/** Begins what is added to a decision that today's figures alone would not support. */
const SINCE = ' Since then, '

/** What has become of a decision that an analysis no longer supports. */
function sinceText(kind: Decision['kind'], now: InterimAnalysis, design: NamedDesign): string {
  const turned = (side: string) =>
    `it has done ${side}: ${changeText(now, design.isValue)} ${goalText(design.goal)} over the whole test. Look into it.`
  switch (kind) {
    case 'keep':
      return supports('stop', now, design)
        ? turned('worse')
        : 'its lead has shrunk: no change is possible again.'
    case 'stop':
      return supports('keep', now, design)
        ? turned('better')
        : 'it has caught up: no change is possible again.'
    case 'no_difference':
      return 'a larger difference has become possible again.'
  }
}

function decided(
  { analyses }: Judgement,
  variant: number,
  { kind, since, sentence }: Decision,
  now: InterimAnalysis,
  design: NamedDesign,
): Verdict {
  const shrunk = !supports(kind, now, design)
  // If the difference has shrunk since, the figures are those from when the verdict was reached.
  const then = analyses.find(({ day }) => day === since)?.comparisons[variant]
  const analysis = shrunk && then && supports(kind, then, design) ? then : now
  const later = shrunk ? SINCE + sinceText(kind, now, design) : ''
  if (!supports(kind, analysis, design) && sentence !== undefined) {
    // Recorded late, it says what had become of it by then.
    const [atFirst = ''] = sentence.split(SINCE)
    return { ...say(kind, atFirst + later), since, shrunk }
  }
  const [name, control] = [nameOf(design, variant), nameOf(design, 0)]
  const words = goalText(design.goal)
  const sought = percent(design.plan.smallestLift)
  const verdict = (sentence: string): Verdict => ({ ...say(kind, sentence + later), since, shrunk })
  switch (kind) {
    case 'stop':
      return verdict(
        `${name} is worse than ${control}: ${changeText(analysis, design.isValue)} ${words}. Stop ${name}.`,
      )
    case 'keep': {
      const isSmall = analysis.liftInterval !== null && analysis.liftInterval[1] < design.plan.smallestLift
      const less = isSmall ? ` That is less than the ${sought} that the test was to find.` : ''
      return verdict(
        `${name} is better than ${control}: ${gainText(analysis, design.isValue)} ${words}. Keep ${name}.${less}`,
      )
    }
    case 'no_difference':
      return verdict(
        `${name} makes no large difference: ${changeText(analysis, design.isValue)} ${words} than ${control}, and a change of ${sought} was sought. Take the simpler one.`,
      )
  }
}

/** The whole test in words. */
export function testSentence(judgement: Judgement, design: NamedDesign): string {
  const whole = testVerdict(judgement, design)
  const sentences = whole ? [whole.sentence] : sentencesOnVariants(judgement, design)
  return [...sentences, ...sentencesOnIdle(judgement)].join(' ')
}

function sentencesOnVariants(judgement: Judgement, design: NamedDesign): string[] {
  const verdicts = design.weights.slice(1).map((_, i) => variantVerdict(judgement, i + 1, design))
  const kept = verdicts.flatMap(({ kind }, i) => (kind === 'keep' ? [i + 1] : []))
  const sentences = verdicts.map(({ sentence }) => sentence)
  if (kept.length > 1) {
    const low = (i: number) => judgement.analyses.at(-1)?.comparisons[i]?.interval[0] ?? 0
    const [best = 1] = kept.toSorted((a, b) => low(b) - low(a))
    sentences.push(
      `Of these, ${nameOf(design, best)} has the higher lower end; the difference between them is not tested.`,
    )
  }
  const switchers = shareOfSwitchers(judgement)
  if (switchers > MANY_SWITCHERS)
    sentences.push(`${percent(switchers)} of sessions saw two variants: look into it.`)
  return sentences
}

/** Since when a test has had no sessions; of days that are not complete, nothing is known yet. */
function sentencesOnIdle({ analyses }: Judgement): string[] {
  const { exposures } = total(analyses.at(-1)?.arms ?? [])
  const last = analyses.find(({ arms }) => total(arms).exposures === exposures)
  if (!last || exposures === 0 || last === analyses.at(-1)) return []
  return [`No sessions on a complete day since ${longDay(last.day)}.`]
}

function say(kind: VerdictKind, sentence: string): Verdict {
  return { kind, since: null, shrunk: false, days_left: null, sentence }
}

function goalText(goal: ExperimentGoal): string {
  return goalLabel(goal).toLowerCase()
}

function nameOf({ names }: NamedDesign, variant: number): string {
  return `“${names[variant] ?? ''}”`
}

function splitText(analyses: Judgement['analyses'], failedOn: string, { weights }: NamedDesign): string {
  const arms = analyses.find(({ day }) => day === failedOn)?.arms ?? []
  const shares = (counts: readonly number[]) => {
    const all = counts.reduce((sum, count) => sum + count, 0)
    return counts.map((count) => ((count / all) * 100).toFixed(1)).join('/')
  }
  const got = shares(arms.map(({ exposures }) => exposures))
  return `Sessions are not split as planned: expected ${shares(weights)}, got ${got} up to ${longDay(failedOn)}. The result cannot be trusted. Find the cause and start again.`
}

/** What the first analysis still lacks: `48 of about 50 sessions with an affiliate click needed`. */
function missingText({ analyses }: Judgement, design: NamedDesign): string {
  const { weights, plan, isValue, goal } = design
  const { arms = [], wholeDays = 0 } = analyses.at(-1) ?? {}
  const { exposures, converters } = total(arms)
  const missing = missingAt({ arms, wholeDays }, design)
  const what = isValue ? 'sessions that were worth anything' : goalText(goal)
  const needed = conversionsNeeded(weights, isValue)
  const usual = [
    missing.days && `${wholeDays} of at least ${plan.minDays} whole days with sessions`,
    missing.conversions && `${converters} of about ${needed} ${what} needed`,
  ].filter((part) => part !== false)
  // Shown once the usual conditions are met; before, they would only add words.
  const unusual = [
    missing.others && `${exposures - converters} of about ${needed} sessions without one needed`,
    missing.sessions && `too few sessions (${exposures}) to check the split`,
  ].filter((part) => part !== false)
  return (usual.length > 0 ? usual : unusual).join('; ')
}

function waitText(days: number | null, { plan }: NamedDesign): string {
  const sought = percent(plan.smallestLift)
  if (days === null) return ''
  if (days === 0) return ` A change of ${sought} would probably have shown by now.`
  if (days <= LONG_DAYS) return ` About ${durationText(days)} more for a change of ${sought}.`
  return ` There is too little traffic for a change of ${sought}: it would take about ${durationText(days)} more.`
}
