import type { ExperimentResult } from '@half-measure/shared/stats/experiments-result.ts'
import { countOf } from '../../format/number.ts'
import { formatLongDay } from '../../format/time.ts'
import { afterLabel, VERDICT_LABELS } from './verdict-label.ts'

interface ExperimentVerdictProps {
  result: ExperimentResult
}

/** What to do, in words, before any figure. */
export function ExperimentVerdict({ result }: ExperimentVerdictProps) {
  const verdicts = result.variants.flatMap(({ variant, verdict }) => (verdict ? [{ variant, verdict }] : []))
  const isWhole = new Set(verdicts.map(({ verdict }) => verdict.sentence)).size === 1
  return (
    <div className="verdicts">
      {isWhole && verdicts[0] ? (
        <VerdictLine kind={verdicts[0].verdict.kind} sentence={result.sentence} since={null} />
      ) : (
        verdicts.map(({ variant, verdict }) => <VerdictLine key={variant} {...verdict} />)
      )}
      <p className="verdict-terms">{terms(result)}</p>
    </div>
  )
}

type Verdict = NonNullable<ExperimentResult['variants'][number]['verdict']>

function VerdictLine({ kind, sentence, since }: Pick<Verdict, 'kind' | 'sentence' | 'since'>) {
  const { label, tone } = VERDICT_LABELS[kind]
  return (
    <p className="verdict" data-tone={tone}>
      <strong className="verdict-label">{label}</strong>
      <span>
        {afterLabel(label, sentence)}
        {since !== null && ` Decided on ${formatLongDay(new Date(`${since}T12:00:00Z`))}.`}
      </span>
    </p>
  )
}

/** What the words stand on: how long it has run, and what was settled before it began. */
function terms({ days, plan, decides }: ExperimentResult): string {
  const chance = `${Math.round(plan.alpha * 100)} in 100`
  const settled = `Looking every day is safe: the chance of any false verdict is at most ${chance} over the whole test.`
  const run = `${countOf(days, 'complete day')} counted; verdicts from day ${plan.min_days} to day ${plan.max_days}`
  return decides
    ? `${run}. ${settled}`
    : `${run}. Another goal decides this test, so that the figures cannot choose.`
}
