import { longDay } from '@half-measure/shared/format-day.ts'
import { readExperiment } from '@half-measure/shared/routes/reports.ts'
import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import { type ExperimentGoal, goalLabel } from '@half-measure/shared/stats/experiments-plan.ts'
import type { ExperimentResult } from '@half-measure/shared/stats/experiments-result.ts'
import type { ReactNode } from 'react'
import { useApiQuery } from '../../api/queries.ts'
import { formatCount, formatShare, NO_FIGURE } from '@half-measure/shared/format-figures.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { type Column, figureColumn, noted, Table } from '../../ui/Table.tsx'
import { splitSentences, terms } from './experiment-text.ts'
import { InterimChart } from './InterimChart.tsx'
import {
  differenceText,
  differenceUnit,
  liftRange,
  rateRange,
  rateText,
  savedDifference,
} from './measured.ts'
import { afterLabel, afterVerdicts, VERDICT_LABELS } from './verdict.ts'

/** Days are analysed once they are complete, so nothing changes within minutes. */
const POLL_MS = 5 * 60_000

interface ExperimentPanelProps {
  test: string
  /** Null for the test's own goal. */
  goal: ExperimentGoal | null
  /** How the test ended; by default, the goal of a running test. */
  note?: string
  /** What can be done with the test. */
  tools?: ReactNode
  /** Shown before the result. */
  children?: ReactNode
}

export function ExperimentPanel({ test, goal, note, tools, children }: ExperimentPanelProps) {
  const query = { test, ...(goal && { goal }) }
  const result = useApiQuery(readExperiment, { query }, { refetchInterval: POLL_MS })
  return (
    <Panel
      title={test}
      note={note ?? (result.status === 'ready' ? `By ${goalLabel(result.data.goal).toLowerCase()}` : '')}
      tools={tools}
    >
      <div className="stack">
        {children}
        <Loaded result={result} rows={8} what="The results of this test">
          {(result) => <Results result={result} />}
        </Loaded>
      </div>
    </Panel>
  )
}

/** The verdict in words first; nothing else of a test that cannot be trusted. */
export function Results({ result }: { result: ExperimentResult }) {
  const control = result.variants.find(({ is_control }) => is_control)?.variant ?? ''
  const isTrusted = result.variants.every(({ verdict }) => verdict?.kind !== 'unhealthy')
  return (
    <div className="stack">
      <Verdicts result={result} />
      {isTrusted && <VariantTable result={result} />}
      <p className="note" data-status={result.split.status}>
        {splitSentences(result).join(' ')}
      </p>
      {isTrusted && (
        <div className="grid">
          {result.variants
            .filter(({ is_control }) => !is_control)
            .map(({ variant }) => (
              <InterimChart key={variant} result={result} variant={variant} control={control} />
            ))}
        </div>
      )}
    </div>
  )
}

type Verdict = NonNullable<ExperimentResult['variants'][number]['verdict']>

function Verdicts({ result }: { result: ExperimentResult }) {
  const verdicts = result.variants.flatMap(({ variant, verdict }) => (verdict ? [{ variant, verdict }] : []))
  // Of several: of a single one, its own line also says when it was decided.
  const isSame = verdicts.length > 1 && new Set(verdicts.map(({ verdict }) => verdict.sentence)).size === 1
  const rest = isSame ? '' : afterVerdicts(result)
  return (
    <div className="stack">
      {isSame && verdicts[0] ? (
        <VerdictLine kind={verdicts[0].verdict.kind} sentence={result.sentence} since={null} />
      ) : (
        verdicts.map(({ variant, verdict }) => <VerdictLine key={variant} {...verdict} />)
      )}
      {rest !== '' && <p>{rest}</p>}
      <p className="note">{terms(result)}</p>
    </div>
  )
}

function VerdictLine({ kind, sentence, since }: Pick<Verdict, 'kind' | 'sentence' | 'since'>) {
  const { label, tone } = VERDICT_LABELS[kind]
  return (
    <p className="verdict" data-tone={tone}>
      <strong>{label}</strong>
      <span>
        {afterLabel(label, sentence)}
        {since !== null && ` Decided on ${longDay(since)}.`}
      </span>
    </p>
  )
}

type Variant = ExperimentResult['variants'][number]

/** Who saw each variant, how many converted, and how it differs from the control. */
function VariantTable({ result: { goal, variants, test } }: { result: ExperimentResult }) {
  const sessions = variants.reduce((sum, { exposures }) => sum + exposures, 0)
  const highest = Math.max(0, ...variants.map(({ rate, rate_interval }) => rate_interval?.[1] ?? rate ?? 0))
  const isValue = goal === 'value'
  const columns: Column<Variant>[] = [
    {
      header: 'Variant',
      value: ({ variant }) => variant,
      render: ({ variant, is_control, weight }) =>
        noted(variant, `${is_control ? 'control, ' : ''}planned ${formatShare(weight * 100)}`),
    },
    figureColumn(
      DEFINITIONS.exposedSessions,
      ({ exposures }) => exposures,
      (exposures) => noted(formatCount(exposures), sessions > 0 && formatShare((exposures * 100) / sessions)),
    ),
    figureColumn(
      { ...DEFINITIONS.converted, ...(isValue && { label: 'With any value' }) },
      ({ converters }) => converters,
      formatCount,
    ),
    figureColumn(
      isValue ? DEFINITIONS.variantValue : DEFINITIONS.variantRate,
      // In a file, in percent or pounds.
      ({ rate }) => rate && (isValue ? rate : rate * 100),
      (_, { rate, rate_interval }) => (
        <>
          {rate !== null && rateText(goal, rate)}
          {rate !== null && rate_interval && (
            <>
              <RateBar rate={rate} interval={rate_interval} highest={highest} />
              <span className="note">{rateRange(goal, rate_interval)}</span>
            </>
          )}
        </>
      ),
    ),
    {
      header: DEFINITIONS.variantDifference.label,
      isNumeric: true,
      // Never the point estimate alone.
      saved: ['low', 'high'].map((end, i) => ({
        ...DEFINITIONS.variantDifference,
        header: `${DEFINITIONS.variantDifference.label}, ${end} end, in ${differenceUnit(goal)}`,
        value: ({ comparison }) => {
          const difference = comparison?.interval[i] ?? null
          return difference && savedDifference(goal, difference)
        },
      })),
      render: ({ comparison }) =>
        comparison
          ? noted(
              differenceText(goal, ...comparison.interval),
              comparison.lift_interval && liftRange(comparison.lift_interval),
            )
          : NO_FIGURE,
    },
  ]
  return (
    <Table
      caption={`Variants of ${test}`}
      columns={columns}
      rows={variants}
      keyOf={({ variant }) => variant}
      layout="wide"
      file={`half-measure-experiment-${test}`}
    />
  )
}

interface RateBarProps {
  rate: number
  /** Its 95 % interval. */
  interval: readonly [number, number]
  /** The end of the scale, for all variants. */
  highest: number
}

/** The figures stand beside it. */
function RateBar({ rate, interval: [low, high], highest }: RateBarProps) {
  const at = (value: number) => (highest > 0 ? Math.max(value, 0) / highest : 0) * 100
  return (
    <svg className="rate-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <path className="rate-scale" d="M0 4H100" />
      <path className="rate-interval" d={`M${at(low)} 4H${at(high)}`} />
      <path className="rate" d={`M${at(rate)} 0V8`} />
    </svg>
  )
}
